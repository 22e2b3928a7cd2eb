import Foundation

/// What somebody says of a friend: some of the fields, each with its new value.
///
/// A command's options, the form, and the rows of files all become drafts.
@dynamicMemberLookup
public struct FriendDraft: Hashable, Sendable {
  /// What is said of one field.
  public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing: the field stays as it is.
    case keep
    /// Its new value, which may be an empty one.
    case set(Value)

    /// The value that a field then has.
    ///
    /// - Parameter value: The value it has now.
    /// - Returns: The new value, or the old one.
    public func applied(to value: Value) -> Value {
      switch self {
      case .keep: value
      case .set(let newValue): newValue
      }
    }

    /// Whether a value is what was said, if anything was.
    ///
    /// - Parameter value: The value of a friend.
    /// - Returns: Whether applying the edit would leave it as it is.
    public func matches(_ value: Value) -> Bool { applied(to: value) == value }
  }

  /// The id, if one is said.
  public var id: String?
  /// When a new friend was added, if that is said; to a friend who is there it means nothing.
  public var addedAt: Date?
  /// The values of the fields that it says something of; the others are empty.
  private var values = Self.blank
  /// The fields that it says something of.
  private(set) var fields: Fields = []

  private static let blank = Friend(id: "", name: "", addedAt: .distantPast)

  /// Creates a draft that says nothing.
  public init() {}

  /// What is said of a field, such as `draft.name`; nothing is ever said of what is no field of the table.
  public subscript<Value: Hashable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<Friend, Value>
  ) -> Edit<Value> {
    get { fields.isSuperset(of: Fields(of: keyPath)) ? .set(values[keyPath: keyPath]) : .keep }
    set {
      let field = Fields(of: keyPath)
      switch newValue {
      case .keep:
        values[keyPath: keyPath] = Self.blank[keyPath: keyPath]
        fields.subtract(field)
      case .set(let value):
        values[keyPath: keyPath] = value
        fields.formUnion(field)
      }
    }
  }

  /// Sets a field to the arguments of its option.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - arguments: The arguments, one unless the field has several values.
  /// - Throws: What is wrong with them, as a sentence.
  public mutating func set(_ field: FriendField, toOption arguments: [String]) throws {
    try set(field) { try field.setOption(&$0, arguments) }
  }

  /// Sets a field, or adds to what was said of it.
  mutating func set(_ field: FriendField, _ change: (inout Friend) throws -> Void) rethrows {
    try change(&values)
    fields.formUnion(Fields(of: field.keyPath))
  }

  /// The friend with what the draft says.
  ///
  /// - Parameter friend: The friend, whose id and time of adding stay.
  /// - Returns: The changed friend.
  public func applied(to friend: Friend) -> Friend {
    var friend = friend
    for field in fields.all { field.copy(values, &friend) }
    return friend
  }

  /// Whether a friend is as the draft says, its id aside.
  ///
  /// - Parameter friend: The friend.
  /// - Returns: Whether applying the draft would leave it as it is.
  public func matches(_ friend: Friend) -> Bool { applied(to: friend) == friend }

  /// Whether it means a friend who is as it says, as an import compares values.
  ///
  /// - Parameter friend: The friend.
  /// - Returns: Whether both say the same.
  func means(_ friend: Friend) -> Bool { fields.all.allSatisfy { $0.isSame(values, friend) } }

  /// A new friend with what the draft says, other fields being empty.
  ///
  /// - Parameters:
  ///   - id: The id, if the draft has none.
  ///   - addedAt: When the friend is added, if the draft doesn't say it.
  /// - Returns: The friend.
  /// - Throws: ``FriendField/ParseError/blankName`` if the draft has no name.
  public func makeFriend(id: String, addedAt: Date) throws(FriendField.ParseError) -> Friend {
    guard !values.name.isEmpty else { throw .blankName }
    return applied(to: Friend(id: self.id ?? id, name: values.name, addedAt: self.addedAt ?? addedAt))
  }
}

extension String {
  /// The text with a line feed at the end of each line, whatever was there.
  var withPlainLineEnds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isBehindReturn = false
    for byte in utf8 {
      let isReturn = byte == UInt8(ascii: "\r")
      if !(isBehindReturn && byte == UInt8(ascii: "\n")) { bytes.append(isReturn ? UInt8(ascii: "\n") : byte) }
      isBehindReturn = isReturn
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
