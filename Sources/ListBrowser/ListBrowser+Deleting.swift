import FetchedResults
import TerminalUI

extension ListBrowser {
  // MARK: The swipe

  func beginSwipe(_ selected: ListCommand<Content>.Selected) {
    var swipe = Swipe(id: selected.id, name: content.name(of: selected.record))
    if options.animates { animate(&swipe, for: .milliseconds(150)) }
    mode = .swipe(swipe)
  }

  private func animate(_ swipe: inout Swipe<R>, for duration: Duration) {
    swipe.progress = 0
    swipe.animation = Animation(duration: duration) { [weak self] progress in
      guard let self, case .swipe(var swipe) = self.mode else { return }
      swipe.progress = progress
      self.mode = .swipe(swipe)
      if progress == 1 { self.endDeletion() }
      self.host?.setNeedsRender()
    }
  }

  func performInSwipe(_ key: Key) {
    guard case .swipe(let swipe) = mode else { return }
    mode = .list
    switch key {
    case .escape, .control("c"): break
    case _ where key == .enter || commands[key]?.name == CommandTable<Content>.swipe:
      delete(swipe.id, named: name(of: swipe))
    default: perform(key)
    }
  }

  /// What the swiped record is called now: others may have renamed it since.
  func name(of swipe: Swipe<R>) -> String {
    guard let (id, record) = selectedRecord, id == swipe.id else { return swipe.name }
    return content.name(of: record)
  }

  // MARK: Deleting

  func delete(_ selected: ListCommand<Content>.Selected) {
    delete(selected.id, named: content.name(of: selected.record))
  }

  /// Deletes a record. Its row closes at once; should the store refuse, it comes back.
  private func delete(_ id: RecordID<R>, named name: String) {
    deletions.hide(id)
    var swipe = Swipe(id: id, name: name, isCommitted: true)
    if options.animates { animate(&swipe, for: .milliseconds(100)) }
    mode = .swipe(swipe)
    if !options.animates { endDeletion() }
    step { browser, _ in
      do {
        let commit = try await browser.write("Delete \(name)") { try $0.delete(id) ? $0.commit : nil }
        guard let commit else {
          browser.deletions.reveal(id)
          await browser.showChanges()
          return browser.say("\(name) has been deleted already.")
        }
        browser.deletions.hide(id, untilSeen: commit)
        browser.say("Deleted \(name). u undoes it.")
      } catch {
        browser.deletions.reveal(id)
        browser.endDeletion()
        browser.showSnapshot()
        // What failed at once never seemed to be done; after a while the user is elsewhere.
        if browser.longStep == nil { browser.list.select(.record(id)) }
        throw error
      }
    }
  }

  /// Ends what a deleted row shows of it.
  func endDeletion() {
    guard case .swipe(let swipe) = mode, swipe.isCommitted else { return }
    mode = .list
    showSnapshot()
    synchronize()
  }

  func askForRecord(to purpose: String) {
    say("To \(purpose), select a \(content.noun).", kind: .error)
  }
}
