import Files
import Foundation
import TextFormats

/// Why a command ended without doing its work, in words for the user and as a status for scripts.
///
/// It is the one way from any error to standard error: control characters that data may have
/// brought into a message are shown as marks, so that they never reach a terminal.
public struct Failure: Error, Hashable, Sendable {
  /// One sentence that says what is wrong and what to do; empty to end silently.
  public let sentence: String
  /// Further lines, such as the candidates of something ambiguous.
  public let details: [String]
  /// The status to end with.
  public let status: ExitStatus

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - sentence: One sentence that says what is wrong and what to do.
  ///   - details: Further lines.
  ///   - status: The status to end with.
  public init(_ sentence: String, details: [String] = [], status: ExitStatus = .usage) {
    self.sentence = sentence
    self.details = details
    self.status = status
  }

  /// Tells any error in words.
  ///
  /// Interruption and a closed pipe end silently. Whatever this module doesn't know is described
  /// by itself.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - status: The status of errors that this module doesn't know; `nil` for the usual one.
  public init(_ error: any Error, status: (any Error) -> ExitStatus? = { _ in nil }) {
    switch error {
    case let failure as Failure:
      self = failure
    case is ClosedPipeError:
      self.init("", status: .done)
    case is CancellationError:
      self.init("", status: .interrupted)
    case let error as any LocalizedError:
      self.init(error.errorDescription ?? "\(error)", status: status(error) ?? .usage)
    default:
      self.init("\(error)", status: status(error) ?? .usage)
    }
  }

  /// What standard error gets: `app: sentence`, then the details; nothing for a silent end.
  ///
  /// - Parameter app: The app's name.
  /// - Returns: Whole lines.
  public func message(app: String) -> String {
    guard !sentence.isEmpty else { return "" }
    let lines = ["\(app): \(sentence)"] + details.map { "  \($0)" }
    return lines.map { PrintableText.of($0) + "\n" }.joined()
  }
}

/// Text that can do nothing to a terminal but be read.
public enum PrintableText {
  /// Shows control characters as marks.
  ///
  /// - Parameter text: Any text, as data may hold it.
  /// - Returns: The text with a picture such as `␛` for every control character of ASCII, and `�`
  ///   for other ones, line separators, and the signs that turn the direction of text around.
  public static func of(_ text: String) -> String {
    var text = text
    // What needs a mark is a control character of ASCII, or begins with one of three bytes.
    let maySpoil = text.withUTF8 { $0.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xF4 } }
    guard maySpoil else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(mark(for: scalar) ?? scalar) }
    return String(scalars)
  }

  private static func mark(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "␡"
    case _ where scalar.isUnsafeToShow || RawText.isEscape(scalar): "\u{FFFD}"
    default: nil
    }
  }
}
