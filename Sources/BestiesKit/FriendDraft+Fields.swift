extension FriendDraft {
  /// Which fields a draft says something of, its id aside.
  struct Fields: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let name = Fields(rawValue: 1 << 0)
    static let meetingPlace = Fields(rawValue: 1 << 1)
    static let meetingDate = Fields(rawValue: 1 << 2)
    static let birthday = Fields(rawValue: 1 << 3)
    static let phones = Fields(rawValue: 1 << 4)
    static let emails = Fields(rawValue: 1 << 5)
    static let tags = Fields(rawValue: 1 << 6)
    static let note = Fields(rawValue: 1 << 7)
  }

  /// The fields that it says something of.
  var fields: Fields {
    var fields: Fields = []
    if name != .keep { fields.insert(.name) }
    if meetingPlace != .keep { fields.insert(.meetingPlace) }
    if meetingDate != .keep { fields.insert(.meetingDate) }
    if birthday != .keep { fields.insert(.birthday) }
    if phones != .keep { fields.insert(.phones) }
    if emails != .keep { fields.insert(.emails) }
    if tags != .keep { fields.insert(.tags) }
    if note != .keep { fields.insert(.note) }
    return fields
  }
}

extension Friend {
  /// A hash of some fields, the same for friends whom a draft of these fields can't tell apart; see ``FriendDraft/means(_:)``.
  func hashValue(of fields: FriendDraft.Fields) -> Int {
    var hasher = Hasher()
    if fields.contains(.name) { hasher.combine(name) }
    if fields.contains(.meetingPlace) { hasher.combine(meetingPlace) }
    if fields.contains(.meetingDate) { hasher.combine(meetingDate) }
    if fields.contains(.birthday) { hasher.combine(birthday) }
    if fields.contains(.phones) { hasher.combine(phones) }
    if fields.contains(.emails) { hasher.combine(emails) }
    if fields.contains(.tags) { hasher.combine(tags) }
    if fields.contains(.note) { hasher.combine(note.withPlainLineEnds) }
    return hasher.finalize()
  }
}
