import FetchedResults
import TerminalUI

/// What has the keys, with its state.
enum BrowserMode<R: Record> {
  case list
  case search
  case menu(SortMenu<R>)
  case form(RecordForm<R>)
  case help(HelpScreen)
  case swipe(Swipe<R>)
  /// The store can't be opened.
  case failed(String)

  /// What a mode wants after an event.
  enum Wish {
    case nothing
    /// To give the keys back to the list.
    case close
    case sort(BrowserSort<R>)
    case save
    case stopSaving
    case quit(Int32)
  }

  /// Handles an event by itself. The list, the search and the swipe are the browser's own business.
  mutating func handle(_ event: Event, size: Size) -> Wish {
    switch self {
    case .list, .search, .swipe: return .nothing
    case .menu(var menu):
      let outcome = menu.handle(event)
      self = .menu(menu)
      return switch outcome {
      case .chosen: .sort(menu.chosen)
      case .cancelled: .close
      case .moved, .ignored: .nothing
      }
    case .form(var form):
      let wish = form.handle(event)
      self = .form(form)
      return wish
    case .help(var help):
      let outcome = help.handle(event, size: size)
      self = .help(help)
      return outcome == .closed ? .close : .nothing
    case .failed:
      let leaving: [Key] = [.character("q"), .escape, .enter, .control("c")]
      return leaving.contains { event == .key($0) } ? .quit(2) : .nothing
    }
  }
}
