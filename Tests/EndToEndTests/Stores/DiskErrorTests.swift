import ChildProcesses
import Foundation
import Testing

/// What a disk, a limit or a file system may refuse: each has its own sentence, with something to do, and loses nothing.
struct DiskErrorTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(
      "name,note\n" + (1...1000).map { "Friend \($0),\(String(repeating: "x", count: 200))\n" }.joined(), to: "many.csv"
    )
    try sandbox.besties("import", "many.csv")
  }

  private var path: String { sandbox.folder.appending(path: "friends.sqlite").path }

  private func expect(
    _ output: ChildProcess.Output, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(output.status == 2, sourceLocation: sourceLocation)
    #expect(output.err == "besties: \(sentence)\n", sourceLocation: sourceLocation)
    #expect(try sandbox.besties("list", "--count").out == "1000\n", sourceLocation: sourceLocation)
  }

  // MARK: The disk

  @Test(arguments: [EIO, ENXIO]) func aDiskThatCanNotBeReadIsNoDamagedStore(code: Int32) throws {
    try FailingDisk.build(in: sandbox)
    let sentence = """
      The disk that holds \(path) fails to read or write it; copy what can be copied to another disk, or restore a backup.
      """
    for arguments in [["list", "--jsonl"], ["export"], ["add", "Ann"], ["undo"], ["list", "friend 7"]] {
      try expect(try sandbox.besties(arguments, failing: .read, of: "friends.sqlite", code), sentence)
    }
    try expect(try sandbox.besties(["add", "Ann"], failing: .write, of: "friends.sqlite-wal", code), sentence)
  }

  @Test(arguments: [ENOSPC, EDQUOT]) func aFullDiskIsOneWhereverItShows(code: Int32) throws {
    try FailingDisk.build(in: sandbox)
    let sentence = "The disk that holds \(path) is full; nothing was changed. Make room and try again."
    for file in ["friends.sqlite-wal", "friends.sqlite-shm"] {
      try expect(try sandbox.besties(["add", "Ann"], failing: .write, of: file, code), sentence)
    }
    #expect(try sandbox.besties(["list", "--count"], failing: .write, of: "friends.sqlite-shm", code).out == "1000\n")
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["friends.sqlite-shm", "friends.sqlite"])
  func aFileSystemWithoutLocksIsNotSomebodysLock(file: String) throws {
    try FailingDisk.build(in: sandbox)
    try expect(
      try sandbox.besties(["add", "Ann"], failing: .lock, of: file, ENOLCK),
      "The file system of \(path) can't lock files, which several programs on one store need; move it to a local disk.")
  }

  // MARK: Limits

  @Test func asManyFilesAsMayBeOpen() throws {
    let sentence =
      "\(path) can't be opened: too many files are open. Close other programs, or raise the limit (ulimit -n)."
    for limit in [8, 12] {
      for command in ["list", "add Ann", "export"] {
        try expect(try sandbox.run("bash", ["-c", "ulimit -n \(limit); \(Sandbox.binary) \(command)"]), sentence)
      }
    }
  }

  @Test func aFileThatMayNotGrow() throws {
    let sentence =
      "\(path) may not grow any more; nothing was changed. Raise the limit (ulimit -f), or move it to another disk."
    for (limit, command) in [(8, "list"), (8, "add Ann"), (40, "import many2.csv")] {
      try sandbox.write((try sandbox.contents(of: "many.csv")).replacing("Friend", with: "Other"), to: "many2.csv")
      try expect(try sandbox.run("bash", ["-c", "ulimit -f \(limit); \(Sandbox.binary) \(command)"]), sentence)
    }
  }

  // MARK: Other disks

  @Test(.enabled(if: Sandbox.canMount, "mounting needs root")) func aFullFolderForTemporaryFilesIsNamed() throws {
    try sandbox.write(
      "name,note\n" + (1...60_000).map { "Friend \($0 &* 7919 % 100_003) Somebody,x\n" }.joined(), to: "big.csv")
    try sandbox.besties("--store", "big.sqlite", "import", "big.csv")
    try sandbox.withDisk(size: "100k") {
      try sandbox.run("dd", ["if=/dev/zero", "of=disk/fill", "bs=1k"])
      sandbox.environment["TMPDIR"] = sandbox.folder.appending(path: "disk").path
      let sentence = """
        besties: The disk that holds \(sandbox.folder.appending(path: "disk").path), the folder for temporary files, is full; \
        nothing was changed. Make room, or set TMPDIR to another folder.

        """
      for arguments in [
        ["--store", "big.sqlite", "collation", "sv_SE"], ["--demo", "list"], ["--store", "none.sqlite", "list"],
        ["--read-only", "import", "--dry-run", "many.csv"],
      ] {
        #expect(try sandbox.run(Sandbox.binary, arguments) == .init(status: 2, out: "", err: sentence), "\(arguments)")
      }
    }
    sandbox.environment["TMPDIR"] = nil
    #expect(try sandbox.besties("--store", "big.sqlite", "collation").out == "root\n")
    #expect(try sandbox.besties("--store", "big.sqlite", "collation", "sv_SE").status == 0)
  }

  @Test(.enabled(if: Sandbox.canMount, "mounting needs root"), arguments: [0, 4, 12, 40, 90])
  func aStoreThatIsMadeOnAFullDiskIsNobodyElses(room: Int) throws {
    try sandbox.withDisk(size: "600k") {
      try sandbox.run("dd", ["if=/dev/zero", "of=disk/fill", "bs=1k", "count=\(600 - room)"])
      let store = sandbox.folder.appending(path: "disk/new.sqlite").path
      for _ in 1...2 {
        let output = try sandbox.besties("--store", store, "add", "Ann")
        #expect(
          output.err == "besties: The disk that holds \(store) is full; nothing was changed. Make room and try again.\n"
        )
        #expect(output.status == 2 && output.out.isEmpty)
      }
      #expect(try sandbox.besties("--store", store, "list", "--count").status != 1)
      try sandbox.run("rm", ["disk/fill"])
      #expect(try sandbox.besties("--store", store, "add", "Ann").status == 0)
      #expect(try sandbox.besties("--store", store, "list", "--count").out == "1\n")
      #expect(try sandbox.run("sqlite3", [store, "PRAGMA integrity_check"]).out == "ok\n")
    }
  }
}
