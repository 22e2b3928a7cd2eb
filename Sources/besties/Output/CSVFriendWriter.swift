import BestiesKit
import Commands
import ListApp

/// CSV with a header row.
struct CSVFriendWriter: RecordWriter {
  let output: ByteOutput

  mutating func begin() throws { try output.write { FriendCSV.appendHeader(to: &$0) } }
  mutating func write(_ friend: Friend) throws { try output.write { FriendCSV.append(friend, to: &$0) } }
  mutating func end() throws { try output.flush() }
}
