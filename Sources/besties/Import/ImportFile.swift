import BestiesKit
import Commands
import Files

/// A file that is being imported: its bytes, its form, and how much of it is read.
final class ImportFile {
  /// The file, in the user's words.
  let name: String
  let format: FriendFileFormat

  private let input: ByteInput
  /// What was read to find out the form.
  private var beginning: [UInt8]
  private var readCount = 0

  init(path: FilePath, format: FriendFileFormat?) throws {
    input = try ByteInput(path: path)
    name = input.name
    beginning = try input.next()
    self.format = format ?? FriendFileFormat(beginning: beginning)
  }

  /// The next bytes, none at the end.
  func next() throws -> [UInt8] {
    let bytes = beginning.isEmpty ? try input.next() : beginning
    beginning = []
    readCount += bytes.count
    return bytes
  }

  /// How much of the file is read, from 0 to 1, if that can be told.
  var fraction: Double? { input.size.map { Double(readCount) / Double(max(1, $0)) } }
}
