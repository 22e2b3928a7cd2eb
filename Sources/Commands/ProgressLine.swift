import Foundation

/// The line on a terminal that tells how far long work is, and how long it still takes.
///
/// It is drawn at most ten times a second, on standard error, and only if that is a terminal.
public struct ProgressLine {
  private let label: String
  private let unit: String
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var drawnCount = 0
  private let descriptor: Int32
  private let isShown: Bool

  /// Creates a line; nothing is drawn yet.
  ///
  /// - Parameters:
  ///   - label: What is being done, such as `Importing friends.csv`.
  ///   - unit: What is counted, such as `friends`.
  ///   - descriptor: Where to draw, if that is a terminal.
  public init(label: String, unit: String, descriptor: Int32 = STDERR_FILENO) {
    self.label = label
    self.unit = unit
    self.descriptor = descriptor
    isShown = isatty(descriptor) == 1
  }

  /// Tells how far the work is; to be called as often as one likes.
  ///
  /// - Parameters:
  ///   - count: How many are done.
  ///   - fraction: How much of the whole that is, from 0 to 1, if it can be told.
  public mutating func update(count: Int, fraction: Double?) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let lastDrawn, now - lastDrawn < .milliseconds(100) { return }
    lastDrawn = now
    let text = Self.text(
      label: label, unit: unit, count: count, fraction: fraction, elapsed: now - start)
    draw(Self.cut(PrintableText.of(text), toColumns: (TerminalSize.columns(of: descriptor) ?? 80) - 1))
  }

  /// Clears the line.
  public mutating func finish() {
    guard lastDrawn != nil else { return }
    draw("")
    write("\r")
    lastDrawn = nil
  }

  /// Draws over the former text; blanks do that on every terminal.
  private mutating func draw(_ text: String) {
    let blanks = String(repeating: " ", count: max(0, drawnCount - text.count))
    write("\r\(text)\(blanks)")
    drawnCount = text.count
  }

  /// Writes to the terminal; if that fails, the work is worth more than the line.
  private func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Shortens a text so that it can't wrap, were all letters beyond ASCII two columns wide.
  static func cut(_ text: String, toColumns columns: Int) -> String {
    var left = columns
    return String(
      text.prefix { character in
        left -= character.isASCII ? 1 : 2
        return left >= 0
      })
  }

  /// The words of the line.
  static func text(
    label: String, unit: String, count: Int, fraction: Double?, elapsed: Duration
  ) -> String {
    let seconds = elapsed / .seconds(1)
    var parts = ["\(label): \(grouped(count)) \(unit)"]
    if let fraction { parts[0] += ", \(Int(min(1, max(0, fraction)) * 100)) %" }
    // The first moments tell nothing of the rest.
    if seconds >= 0.5 {
      parts.append("\(grouped(Int(Double(count) / seconds))) a second")
      if let fraction, fraction > 0.01, fraction < 1 {
        parts.append("\(time(seconds * (1 - fraction) / fraction)) left")
      }
    }
    return parts.joined(separator: ", ")
  }

  private static func grouped(_ number: Int) -> String {
    number.formatted(.number.locale(Locale(identifier: "en_001")))
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    guard seconds >= 60 else { return "\(seconds) s" }
    return "\(seconds / 60) min \(seconds % 60) s"
  }
}
