import FetchedResults
import Foundation
import TextFormats

/// What the fields of a friend may hold, and how text becomes it: adding, editing and importing all pass here. Letters may have any
/// number of marks; among very many there is a joiner, which is not seen.
extension FriendField {
  /// Text that a field of a friend can't hold.
  public enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name has nothing that can be seen.
    case blankName
    /// The id is blank, or has blanks or control characters in it.
    case badID(String)
    /// A label has no value behind it.
    case bareLabel(String)

    /// One sentence that says what to write.
    public var description: String {
      switch self {
      case .blankName:
        "A friend needs a name."
      case .badID(let id):
        "“\(id.excerpt)” is not an id: write one without blanks, or leave it out for a new one."
      case .bareLabel(let label):
        "There is nothing behind “\(label.excerpt):”; write a value there, or take the label out."
      }
    }
  }

  /// A name: without outer blanks, else as it was written.
  ///
  /// - Parameter text: The text.
  /// - Returns: The name.
  /// - Throws: ``ParseError/blankName``.
  public static func name(_ text: String) throws(ParseError) -> String {
    guard text.unicodeScalars.contains(where: isVisible) else { throw .blankName }
    return text.trimmed.streamSafe
  }

  /// An id.
  ///
  /// - Parameter text: The text.
  /// - Returns: The id.
  /// - Throws: ``ParseError/badID(_:)``.
  public static func id(_ text: String) throws(ParseError) -> String {
    let id = text.trimmed
    guard id.unicodeScalars.allSatisfy({ !$0.isWhiteSpace && !$0.isControl }), !id.isEmpty else { throw .badID(text) }
    return id
  }

  /// A place: without outer blanks, `nil` if nothing is left.
  ///
  /// - Parameter text: The text.
  /// - Returns: The place.
  public static func place(_ text: String) -> String? {
    let place = text.trimmed.streamSafe
    return place.isEmpty ? nil : place
  }

  /// A date, `nil` for a blank text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - form: The forms that are allowed.
  /// - Returns: The date.
  /// - Throws: ``PartialDate/ParseError``.
  public static func date(
    _ text: String, as form: PartialDate.Form
  ) throws(PartialDate.ParseError) -> PartialDate? {
    guard text.unicodeScalars.contains(where: { !$0.isWhiteSpace }) else { return nil }
    return try PartialDate(parsing: text, as: form)
  }

  /// Phones or e-mails: without outer blanks; those without a value are left out.
  ///
  /// - Parameter values: The values.
  /// - Returns: The values, in their order.
  public static func contactValues(_ values: [ContactValue]) -> [ContactValue] {
    values.compactMap { contact in
      let value = contact.value.trimmed.streamSafe
      let label = contact.label.trimmed.streamSafe
      return value.isEmpty ? nil : ContactValue(label: label, value: value)
    }
  }

  /// Phones or e-mails as one line of the form has them.
  ///
  /// - Parameter spelling: The text.
  /// - Returns: The values.
  /// - Throws: ``ParseError/bareLabel(_:)``: a label alone would be lost.
  public static func contactValues(spelling: String) throws(ParseError) -> [ContactValue] {
    let values = ContactValue.list(spelling: spelling)
    if let label = bareLabel(in: values) { throw .bareLabel(label) }
    return contactValues(values)
  }

  /// A label that has no value behind it, if there is one.
  ///
  /// - Parameter values: Phones or e-mails as they were typed.
  /// - Returns: The first such label.
  public static func bareLabel(in values: [ContactValue]) -> String? {
    values.first { $0.value.isEmpty && !$0.label.isEmpty }?.label
  }

  /// Tags: in composed letters, without outer blanks, each once where it first stands.
  ///
  /// - Parameter texts: The texts.
  /// - Returns: The tags.
  public static func tags(_ texts: [String]) -> [String] {
    var known: Set<String> = []
    return texts.compactMap { text in
      let tag = composed(text.trimmed.streamSafe)
      return !tag.isEmpty && known.insert(tag).inserted ? tag : nil
    }
  }

  /// A note, as it was written.
  ///
  /// - Parameter text: The text.
  /// - Returns: The note.
  public static func note(_ text: String) -> String { text.streamSafe }

  /// The text in composed letters; ASCII has no others.
  private static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return !scalar.isWhiteSpace && !scalar.isControl }
    return switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
