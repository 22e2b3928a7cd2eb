import Files
import Foundation
import SQLite

/// Finds out whose database a file is, without touching it: a file that isn't ours is never converted, repaired or written
/// to, nor is anything made beside it.
///
/// SQLite's usual ways to open a database change it even for a reader: they bring the log into the file, or roll a journal back.
struct StoreRecognition {
  /// What a file turned out to be.
  enum Kind {
    /// A store of the schema's.
    case store
    /// A database without any table and number, which may become a store.
    case blank
  }

  let schema: Schema

  /// What a file is that is there and not empty.
  ///
  /// - Throws: ``StoreError/notADatabase(path:)``, ``StoreError/foreignDatabase(path:)``, or why it can't be read.
  func kind(of files: StoreFiles) throws(StoreError) -> Kind {
    do {
      // As the file lies there, whatever is in the log beside it.
      do {
        let bare = try look(at: files, .immutable)
        guard bare == .blank, files.hasUncheckedCommits else { return try named(bare, files) }
      } catch let error as SQLiteError where error.code == SQLiteCode.corrupt && files.hasUncheckedCommits {
        // Part of the log was brought into the file: it is whole together with the log.
      }
      // The tables may be in the log alone: somebody is making the store, or was killed when it was made.
      if files.isOpenElsewhere { return try named(try look(at: files, .readOnly), files) }
      let copy = StoreFiles(path: FilePath.temporaryFolder.appending(FilePath("fetched-results-\(UUID().uuidString)")))
      defer { copy.unlink() }
      try files.copy(to: copy)
      return try named(try look(at: copy, .readWrite), files)
    } catch let error as StoreError {
      throw error
    } catch let error as SQLiteError {
      throw StoreError(error, path: "\(files.path)")
    } catch {
      throw .notAccessible(path: "\(files.path)")
    }
  }

  private func named(_ kind: Kind?, _ files: StoreFiles) throws(StoreError) -> Kind {
    guard let kind else { throw .foreignDatabase(path: "\(files.path)") }
    return kind
  }

  /// What a connection sees; nil for another program's database.
  private func look(at files: StoreFiles, _ access: Connection.Access) throws -> Kind? {
    let connection = try Connection(path: files.path, access: access)
    let versions = StoreVersions(schema: schema, path: "\(files.path)")
    return try connection.readTransaction {
      if try versions.isOurs(connection) || versions.hasLostHeader(connection) { return .store }
      return try StorePreparation.isBlank(connection) ? .blank : nil
    }
  }
}
