import BestiesKit
import Commands
import Files
import ListApp

/// CSV with a header row. On a terminal control characters are shown as marks; anywhere else it can be read back as it was.
struct CSVFriendWriter: RecordWriter {
  let output: ByteOutput

  mutating func begin() throws { try output.write { FriendCSV.appendHeader(to: &$0) } }
  mutating func write(_ friend: Friend) throws {
    let spelling = output.isTerminal ? PrintableText.of : { $0 }
    try output.write { FriendCSV.append(friend, to: &$0, spelling: spelling) }
  }
  mutating func end() throws { try output.flush() }
}
