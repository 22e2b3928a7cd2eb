public import Files
import Glibc

/// Bytes from outside as text that forgets none of them: what the arguments and the environment of a process hold is UTF-8 only
/// by custom, and a file's name need not be.
///
/// Bytes that are not UTF-8 become scalars of a private range, each its own. They reach a ``Files/FilePath`` as the bytes that
/// they were, and are refused wherever text is meant.
public enum RawText {
  /// The scalars that stand for the bytes from 0x80.
  private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF
  private static let offset: UInt32 = 0x10FE00

  /// The text of some bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The text, from which ``path(_:)`` makes the same bytes again.
  public static func decoded(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasEscapes(text) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let letter = String(validating: rest.prefix(length), as: UTF8.self)
      // Also the scalars of the range itself, so that each text has one meaning.
      if let letter, letter.unicodeScalars.count == 1, !hasEscapes(letter) {
        scalars += letter.unicodeScalars
        rest = rest.dropFirst(length)
      } else {
        if let escape = Unicode.Scalar(offset + UInt32(first)) { scalars.append(escape) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// Whether a text has something in it that was not UTF-8.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether it has.
  public static func hasEscapes(_ text: String) -> Bool { text.unicodeScalars.contains(where: isEscape) }

  /// Whether a scalar stands for a byte.
  static func isEscape(_ scalar: Unicode.Scalar) -> Bool { escapes.contains(scalar.value) }

  /// The file that a text names.
  ///
  /// - Parameter text: The text.
  /// - Returns: Its path, in the bytes that were given.
  public static func path(_ text: String) -> FilePath {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isEscape(scalar) {
        bytes.append(UInt8(scalar.value - offset))
      } else {
        bytes += String(scalar).utf8
      }
    }
    return FilePath(bytes: bytes)
  }

  /// The arguments of this process, without its own name.
  public static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0].map(decoded) }
  }

  /// The variables of this process's environment.
  public static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let variable = next?.pointee {
      let parts = decoded(variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next = next?.successor()
    }
    return variables
  }

  private static func decoded(_ text: UnsafeMutablePointer<CChar>) -> String {
    decoded(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
