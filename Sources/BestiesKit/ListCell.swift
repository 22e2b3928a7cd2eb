import Foundation
import TextFormats

/// How cells of CSV hold lists: as a JSON array, or as values separated by `;`.
enum ListCell {
  /// A cell that begins as a JSON array and is none, or none of the right things.
  struct ParseError: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  // MARK: Reading

  static func contactValues(_ cell: String) throws(ParseError) -> [ContactValue] {
    guard let array = try jsonArray(cell) else {
      return parts(cell).map { ContactValue(value: $0) }
    }
    var values: [ContactValue] = []
    for element in array {
      guard let value = FriendJSON.contactValue(element) else {
        throw ParseError(
          description:
            "a JSON array of phones or e-mails holds texts, or objects with value and label")
      }
      values.append(value)
    }
    return values
  }

  static func texts(_ cell: String) throws(ParseError) -> [String] {
    guard let array = try jsonArray(cell) else { return parts(cell) }
    guard let texts = array as? [String] else {
      throw ParseError(description: "a JSON array of tags holds texts only")
    }
    return texts
  }

  private static func parts(_ cell: String) -> [String] {
    cell.utf8.split(separator: UInt8(ascii: ";")).compactMap { String($0) }
  }

  /// The elements, if the cell begins as a JSON array does.
  private static func jsonArray(_ cell: String) throws(ParseError) -> [Any]? {
    guard cell.unicodeScalars.first(where: { !$0.isWhiteSpace }) == "[" else {
      return nil
    }
    guard let array = JSONText.value(of: cell.utf8) as? [Any] else {
      throw ParseError(description: "a list that begins with “[” must be a JSON array")
    }
    return array
  }

  // MARK: Writing

  static func cell(_ values: [ContactValue]) -> String {
    if values.allSatisfy(\.label.isEmpty), let cell = plainCell(values.map(\.value)) { return cell }
    var json: [UInt8] = []
    FriendJSON.append(values, to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  static func cell(_ texts: [String]) -> String {
    if let cell = plainCell(texts) { return cell }
    var json: [UInt8] = []
    FriendJSON.append(texts, to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  /// The values separated by `;`, unless only JSON can hold them as they are.
  private static func plainCell(_ values: [String]) -> String? {
    let cell = values.joined(separator: ";")
    let isPlain = values.allSatisfy { value in
      guard let first = value.unicodeScalars.first, let last = value.unicodeScalars.last else {
        return false
      }
      return !value.utf8.contains(UInt8(ascii: ";")) && !first.isWhiteSpace && !last.isWhiteSpace
    }
    return isPlain && !cell.hasPrefix("[") && !FormulaGuard.looksLikeFormula(cell.utf8[...])
      ? cell : nil
  }
}
