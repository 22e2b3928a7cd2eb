extension FriendDraft {
  /// Which fields a draft says something of, its id aside: a bit for each, by its place in the table.
  struct Fields: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The field of a property; none if there is no such field.
    init(of keyPath: PartialKeyPath<Friend>) {
      let place = FriendField.all.firstIndex { $0.keyPath == keyPath }
      rawValue = place.map { 1 << UInt32($0) } ?? 0
    }

    static let name = Fields(of: \.name)

    /// The fields, in the order of the table.
    var all: some Sequence<FriendField> {
      FriendField.all.enumerated().lazy.filter { rawValue & 1 << UInt32($0.offset) != 0 }.map(\.element)
    }
  }
}

extension Friend {
  /// A hash of some fields, the same for friends whom a draft of these fields can't tell apart; see ``FriendDraft/means(_:)``.
  func hashValue(of fields: FriendDraft.Fields) -> Int {
    var hasher = Hasher()
    for field in fields.all { field.hash(self, &hasher) }
    return hasher.finalize()
  }
}
