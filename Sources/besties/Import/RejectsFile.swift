import BestiesKit
import Commands
import Files

/// The file that keeps what an import refused, as it was, so that it can be mended and imported.
final class RejectsFile {
  private let path: FilePath
  private var file: AtomicFile?
  private var format: FriendFileFormat?
  private var header: [UInt8]?

  /// A file that is made when there is something to keep.
  init(path: FilePath) { self.path = path }

  /// Keeps a refused entry.
  ///
  /// - Throws: ``Failure`` if what is kept already has another form or another header; ``SystemError``.
  func keep(_ bytes: [UInt8], from reader: FriendFileReader) throws {
    switch reader {
    case .csv(let reader):
      let output = try open(.csv, header: reader.headerBytes)
      try output.write { $0 += bytes + Self.lineEnd(after: bytes) }
    case .json:
      let isFirst = file == nil
      let output = try open(.json, header: nil)
      try output.write { $0 += (isFirst ? "[\n" : ",\n").utf8 + bytes }
    }
  }

  /// Puts the file into its place, if there is anything in it.
  func finish() throws {
    guard let file else { return }
    if format == .json { try file.output.write("\n]\n") }
    try file.finish()
  }

  private func open(_ format: FriendFileFormat, header: [UInt8]?) throws -> ByteOutput {
    if let file {
      guard format == self.format, header == self.header else {
        throw Failure(
          "--rejects can't keep rows of files with different columns in one file: nothing was imported; import them one by one."
        )
      }
      return file.output
    }
    let file = try AtomicFile(path: path)
    if let header { try file.output.write { $0 += header + Self.lineEnd(after: header) } }
    self.file = file
    self.format = format
    self.header = header
    return file.output
  }

  private static func lineEnd(after bytes: [UInt8]) -> [UInt8] {
    bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") ? [] : [UInt8(ascii: "\n")]
  }
}
