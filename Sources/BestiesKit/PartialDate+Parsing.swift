import TextFormats

extension PartialDate {
  /// A text that is not a date, and why.
  public struct ParseError: Error, Hashable, Sendable {
    /// Why the text was refused.
    public enum Reason: Hashable, Sendable {
      /// It has none of the forms.
      case malformed
      /// Its year is not one of ``PartialDate/years``.
      case yearOutOfRange
      /// No year has such a month.
      case noSuchMonth
      /// The month has no such day.
      case noSuchDay(dayCount: Int)
    }

    /// The text as it was given.
    public let text: String
    /// The forms that were allowed.
    public let form: Form
    /// Why it was refused.
    public let reason: Reason
  }

  /// Reads a date that a person, a script or a file has written.
  ///
  /// Blanks around it don't count; digits are the ASCII ones.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - form: The forms that are allowed.
  /// - Throws: ``ParseError``, whose description says what to write instead.
  public init(parsing text: String, as form: Form = .date) throws(ParseError) {
    let bytes = Array(text.trimmed.utf8)
    guard let parts = bytes.withUnsafeBufferPointer(Self.parts), parts.year != nil || form == .birthday else {
      throw ParseError(text: text, form: form, reason: Self.reasonForNoForm(bytes))
    }
    if let reason = Self.defect(year: parts.year, month: parts.month, day: parts.day) {
      throw ParseError(text: text, form: form, reason: reason)
    }
    guard let date = PartialDate(year: parts.year, month: parts.month, day: parts.day) else {
      throw ParseError(text: text, form: form, reason: .malformed)
    }
    self = date
  }

  typealias Parts = (year: Int?, month: Int?, day: Int?)

  /// The parts of a text that has one of the forms, whether or not the calendar knows them.
  static func parts(of bytes: UnsafeBufferPointer<UInt8>) -> Parts? {
    let hyphen = UInt8(ascii: "-")
    switch bytes.count {
    case 4:
      return number(bytes).map { ($0, nil, nil) }
    case 7 where bytes[0] == hyphen && bytes[1] == hyphen && bytes[4] == hyphen:
      guard let month = number(bytes[2..<4]), let day = number(bytes[5...]) else { return nil }
      return (nil, month, day)
    case 7 where bytes[4] == hyphen:
      guard let year = number(bytes[..<4]), let month = number(bytes[5...]) else { return nil }
      return (year, month, nil)
    case 10 where bytes[4] == hyphen && bytes[7] == hyphen:
      guard let year = number(bytes[..<4]), let month = number(bytes[5..<7]),
        let day = number(bytes[8...])
      else { return nil }
      return (year, month, day)
    default:
      return nil
    }
  }

  /// The number that a few ASCII digits write.
  private static func number(_ digits: some Sequence<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// Tells a year with a sign or too many digits, as in `-0044` and `10000-01-01`, from nonsense.
  private static func reasonForNoForm(_ bytes: [UInt8]) -> ParseError.Reason {
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    let year = bytes.dropFirst(isSigned ? 1 : 0).prefix { $0 != UInt8(ascii: "-") }
    let isYear = (isSigned ? 4...6 : 5...6).contains(year.count) && number(year) != nil
    let rest = bytes.dropFirst((isSigned ? 1 : 0) + year.count)
    let hasForm = rest.isEmpty || (Array("2000".utf8) + rest).withUnsafeBufferPointer(parts) != nil
    return isYear && hasForm ? .yearOutOfRange : .malformed
  }
}

extension PartialDate.ParseError: CustomStringConvertible {
  /// One sentence that says what is wrong, and one that says what to write.
  public var description: String {
    "“\(text.excerpt)” is not a date\(explanation). \(advice)"
  }

  private var explanation: String {
    switch reason {
    case .malformed: ""
    case .yearOutOfRange:
      ": years go from \(PartialDate.years.lowerBound) to \(PartialDate.years.upperBound)"
    case .noSuchMonth: ": months go from 01 to 12"
    case .noSuchDay(let dayCount): ": that month has \(dayCount) days"
    }
  }

  private var advice: String {
    switch form {
    case .date: "Write YYYY-MM-DD, YYYY-MM or YYYY."
    case .birthday: "Write YYYY-MM-DD, YYYY-MM, YYYY or --MM-DD."
    }
  }
}
