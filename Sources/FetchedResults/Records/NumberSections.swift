import SQLite

/// Sections of numbers: which numbers share one, and what it is called. Both keep the order of the numbers.
enum NumberSections: Hashable, Sendable {
  /// The greatest multiple that is not above the number, also below zero.
  case floor(multipleOf: Int)
  /// The number rounded to one decimal, halves away from zero.
  case tenth

  /// Numbers from here on are their own sections: doubles have no fractions any more.
  private static let limit = 1e15

  /// What tells a number's section from others: a count of multiples or tenths; NULL for what is no number.
  func key(of value: Value) -> SectionKey {
    let number: Double
    switch value {
    case .real(let real): number = real
    case .integer(let integer): number = Double(integer)
    case .null, .text, .blob: return .null
    }
    let count =
      switch self {
      case .floor(let multiple): (number / Double(max(1, multiple))).rounded(.down)
      case .tenth: (number * 10).rounded()
      }
    return abs(count) < Self.limit ? .integer(Int64(count)) : .real(count)
  }

  /// What the records of a section have in common: a whole number, or one with a decimal.
  func identifier(of key: SectionKey) -> Value {
    switch (self, key) {
    case (.floor(let multiple), .integer(let count)): .integer(count &* Int64(max(1, multiple)))
    case (.floor(let multiple), .real(let count)): .real(count * Double(max(1, multiple)))
    case (.tenth, .integer(let count)): .real(Double(count) / 10)
    case (.tenth, .real(let count)): .real(count / 10)
    default: key
    }
  }
}
