import BestiesKit
import ListApp
import Synchronization

/// What an export leaves out: texts that another tool has written in the place of a date, which no file could be read with.
final class UnreadableDates: Sendable {
  private let found = Mutex((lines: [String](), count: 0))
  private static let mostLines = 10

  /// What to tell the user, a line each; nothing if all was written.
  var lines: [String] {
    found.withLock { found in
      let rest = found.count - found.lines.count
      return found.lines + (rest > 0 ? ["and \(rest) more dates like these"] : [])
    }
  }

  func note(_ friend: Friend) {
    for field in FriendField.all {
      guard let text = field.unreadableText(friend) else { continue }
      found.withLock { found in
        found.count += 1
        guard found.lines.count < Self.mostLines else { return }
        found.lines.append("\(friend.name): the \(field.cardLabel) “\(text)” is no date, and was left out")
      }
    }
  }
}

/// Writes friends as another writer does, and notes what that leaves out.
struct DateNotingWriter<Writer: RecordWriter<Friend>>: RecordWriter {
  var writer: Writer
  let unreadable: UnreadableDates

  mutating func begin() throws { try writer.begin() }
  mutating func write(_ friend: Friend) throws {
    unreadable.note(friend)
    try writer.write(friend)
  }
  mutating func end() throws { try writer.end() }
}
