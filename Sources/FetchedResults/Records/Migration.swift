public import SQLite

/// How a store of the version before becomes one of this version.
///
///     Schema(
///       applicationID: 0x4245_5354, version: 3, records: [Friend.self, Place.self],
///       migrations: [
///         Migration(to: 2, "ALTER TABLE friend ADD COLUMN nickname TEXT"),
///         Migration(to: 3) { try $0.run("UPDATE friend SET name = trim(name)") },
///       ])
///
/// A step changes what people have entered; the rest follows by itself: tables of new record types and lists are made, and
/// everything that is derived is made anew. All steps of an upgrade are one transaction: either the store has the new
/// version, or it is as it was.
///
/// Steps that were recorded before can be undone afterwards, unless a column has gone or moved: then they are forgotten.
///
/// It mirrors `NSMigrationStage`: <https://developer.apple.com/documentation/coredata/nsmigrationstage>
public struct Migration: Sendable {
  /// The version that the store has afterwards.
  let version: Int
  let change: @Sendable (Connection) throws -> Void

  /// A step in SQL.
  ///
  ///     Migration(to: 2, "ALTER TABLE book ADD COLUMN pages INTEGER NOT NULL DEFAULT 0")
  ///
  /// - Parameters:
  ///   - version: The version that the store has afterwards.
  ///   - script: Statements that begin and end no transaction.
  public init(to version: Int, _ script: String) {
    self.init(to: version) { connection in try connection.execute(script) }
  }

  /// A step in Swift.
  ///
  ///     Migration(to: 3) { connection in try connection.run("UPDATE book SET title = trim(title)") }
  ///
  /// - Parameters:
  ///   - version: The version that the store has afterwards.
  ///   - change: Changes the store in the transaction that the connection is in. What it throws leaves the store as it was,
  ///     and is the reason that ``StoreError/cannotMigrate(path:version:reason:)`` gives.
  public init(to version: Int, _ change: @escaping @Sendable (Connection) throws -> Void) {
    self.version = version
    self.change = change
  }
}
