import CSQLite

/// Why a changeset could not be applied to a row.
package enum ChangesetConflict: Hashable, Sendable {
  /// The row has other values than the changeset expects.
  case changed
  /// The row is not there.
  case missing
  /// A row with the same key is there already.
  case exists
  /// A constraint of the schema refuses the change.
  case constraint
  /// A foreign key would be left dangling.
  case foreignKey
}

/// What to do about a conflict.
package enum ConflictResolution: Sendable {
  /// Leave this change out and go on.
  case omit
  /// Apply nothing at all.
  case abort
}

/// Records what changes through a connection, in the tables it is told of.
///
///     let recorder = try ChangeRecorder(connection, tables: ["friend"])
///     try connection.run("DELETE FROM friend WHERE pk = 7")
///     let changeset = try recorder.changeset()
///
/// Source: <https://www.sqlite.org/session/session.html>
package final class ChangeRecorder {
  private let session: OpaquePointer
  /// Sessions have to end before their connection does.
  private let connection: Connection

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - connection: The connection; what others write is not seen.
  ///   - tables: Tables with a declared primary key; others are not watched.
  /// - Throws: ``SQLiteError`` if a session can't be made.
  package init(_ connection: Connection, tables: [String]) throws(SQLiteError) {
    var created: OpaquePointer?
    let code = sqlite3session_create(connection.handle, "main", &created)
    guard code == SQLITE_OK, let created else { throw SQLiteError(connection: connection.handle, code: code) }
    session = created
    self.connection = connection
    for table in tables {
      let code = sqlite3session_attach(session, table)
      guard code == SQLITE_OK else { throw SQLiteError(connection: connection.handle, code: code) }
    }
  }

  deinit { sqlite3session_delete(session) }

  /// Whether changes are recorded; they are unless told otherwise.
  package var isEnabled: Bool {
    get { sqlite3session_enable(session, -1) == 1 }
    set { sqlite3session_enable(session, newValue ? 1 : 0) }
  }

  /// What has changed since the recorder began.
  ///
  /// - Throws: ``SQLiteError`` if memory runs out.
  /// - Complexity: O(*n*) in the number of rows changed; each is read once more.
  package func changeset() throws(SQLiteError) -> Changeset {
    var length: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    let code = sqlite3session_changeset(session, &length, &bytes)
    defer { sqlite3_free(bytes) }
    guard code == SQLITE_OK else { throw SQLiteError(connection: connection.handle, code: code) }
    return Changeset(copying: bytes, length: length)
  }
}

extension Connection {
  /// Applies a changeset, all of it or nothing.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - progress: Told how much of it has been read, from 0 to 1.
  ///   - resolve: Decides about each conflict. Triggers fire as for any other change.
  /// - Returns: The conflict that ended it, or nil if it was applied.
  /// - Throws: ``SQLiteError`` for any failure that is not a conflict.
  package func apply(
    _ changeset: Changeset, progress: (Double) -> Void = { _ in },
    resolve: (ChangesetConflict, RowChange) -> ConflictResolution
  ) throws(SQLiteError) -> (conflict: ChangesetConflict, change: RowChange?)? {
    guard !changeset.isEmpty else { return nil }
    let (code, conflict) = withoutActuallyEscaping(resolve) { resolve in
      withoutActuallyEscaping(progress) { progress in
        let box = ConflictBox(resolve: resolve)
        let input = ChangesetInput(bytes: changeset.bytes, progress: progress)
        let code = sqlite3changeset_apply_strm(
          handle,
          { input, buffer, size in
            guard let input, let buffer, let size else { return SQLITE_MISUSE }
            Unmanaged<ChangesetInput>.fromOpaque(input).takeUnretainedValue().read(into: buffer, &size.pointee)
            return SQLITE_OK
          }, Unmanaged.passUnretained(input).toOpaque(), nil,
          { context, kind, iterator in
            guard let context else { return SQLITE_CHANGESET_ABORT }
            return Unmanaged<ConflictBox>.fromOpaque(context).takeUnretainedValue().decide(
              kind, iterator)
          }, Unmanaged.passUnretained(box).toOpaque())
        return (code, box.fatal)
      }
    }
    if let conflict { return conflict }
    guard code == SQLITE_OK else { throw SQLiteError(connection: handle, code: code) }
    return nil
  }
}

/// A changeset that SQLite reads piece by piece.
private final class ChangesetInput {
  private let bytes: [UInt8]
  private let progress: (Double) -> Void
  private var position = 0

  init(bytes: [UInt8], progress: @escaping (Double) -> Void) {
    self.bytes = bytes
    self.progress = progress
  }

  /// Copies the next bytes, as many as there is room for; none at the end.
  func read(into buffer: UnsafeMutableRawPointer, _ size: inout Int32) {
    let piece = bytes[position..<min(position + Int(size), bytes.count)]
    piece.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: $0.count) }
    size = Int32(piece.count)
    position = piece.endIndex
    progress(Double(position) / Double(bytes.count))
  }
}

/// Carries the caller's decision through SQLite's C callback.
private final class ConflictBox {
  let resolve: (ChangesetConflict, RowChange) -> ConflictResolution
  var fatal: (conflict: ChangesetConflict, change: RowChange?)?

  init(resolve: @escaping (ChangesetConflict, RowChange) -> ConflictResolution) {
    self.resolve = resolve
  }

  func decide(_ kind: Int32, _ iterator: OpaquePointer?) -> Int32 {
    let conflict: ChangesetConflict =
      switch kind {
      case SQLITE_CHANGESET_DATA: .changed
      case SQLITE_CHANGESET_NOTFOUND: .missing
      case SQLITE_CHANGESET_CONFLICT: .exists
      case SQLITE_CHANGESET_FOREIGN_KEY: .foreignKey
      default: .constraint
      }
    let change = conflict == .foreignKey ? nil : iterator.flatMap(RowChange.init(at:))
    if let change, case .omit = resolve(conflict, change) { return SQLITE_CHANGESET_OMIT }
    fatal = (conflict, change)
    return SQLITE_CHANGESET_ABORT
  }
}
