extension OrderScan.Result {
  /// The part of the order whose keys are in a set.
  ///
  /// - Complexity: O(*n*), a bit looked up for each key.
  func filtered(by set: KeySet) -> OrderScan.Result {
    filtered(reserving: set.count) { set.contains($0) }
  }

  /// The part of the order whose keys satisfy a condition.
  ///
  /// - Complexity: O(*n*) calls.
  @inline(__always)
  func filtered(reserving count: Int = 0, by isIncluded: (Int64) -> Bool) -> OrderScan.Result {
    var result = OrderScan.Result()
    result.keys.reserveCapacity(count)
    result.isComplete = isComplete
    for (index, section) in sections.enumerated() {
      let end = index + 1 < sections.count ? sections[index + 1].start : keys.count
      let start = result.keys.count
      for position in section.start..<end where isIncluded(keys[position]) { result.keys.append(keys[position]) }
      if result.keys.count > start { result.sections.append(section.starting(at: start)) }
    }
    if sections.isEmpty { for key in keys where isIncluded(key) { result.keys.append(key) } }
    return result
  }
}

extension OrderScan.Result.Section {
  func starting(at start: Int) -> Self { Self(key: key, identifier: identifier, start: start) }
}
