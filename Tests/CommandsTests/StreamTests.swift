import Files
import Foundation
import Testing

@testable import Commands

/// One after the other: Ctrl-C is the whole process's.
@Suite(.serialized) struct StreamTests {
  @Test func readsAFileInPieces() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bin")
    defer { try? FileManager.default.removeItem(at: url) }
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }
    try Data(bytes).write(to: url)
    let input = try ByteInput(path: FilePath(url))
    #expect(input.size == 700_000)
    #expect(input.name == url.path)
    var read: [UInt8] = []
    while case let piece = try input.next(), !piece.isEmpty { read += piece }
    #expect(read == bytes)
    #expect(try input.next().isEmpty)
  }

  @Test func saysWhyAFileCanNotBeRead() {
    #expect(throws: SystemError(action: "open", file: "/no/file", code: ENOENT)) {
      try ByteInput(path: "/no/file")
    }
    #expect(throws: SystemError(action: "read", file: "/", code: EISDIR)) {
      try ByteInput(path: "/")
    }
  }

  @Test func aHyphenIsStandardInput() throws {
    #expect(try ByteInput(path: "-").name == "standard input")
  }

  @Test func writesEverythingInOrder() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let output = ByteOutput(descriptor: ends[1], name: "pipe")
    let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    try output.write("Zoë\n")
    try output.write { $0 += [0, 255] }
    try output.flush()
    try output.flush()
    close(ends[1])
    #expect(reader.readDataToEndOfFile() == Data("Zoë\n".utf8) + Data([0, 255]))
  }

  @Test func waitsForAReaderOfANonBlockingPipe() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let read = Task.detached { reader.readDataToEndOfFile() }
    let output = ByteOutput(descriptor: ends[1], name: "pipe")
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    try output.write { $0 += bytes }
    try output.flush()
    close(ends[1])
    #expect(await read.value == Data(bytes))
  }

  @Test func aReaderWhoHasGoneIsAnError() throws {
    StandardStreams.prepare()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = ByteOutput(descriptor: ends[1], name: "pipe")
    try output.write("x")
    #expect(throws: ClosedPipeError.self) { try output.flush() }
    try output.flush()
    #expect(throws: ClosedPipeError.self) {
      try output.write(String(repeating: "x", count: 70_000))
    }
  }

  @Test func aFullDiskIsAnError() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let output = ByteOutput(descriptor: descriptor, name: "out.csv")
    try output.write("x")
    #expect(throws: SystemError(action: "write to", file: "out.csv", code: ENOSPC)) {
      try output.flush()
    }
  }

  @Test(.timeLimit(.minutes(1))) func controlCIsARequest() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    Interruption.install()
    #expect(!Interruption.isRequested)
    try Interruption.check()
    // To the process and not this thread, as a terminal sends it.
    kill(getpid(), SIGINT)
    // Nobody ever writes: only the request ends the wait.
    let input = try ByteInput(path: FilePath("/dev/fd/\(ends[0])"))
    var isCancelled = false
    do { _ = try input.next() } catch { isCancelled = error is CancellationError }
    #expect(isCancelled)
    #expect(Interruption.isRequested)
    #expect(throws: CancellationError.self) { try Interruption.check() }
    Interruption.install()
    #expect(!Interruption.isRequested)
    signal(SIGINT, SIG_DFL)
  }
}
