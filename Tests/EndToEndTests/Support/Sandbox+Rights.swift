import ChildProcesses
import Foundation
import Glibc

/// What a user may do who is not root, and who has not all disks to himself.
extension Sandbox {
  /// Runs `besties` as a user who owns nothing: root may write everywhere.
  @discardableResult
  func bestiesWithoutRights(_ arguments: String...) throws -> ChildProcess.Output {
    guard getuid() == 0 else { return try run(Self.binary, arguments) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    return try run("setpriv", user + [Self.binary] + arguments)
  }

  /// Gives a folder or file these permissions.
  func allow(_ permissions: Int, _ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.appending(path: name).path)
  }

  /// A folder with a store of Zoë and Ann.
  func makeStore(in folder: String) throws {
    try FileManager.default.createDirectory(at: self.folder.appending(path: folder), withIntermediateDirectories: true)
    environment["BESTIES_STORE"] = "\(folder)/friends.sqlite"
    _ = try add("Zoë", "--place", "Gym")
    _ = try add("Ann", "--place", "Zoo")
  }

  /// Whether this system lets tests mount a file system.
  static let canMount: Bool = {
    guard getuid() == 0, let sandbox = try? Sandbox() else { return false }
    return (try? sandbox.withDisk(size: "64k") { true }) ?? false
  }()

  /// Runs the body with a disk of its own, in the folder `disk`.
  func withDisk<Result>(size: String, _ body: () throws -> Result) throws -> Result {
    let path = folder.appending(path: "disk").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let mounting = try run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
    guard mounting.status == 0 else { throw MountError(message: mounting.err) }
    defer { _ = try? run("umount", ["-l", path]) }
    return try body()
  }

  struct MountError: Error {
    let message: String
  }
}
