import TextFormats

/// Keeps spreadsheets from running what a cell says.
///
/// A cell whose first sign, quotes and blanks aside, is `=`, `+`, `-`, `@` (also in full width), a
/// tab or a CR is taken for a formula by spreadsheets, which even compute `--05-01`. Such a cell is
/// written with a `'` before it, and reading takes that `'` away. A cell that begins with `'` and
/// then looks the same gets one more, so that every cell comes back as it was. Phones keep their
/// `+`, since they are written as JSON.
enum FormulaGuard {
  /// The cell as it is written.
  static func guarded(_ cell: String) -> String {
    looksLikeFormula(cell.utf8[...]) ? "'\(cell)" : cell
  }

  /// The cell as it was, before it was guarded.
  static func unguarded(_ cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), looksLikeFormula(cell.utf8.dropFirst()) else {
      return cell
    }
    return String(decoding: cell.utf8.dropFirst(), as: UTF8.self)
  }

  /// Whether `'`s, blanks and then a sign that begins a formula stand at the beginning.
  static func looksLikeFormula(_ cell: Substring.UTF8View) -> Bool {
    guard let first = cell.first, !isLetterOrDigit(first) else { return false }
    let unquoted = cell.drop { $0 == UInt8(ascii: "'") }
    for scalar in Substring(unquoted).unicodeScalars {
      switch scalar {
      case "=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r": return true
      default: if !scalar.isWhiteSpace { return false }
      }
    }
    return false
  }

  /// Whether a cell begins as most do.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
