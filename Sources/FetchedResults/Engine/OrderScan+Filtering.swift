extension OrderScan.Result {
  /// The part of the order whose keys are in a set.
  ///
  /// - Complexity: O(*n*), a bit looked up for each key.
  func filtered(by set: KeySet) -> OrderScan.Result {
    let (kept, starts) = keys.filtered(by: set, countingAt: sections.map(\.start))
    var result = OrderScan.Result()
    result.keys = kept
    result.isComplete = isComplete
    for (index, section) in sections.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : kept.count
      if end > starts[index] { result.sections.append(section.starting(at: starts[index])) }
    }
    return result
  }

  /// The part of the order whose keys satisfy a condition.
  ///
  /// - Parameters:
  ///   - limit: After so many it ends.
  ///   - reach: It looks at so many of the first keys.
  ///   - isIncluded: The condition.
  /// - Returns: That part; complete if everything was looked at.
  /// - Complexity: O(*n*) calls.
  @inline(__always)
  func filtered(
    first limit: Int = .max, among reach: Int = .max, by isIncluded: (Int64) -> Bool
  ) -> OrderScan.Result {
    var result = OrderScan.Result()
    /// Whether to go on behind the positions.
    func take(_ positions: Range<Int>) -> Bool {
      for position in positions where isIncluded(keys[position]) {
        result.keys.append(keys[position])
        if result.keys.count >= limit { return false }
      }
      return true
    }
    let end = min(keys.count, reach)
    var isExhausted = true
    for (index, section) in sections.enumerated() where isExhausted && section.start < end {
      let sectionEnd = index + 1 < sections.count ? min(sections[index + 1].start, end) : end
      let start = result.keys.count
      isExhausted = take(section.start..<sectionEnd)
      if result.keys.count > start { result.sections.append(section.starting(at: start)) }
    }
    if sections.isEmpty { isExhausted = take(0..<end) }
    result.isComplete = isComplete && isExhausted && end == keys.count
    return result
  }
}

extension OrderScan.Result.Section {
  func starting(at start: Int) -> Self { Self(key: key, identifier: identifier, start: start) }
}
