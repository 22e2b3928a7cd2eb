import Foundation
import TextFormats

/// Reads friends from the bytes of a JSON file, object by object, in constant memory.
///
/// The file holds an array of objects, or objects one after the other, as in JSON lines. An object that can't be a friend
/// is told as such, with its line and its bytes, and the ones behind it are read.
public struct FriendJSONReader {
  private var elements: JSONElementReader

  /// Starts to read.
  ///
  /// - Parameter nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``FriendJSON/ParseError/notAnArray`` if the file begins as something else, or whatever getting bytes
  ///   throws.
  public init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    do {
      elements = try JSONElementReader(nextBytes)
    } catch is JSONElementReader.ContentError {
      throw FriendJSON.ParseError.notAnArray
    }
  }

  /// Reads on to the next object.
  ///
  /// - Returns: What stands there; `nil` at the end.
  /// - Throws: Whatever getting bytes throws.
  public mutating func next() throws -> FriendFileReader.Entry? {
    try elements.next().map { element in
      FriendFileReader.Entry(
        result: draft(of: element), line: element.line, bytes: element.bytes, extraCellCount: 0)
    }
  }

  private func draft(of element: JSONElementReader.Element) -> Result<FriendDraft, FriendFileReader.Refusal> {
    if let breakage = element.breakage { return .failure(FriendFileReader.Refusal(reason: breakage)) }
    guard let object = JSONText.value(of: element.bytes) else {
      return .failure(FriendFileReader.Refusal(reason: "this is not JSON"))
    }
    return Result { try FriendJSON.draft(object) }.mapError { FriendFileReader.Refusal(reason: "\($0)") }
  }
}
