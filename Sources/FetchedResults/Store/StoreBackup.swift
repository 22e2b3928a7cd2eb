import Files
import Glibc
import SQLite

/// The copy of a store that an upgrade leaves beside it: `friends.sqlite.version-1`, byte for byte as the older program had it.
struct StoreBackup {
  let store: FilePath
  /// Told where the copy is.
  let log: StoreLog?

  /// Copies what was committed last. The caller's transaction has written nothing yet, and keeps others from writing.
  ///
  /// - Parameter version: The version that the store has.
  /// - Returns: Where the copy is.
  /// - Throws: ``StoreError``; no copy is left.
  /// - Complexity: O(*n*) in the size of the file.
  func make(of version: Int) throws(StoreError) -> FilePath {
    let name = freeName(version)
    let copy = StoreFiles(path: name.adding(".part"))
    do {
      // One that was interrupted.
      copy.unlink()
      try copy.make()
      let target = try Connection(path: copy.path, access: .readWrite)
      try target.execute("PRAGMA journal_mode = OFF")
      try Connection(path: store, access: .readOnly).copy(to: target)
    } catch {
      copy.unlink()
      if case .diskFull = error as? StoreError { throw .diskFull(path: "\(store)") }
      if let error = error as? SQLiteError, case .diskFull = StoreError(error, path: "") {
        throw .diskFull(path: "\(store)")
      }
      throw .cannotMigrate(path: "\(store)", version: version, reason: "no backup can be made: \(error)")
    }
    guard copy.path.withCString({ source in name.withCString { rename(source, $0) } }) == 0 else {
      let error = SystemError(action: "write", file: "\(name)", code: errno)
      copy.unlink()
      throw .cannotMigrate(path: "\(store)", version: version, reason: "no backup can be made: \(error)")
    }
    log?(.info, .store, "backed up, before an upgrade from version \(version), to \(name)")
    return name
  }

  /// The name of the copy; there may be copies of earlier stores in this place.
  private func freeName(_ version: Int) -> FilePath {
    let name = store.adding(".version-\(version)")
    let names = sequence(first: (name, 2)) { (name.adding("-\($0.1)"), $0.1 + 1) }
    return names.first { $0.0.status == nil }?.0 ?? name
  }
}
