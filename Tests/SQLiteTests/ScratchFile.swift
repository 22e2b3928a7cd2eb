import Foundation
import SQLite

/// A path for a database that a test may make; the file and those beside it are gone with this.
final class ScratchFile: Sendable {
  let path: String

  init(_ name: String = "scratch \(UUID().uuidString) 100%?#.sqlite") {
    path = FileManager.default.temporaryDirectory.appending(path: name).path
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  func connect(_ access: Connection.Access = .create, busyTimeout: Int32 = 5000) throws -> Connection {
    try Connection(path: path, access: access, busyTimeout: busyTimeout)
  }
}
