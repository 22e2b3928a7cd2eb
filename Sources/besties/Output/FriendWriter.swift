import BestiesKit
import Commands

/// Writes friends in one form, one after the other, keeping none.
protocol FriendWriter {
  /// What stands before the first.
  mutating func begin() throws
  /// The section of the friends that follow.
  mutating func begin(_ section: FriendSection) throws
  mutating func write(_ friend: Friend) throws
  /// What stands behind the last; hands everything to the system.
  mutating func end() throws
}

extension FriendWriter {
  mutating func begin() throws {}
  mutating func begin(_ section: FriendSection) throws {}
}

/// A section as commands write it.
struct FriendSection: Hashable {
  /// The identifier, or what stands for a missing one.
  let title: String
  /// The identifier: a place, a date, a day or a letter.
  let key: String?
  /// How many friends follow.
  let count: Int

  init(key: String?, count: Int, field: FriendSort.Field) {
    self.key = key
    self.count = count
    title = key ?? (field == .place ? "No place" : field == .name ? "No name" : "No date")
  }
}

/// A JSON array of friends or, where there are sections, of sections with their friends.
struct JSONWriter: FriendWriter {
  let output: ByteOutput
  private var isFirst = true
  private var isInSection = false

  init(_ output: ByteOutput) { self.output = output }

  mutating func begin() throws { try output.write("[") }

  mutating func begin(_ section: FriendSection) throws {
    if isInSection { try output.write("\n]}") }
    try separate(isInSection)
    try output.write { bytes in
      bytes += #"{"section":"#.utf8
      FriendJSON.append(section.title, to: &bytes)
      bytes += #","key":"#.utf8
      if let key = section.key { FriendJSON.append(key, to: &bytes) } else { bytes += "null".utf8 }
      bytes += #","count":\#(section.count),"friends":["#.utf8
    }
    isInSection = true
    isFirst = true
  }

  mutating func write(_ friend: Friend) throws {
    try separate(!isFirst)
    isFirst = false
    try output.write { FriendJSON.append(friend, to: &$0) }
  }

  mutating func end() throws {
    try output.write(isInSection ? "\n]}\n]\n" : "\n]\n")
    try output.flush()
  }

  private func separate(_ isNeeded: Bool) throws { try output.write(isNeeded ? ",\n" : "\n") }
}

/// A JSON object a line.
struct JSONLinesWriter: FriendWriter {
  let output: ByteOutput

  mutating func write(_ friend: Friend) throws {
    try output.write { bytes in
      FriendJSON.append(friend, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  mutating func end() throws { try output.flush() }
}

/// CSV with a header row.
struct CSVFriendWriter: FriendWriter {
  let output: ByteOutput

  mutating func begin() throws { try output.write { FriendCSV.appendHeader(to: &$0) } }
  mutating func write(_ friend: Friend) throws { try output.write { FriendCSV.append(friend, to: &$0) } }
  mutating func end() throws { try output.flush() }
}
