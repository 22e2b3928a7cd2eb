import FetchedResults
import TextFormats

/// The JSON of friends, which scripts rely on: its keys, their order, and their empty values.
public enum FriendJSON {
  /// Appends one friend as an object, on one line and without blanks.
  ///
  /// - Parameters:
  ///   - friend: The friend.
  ///   - bytes: What is written to.
  public static func append(_ friend: Friend, to bytes: inout [UInt8]) {
    bytes += #"{"id":"#.utf8
    JSONText.append(friend.id, to: &bytes)
    for field in FriendField.all {
      bytes += ",\"\(field.key)\":".utf8
      field.appendJSON(friend, &bytes)
    }
    bytes += #","added":"#.utf8
    JSONText.append(String(storedValue: friend.addedAt.storedValue), to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  static func append(_ values: [ContactValue], to bytes: inout [UInt8]) {
    appendArray(values, to: &bytes) { contact, bytes in
      bytes += #"{"label":"#.utf8
      JSONText.append(contact.label, to: &bytes)
      bytes += #","value":"#.utf8
      JSONText.append(contact.value, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  static func append(_ texts: [String], to bytes: inout [UInt8]) {
    appendArray(texts, to: &bytes) { text, bytes in JSONText.append(text, to: &bytes) }
  }

  private static func appendArray<Element>(
    _ elements: [Element], to bytes: inout [UInt8], append: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(element, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
