import BestiesKit
import Commands
import FetchedResults
import Foundation
import ListBrowser
import TerminalUI

@main
enum Main {
  @MainActor static func main() {
    let environment = ProcessInfo.processInfo.environment
    let store = Store(at: .temporary, schema: .besties, collationLocale: "")
    do throws(TerminalError) {
      let application = try Application()
      let locale = UserLocale.formattingLocale(in: environment)
      let browser = ListBrowser(
        BestiesContent(locale: locale), in: store, options: BrowserOptions(locale: locale), host: application)
      application.run(browser).exitProcess()
    } catch {
      print(error)
      exit(2)
    }
  }
}
