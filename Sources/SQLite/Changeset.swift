import CSQLite

/// The rows that a span of work inserted, updated and deleted, with their values before and after.
///
/// A changeset can be inverted and applied, which is undo. Source: <https://www.sqlite.org/sessionintro.html>
package struct Changeset: Hashable, Sendable {
  /// SQLite's own encoding, which other versions of SQLite read too.
  package let bytes: [UInt8]

  /// Whether nothing changed.
  package var isEmpty: Bool { bytes.isEmpty }

  /// A changeset from its encoding.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The changeset that takes this one back.
  ///
  /// - Throws: ``SQLiteError`` if the bytes are no changeset.
  /// - Complexity: O(*n*) in the size of the changeset.
  package func inverted() throws(SQLiteError) -> Changeset {
    var length: Int32 = 0
    var inverse: UnsafeMutableRawPointer?
    let code = bytes.withUnsafeBytes { bytes in
      sqlite3changeset_invert(Int32(bytes.count), bytes.baseAddress, &length, &inverse)
    }
    defer { sqlite3_free(inverse) }
    guard code == SQLITE_OK else { throw SQLiteError(connection: nil, code: code) }
    return Changeset(copying: inverse, length: length)
  }

  init(copying start: UnsafeMutableRawPointer?, length: Int32) {
    bytes = Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }
}

/// One row of a changeset.
package struct RowChange: Hashable, Sendable {
  /// What happened to the row.
  package enum Operation: Hashable, Sendable {
    /// The row is new.
    case insert
    /// Some of its columns changed.
    case update
    /// The row is gone.
    case delete
  }

  /// The row's table.
  package let table: String
  /// What happened to it.
  package let operation: Operation
  /// The values before, by column; nil where the column did not change, or for an insert. Key columns are always there.
  package let old: [Value?]
  /// The values after, by column; nil where the column did not change, or for a delete.
  package let new: [Value?]
}

extension Changeset {
  /// Every row of the changeset.
  ///
  /// - Throws: ``SQLiteError`` if the bytes are no changeset.
  /// - Complexity: O(*n*) in the size of the changeset.
  package func rowChanges() throws(SQLiteError) -> [RowChange] {
    var changes: [RowChange] = []
    try scan { change in
      changes.append(change)
      return true
    }
    return changes
  }

  /// Calls the body for each row of the changeset, for as long as it returns true.
  ///
  /// - Throws: ``SQLiteError`` if the bytes are no changeset.
  /// - Complexity: O(*n*) in the size of the rows looked at.
  package func scan(_ body: (RowChange) -> Bool) throws(SQLiteError) {
    guard !isEmpty else { return }
    var copy = bytes
    let code = copy.withUnsafeMutableBytes { bytes -> Int32 in
      var iterator: OpaquePointer?
      let started = sqlite3changeset_start(&iterator, Int32(bytes.count), bytes.baseAddress)
      guard started == SQLITE_OK, let iterator else { return started }
      while sqlite3changeset_next(iterator) == SQLITE_ROW {
        if let change = RowChange(at: iterator), !body(change) { break }
      }
      return sqlite3changeset_finalize(iterator)
    }
    guard code == SQLITE_OK else { throw SQLiteError(connection: nil, code: code) }
  }
}

extension RowChange {
  /// Reads the change that a changeset iterator stands on.
  init?(at iterator: OpaquePointer) {
    var name: UnsafePointer<CChar>?
    var columns: Int32 = 0
    var code: Int32 = 0
    guard sqlite3changeset_op(iterator, &name, &columns, &code, nil) == SQLITE_OK, let name else {
      return nil
    }
    table = String(cString: name)
    switch code {
    case SQLITE_INSERT: operation = .insert
    case SQLITE_UPDATE: operation = .update
    default: operation = .delete
    }
    old = (0..<columns).map { column in
      guard code != SQLITE_INSERT else { return nil }
      var value: OpaquePointer?
      guard sqlite3changeset_old(iterator, column, &value) == SQLITE_OK else { return nil }
      return value.map(Value.init(copying:))
    }
    new = (0..<columns).map { column in
      guard code != SQLITE_DELETE else { return nil }
      var value: OpaquePointer?
      guard sqlite3changeset_new(iterator, column, &value) == SQLITE_OK else { return nil }
      return value.map(Value.init(copying:))
    }
  }
}

extension Value {
  /// Copies a value that SQLite owns.
  init(copying value: OpaquePointer) {
    let length = Int(sqlite3_value_bytes(value))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      self = .text(
        String(
          decoding: UnsafeBufferPointer(start: sqlite3_value_text(value), count: length),
          as: UTF8.self))
    case SQLITE_BLOB:
      self = .blob(Array(UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: length)))
    default: self = .null
    }
  }
}
