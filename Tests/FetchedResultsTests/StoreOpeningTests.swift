import FetchedResults
import Foundation
import Observation
import SQLite
import Testing

/// How a store opens, and why it does not.
@Suite struct StoreOpeningTests {
  private let file = ScratchStore()

  private func expect(_ error: StoreError, _ store: Store? = nil, sourceLocation: SourceLocation = #_sourceLocation)
    async
  {
    await #expect(throws: error, sourceLocation: sourceLocation) { try await (store ?? file.store()).open() }
  }

  /// Until it is written to: a file that is missing is an empty store.
  @Test func readingMakesNothing() async throws {
    let store = file.store()
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 0)
    #expect(try await store.read { try $0.hasEverHeld(Person.self) } == false)
    #expect(try await store.isReadOnly() == false)
    #expect(try await store.rehearse { try $0.insert(Person(name: "Ann")).key } == 1)
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
    try await store.write("Add Zoë") { context in try context.insert(Person(name: "Zoë")) }
    let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 1)
  }

  @Test func openingMakesTheFile() async throws {
    try await file.store().open()
    let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test @MainActor func aListOfAMissingStoreShowsWhatIsWrittenThenByWhomever() async throws {
    let store = file.store()
    let people = try FetchedResultsController(
      SectionedFetchRequest(sectionIdentifier: \Person.initial, sortDescriptors: [SortDescriptor(\.name)]), in: store)
    await people.reload()
    #expect(people.snapshot.isEmpty && people.snapshot.isComplete)
    try await file.store().write("Add Zoë") { context in try context.insert(Person(name: "Zoë")) }
    for await count in Observations({ people.snapshot.count }) where count == 1 { break }
    try await store.write("Add Ann") { context in try context.insert(Person(name: "Ann")) }
    await people.reload()
    #expect(people.snapshot.count == 2)
  }

  @Test func aMissingFolderIsMadeIfThatIsSaid() async throws {
    let url = file.url.appending(path: "a/b/people.sqlite")
    let store = Store(at: .file(url), schema: .people, access: .makingFolder)
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 0)
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
    try await store.write("Add Zoë") { context in try context.insert(Person(name: "Zoë")) }
    let folder = url.deletingLastPathComponent().path
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    await store.close()
  }

  @Test func aStoreOpenedForReadingOnlyChangesNothing() async throws {
    let writer = file.store()
    try await writer.write("Add Zoë") { context in try context.insert(Person(name: "Zoë")) }
    await writer.close()
    let other = try Connection(path: file.url.path, access: .readWrite)
    // What another tool left to be made is made in a copy.
    try other.run("INSERT INTO person (name) VALUES ('Ann')")
    try other.execute("PRAGMA journal_mode = DELETE")
    let before = try Data(contentsOf: file.url)
    let store = Store(at: .file(file.url), schema: .people, access: .readOnly)
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 2)
    #expect(try await store.isReadOnly())
    await #expect(throws: StoreError.openedReadOnly(path: file.url.path)) {
      try await store.write("Add Bo") { context in try context.insert(Person(name: "Bo")) }
    }
    await #expect(throws: StoreError.openedReadOnly(path: file.url.path)) { try await store.undo() }
    #expect(try await store.rehearse { try $0.insert(Person(name: "Bo")).key } == 3)
    await store.close()
    #expect(try Data(contentsOf: file.url) == before)
    #expect(!["-wal", "-shm", "-journal"].contains { FileManager.default.fileExists(atPath: file.url.path + $0) })
  }

  @Test(arguments: ["-wal", "-journal"]) func aLogWithoutItsFileIsLeftAlone(suffix: String) async throws {
    let log = Data(repeating: 7, count: 4096)
    try log.write(to: URL(filePath: file.url.path + suffix))
    let error = StoreError.fileMissing(path: file.url.path, log: file.url.path + suffix)
    for access in [StoreAccess.readWrite, .makingFolder, .readOnly] {
      let store = Store(at: .file(file.url), schema: .people, access: access)
      await expect(error, store)
      await #expect(throws: error) { try await store.read { try $0.count(FetchRequest<Person>()) } }
    }
    #expect(try Data(contentsOf: URL(filePath: file.url.path + suffix)) == log)
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
  }

  @Test func aFileOfOneByteIsNoDatabase() async throws {
    for count in [1, 2, 100, 511] {
      try Data(repeating: 0x78, count: count).write(to: file.url)
      await expect(.notADatabase(path: file.url.path))
      #expect(try Data(contentsOf: file.url).count == count)
    }
  }

  @Test func aMissingFolderIsNamed() async {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    await expect(
      .folderMissing(path: folder.path), Store(at: .file(folder.appending(path: "x.sqlite")), schema: .people))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func aFolderIsNoFile() async throws {
    try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: false)
    await expect(.notAFile(path: file.url.path))
  }

  @Test func aFileThatIsNoDatabaseIsLeftAsItIs() async throws {
    let diary = String(repeating: "Dear diary, ", count: 500)
    try diary.write(to: file.url, atomically: false, encoding: .utf8)
    await expect(.notADatabase(path: file.url.path))
    #expect(try String(contentsOf: file.url, encoding: .utf8) == diary)
  }

  @Test func anEmptyFileIsTaken() async throws {
    try Data().write(to: file.url)
    let store = file.store()
    try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    #expect(try await store.read { try $0.hasEverHeld(Person.self) })
  }

  @Test(arguments: [0, 77]) func anothersDatabaseIsLeftAsItIs(applicationID: Int) async throws {
    let other = try file.connect()
    try other.execute("PRAGMA application_id = \(applicationID); CREATE TABLE notes (text)")
    await expect(.foreignDatabase(path: file.url.path))
    #expect(try other.all("SELECT name FROM sqlite_schema") { $0.text(0) } == ["notes"])
    #expect(try other.first("PRAGMA journal_mode") { $0.text(0) } == "delete")
  }

  @Test func aNewerVersionIsRefused() async throws {
    try await file.store().open()
    try file.connect().execute("PRAGMA user_version = 9")
    await expect(.newerVersion(path: file.url.path, version: 9, supported: 1))
  }

  @Test func aDamagedFileIsSaidToBe() async throws {
    let store = file.store()
    try await store.write("Fill") { context in for n in 0..<200 { try context.insert(Person(name: "Name \(n)")) } }
    await store.close()
    let handle = try FileHandle(forWritingTo: file.url)
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0x55, count: 65_536))
    try handle.close()
    await expect(.corrupt(path: file.url.path))
  }

  @Test func aLockThatLastsIsSaidAndPasses() async throws {
    let store = file.store()
    try await store.open()
    let tool = try file.connect()
    // Derived rows that are to be made need the lock; a reader has them made in a copy rather than wait.
    try tool.execute("INSERT INTO person (name) VALUES ('Zoë'); BEGIN IMMEDIATE")
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 1)
    try tool.execute("COMMIT")
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 1)
  }

  @Test func aStoreOpensAfterItCouldNot() async throws {
    try Data("no database, whatever it is called".utf8).write(to: file.url)
    let store = file.store()
    await expect(.notADatabase(path: file.url.path), store)
    try FileManager.default.removeItem(at: file.url)
    try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 1)
  }

  @Test func manyOpenersMakeOneStore() async throws {
    for _ in 0..<10 {
      let file = ScratchStore()
      let stores = (0..<4).map { _ in file.store() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in stores {
          group.addTask {
            _ = try await store.write("Add") { try $0.insert(Person(name: "Ann", tags: ["a"])) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await stores[0].read { try $0.count(FetchRequest<Person>()) } == 4)
      #expect(try file.connect().first("SELECT count(*) FROM store_step") { $0.integer(0) } == 4)
    }
  }

  @Test func anUnfinishedTransactionIsNotThereAfterReopening() async throws {
    let store = file.store()
    try await store.write("Add") { try $0.insert(Person(name: "Ann", tags: ["a"])) }
    await store.close()
    let before = try file.connect().recordDump()
    // As a process that was killed leaves it: changes in the log that were never committed.
    let copy = ScratchStore()
    do {
      let writer = try file.connect()
      try writer.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE store_writer SET step = 2")
      for number in 0..<2000 {
        try writer.run(
          "INSERT INTO person (name, note) VALUES ('Bob', ?)", [.text(String(repeating: "\(number)", count: 99))])
      }
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: file.url.path + suffix, toPath: copy.url.path + suffix)
      }
      try writer.execute("ROLLBACK")
    }
    let reopened = copy.store()
    #expect(try await reopened.read { try $0.count(FetchRequest<Person>()) } == 1)
    #expect(try copy.connect().recordDump() == before)
    try copy.connect().expectSound()
    try await reopened.undo()
    #expect(try await reopened.read { try $0.count(FetchRequest<Person>()) } == 0)
  }

  @Test func derivedRowsAreMadeAnewUnderOtherRules() async throws {
    let store = file.store()
    try await store.write("Fill") { context in
      for name in ["Zoë", "Åsa", "Ann"] { try context.insert(Person(name: name)) }
    }
    await store.close()
    let tool = try file.connect()
    try tool.execute(
      """
      UPDATE store_setting SET value = 'sv_SE' WHERE name = 'collation';
      UPDATE person_text SET search_text = 'outdated';
      UPDATE person_derived SET name_sort = x'00';
      """)
    let names = try await file.store().read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byName)).map(\.name) }
    #expect(names == ["Ann", "Zoë", "Åsa"])
    #expect(try tool.first("SELECT count(*) FROM person_text WHERE search_text = 'outdated'") { $0.integer(0) } == 0)
  }

  @Test func theCollationIsTheStoresOwn() async throws {
    let store = file.store(locale: "sv_SE")
    try await store.write("Fill") { context in for name in ["Åsa", "Zoë"] { try context.insert(Person(name: name)) } }
    await store.close()
    let reopened = file.store(locale: "de_DE")
    let names = try await reopened.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byName)).map(\.name) }
    #expect(names == ["Zoë", "Åsa"])
  }
}
