/// The JSON of friends, which scripts rely on: its keys, their order, and their empty values.
public enum FriendJSON {
  /// Appends one friend as an object, on one line and without blanks.
  ///
  /// - Parameters:
  ///   - friend: The friend.
  ///   - bytes: What is written to.
  public static func append(_ friend: Friend, to bytes: inout [UInt8]) {
    bytes += #"{"id":"#.utf8
    append(friend.id, to: &bytes)
    bytes += #","name":"#.utf8
    append(friend.name, to: &bytes)
    bytes += #","meetingPlace":"#.utf8
    append(friend.meetingPlace, to: &bytes)
    bytes += #","meetingDate":"#.utf8
    append(friend.meetingDate?.text, to: &bytes)
    bytes += #","birthday":"#.utf8
    append(friend.birthday?.text, to: &bytes)
    bytes += #","phones":"#.utf8
    append(friend.phones, to: &bytes)
    bytes += #","emails":"#.utf8
    append(friend.emails, to: &bytes)
    bytes += #","tags":"#.utf8
    append(friend.tags, to: &bytes)
    bytes += #","note":"#.utf8
    append(friend.note, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a text in quotes.
  ///
  /// Control characters are escaped, also those that JSON would let through, DEL and the ones from
  /// U+0080: the output may end up on a terminal.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - bytes: What is written to.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var plainStart = 0
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        let isC1 = byte == 0xC2 && index + 1 < utf8.count && utf8[index + 1] < 0xA0
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7F, !isC1 {
          index += 1
          continue
        }
        bytes += utf8[plainStart..<index]
        index += isC1 ? 2 : 1
        plainStart = index
        appendEscaped(isC1 ? utf8[index - 1] : byte, to: &bytes)
      }
      bytes += utf8[plainStart...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  static func append(_ values: [ContactValue], to bytes: inout [UInt8]) {
    appendArray(values, to: &bytes) { contact, bytes in
      bytes += #"{"label":"#.utf8
      append(contact.label, to: &bytes)
      bytes += #","value":"#.utf8
      append(contact.value, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  static func append(_ texts: [String], to bytes: inout [UInt8]) {
    appendArray(texts, to: &bytes) { text, bytes in append(text, to: &bytes) }
  }

  private static func append(_ text: String?, to bytes: inout [UInt8]) {
    if let text {
      append(text, to: &bytes)
    } else {
      bytes += "null".utf8
    }
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

  /// Appends the escape of a character below U+0100.
  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes += #"\""#.utf8
    case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
    case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
    case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
    case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
    case 0x08: bytes += #"\b"#.utf8
    case 0x0C: bytes += #"\f"#.utf8
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += #"\u00"#.utf8
      bytes += [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
  }
}
