extension Changeset {
  /// Whether the bytes are a changeset from the first to the last.
  ///
  /// SQLite's own functions may go on for ever with bytes that end too early or say something else; so what somebody else may have
  /// written is looked at first.
  ///
  /// - Complexity: O(*n*) in the size of the changeset.
  ///
  /// Source: <https://www.sqlite.org/src/file?name=ext/session/sqlite3session.c&ci=version-3.40.1>, “Changeset format”.
  package var isWellFormed: Bool {
    var rest = Bytes(bytes)
    var columns: Int?
    while let sign = rest.next() {
      switch (sign, columns) {
      case (UInt8(ascii: "T"), _):
        columns = rest.passTable()
        if columns == nil { return false }
      case (Operation.delete, let columns?), (Operation.insert, let columns?):
        guard rest.next() != nil, rest.passRecord(columns, isWhole: true) else { return false }
      case (Operation.update, let columns?):
        guard rest.next() != nil, rest.passRecord(columns), rest.passRecord(columns) else { return false }
      default: return false
      }
    }
    return true
  }

  /// The numbers of operations, which are those of SQLite's authorizer.
  private enum Operation {
    static let delete: UInt8 = 9
    static let insert: UInt8 = 18
    static let update: UInt8 = 23
  }

  private struct Bytes {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> UInt8? {
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return bytes[position]
    }

    private mutating func pass(_ count: Int) -> Bool {
      guard count >= 0, count <= bytes.count - position else { return false }
      position += count
      return true
    }

    /// A number of seven bits a byte, the highest first; nil if it is not one that SQLite writes here.
    private mutating func number() -> Int? {
      var number = 0
      for _ in 0..<5 {
        guard let byte = next() else { return nil }
        number = number << 7 | Int(byte & 0x7f)
        if byte < 0x80 { return number <= Int32.max ? number : nil }
      }
      return nil
    }

    /// The number of columns, a byte for each, and the name.
    mutating func passTable() -> Int? {
      guard let columns = number(), (1...65_536).contains(columns), pass(columns),
        let end = bytes[position...].firstIndex(of: 0), end > position
      else { return nil }
      position = end + 1
      return columns
    }

    /// A value for each column; only those of an update may be left out.
    mutating func passRecord(_ columns: Int, isWhole: Bool = false) -> Bool {
      for _ in 0..<columns {
        switch next() {
        case 0: if isWhole { return false }
        case 1, 2: guard pass(8) else { return false }
        case 3, 4: guard let length = number(), pass(length) else { return false }
        case 5: break
        default: return false
        }
      }
      return true
    }
  }
}
