import SQLite

/// Sections of numbers: which numbers share one, and what it is called. Both keep the order of the numbers.
enum NumberSections: Hashable, Sendable {
  /// The whole number that is not above, also below zero.
  case floor
  /// The number rounded to one decimal, halves away from zero.
  case tenth

  /// Numbers from here on are their own sections: doubles have no fractions any more.
  private static let limit = 1e15

  /// What tells a number's section from others: a count of ones or tenths; NULL for what is no number.
  func key(of value: Value) -> SectionKey {
    let number: Double
    switch value {
    case .real(let real): number = real
    case .integer(let integer): number = Double(integer)
    case .null, .text, .blob: return .null
    }
    let rounded = self == .floor ? number.rounded(.down) : (number * 10).rounded()
    return abs(rounded) < Self.limit ? .integer(Int64(rounded)) : .real(rounded)
  }

  /// What the records of a section have in common: a whole number, or one with a decimal.
  func identifier(of key: SectionKey) -> Value {
    switch (self, key) {
    case (.tenth, .integer(let tenths)): .real(Double(tenths) / 10)
    case (.tenth, .real(let tenths)): .real(tenths / 10)
    default: key
    }
  }
}
