import Foundation
import SQLite

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  /// `["Gym", "Choir"].contains($0.meetingPlace)`, for a sequence that is the same for all records, and
  /// `$0.tags.contains("work")`, for a list of the record's.
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    if let list = translation.list(sequence) {
      return .condition(
        try translation.condition(thatContains: list) { translation, item throws(FetchError) in
          .call("text_equal", item.fragment, try translation.translate(self.element).fragment)
        })
    }
    let values = try constants(of: sequence, "SequenceContains")
    let element = try translation.translate(element)
    let tests = values.map { value in
      element.isText && !element.isKey
        ? SQLFragment.call("text_equal", element.fragment, SQLFragment(sql: "?", arguments: [value]))
        : "(" + element.fragment + SQLFragment(sql: " IS ?)", arguments: [value])
    }
    return .condition(tests.isEmpty ? SQLFragment(sql: "0") : "(" + .joined(tests, by: " OR ") + ")")
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  /// `words.allSatisfy { $0.isIn(record) }`, for a sequence that is the same for all records or a list of the record's.
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    if let list = translation.list(sequence) {
      let exception = try translation.condition(thatContains: list) { translation, item throws(FetchError) in
        translation.variables[variable.key] = .value(item)
        return "(NOT " + (try translation.translate(test).fragment) + ")"
      }
      return .condition("(NOT " + exception + ")")
    }
    if let records = try translation.relatedRecords(sequence) {
      let exception = try translation.condition(thatContain: records, variable.key) { translation throws(FetchError) in
        "(NOT coalesce(" + (try translation.translate(test).fragment) + ", 0))"
      }
      return .condition("(NOT " + exception + ")")
    }
    let values = try constants(of: sequence, "SequenceAllSatisfy")
    let tests = try translation.each(values, as: variable.key, test)
    return tests.isEmpty ? .condition(SQLFragment(sql: "1")) : .all(tests)
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  /// `words.contains { $0.isIn(record) }`, for a sequence that is the same for all records or a list of the record's.
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    if let list = translation.list(sequence) {
      return .condition(
        try translation.condition(thatContains: list) { translation, item throws(FetchError) in
          translation.variables[variable.key] = .value(item)
          return try translation.translate(test).fragment
        })
    }
    if let records = try translation.relatedRecords(sequence) {
      return .condition(
        try translation.condition(thatContain: records, variable.key) { translation throws(FetchError) in
          try translation.translate(test).fragment
        })
    }
    let values = try constants(of: sequence, "SequenceContainsWhere")
    let tests = try translation.each(values, as: variable.key, test)
    return .condition(
      tests.isEmpty ? SQLFragment(sql: "0") : "(" + .joined(tests.map(\.fragment), by: " OR ") + ")")
  }
}

extension PredicateTranslation {
  /// The test's SQL with its variable standing for each of the values in turn.
  fileprivate mutating func each(
    _ values: [Value], as variable: PredicateExpressions.VariableID, _ test: any PredicateExpression
  ) throws(FetchError) -> [Translated] {
    var tests: [Translated] = []
    for value in values {
      var isText = false
      if case .text = value { isText = true }
      variables[variable] = .value(
        Translated(fragment: SQLFragment(sql: "?", arguments: [value]), isText: isText, constant: value))
      tests.append(try translate(test))
    }
    return tests
  }
}

/// The elements of a sequence that depends on no record.
private func constants(of sequence: any PredicateExpression, _ node: String) throws(FetchError) -> [Value] {
  func evaluate<E: PredicateExpression>(_ expression: E) -> Any? { try? expression.evaluate(PredicateBindings()) }
  guard let elements = evaluate(sequence) as? any Sequence else { throw FetchError.unsupportedPredicate(node: node) }
  var values: [Value] = []
  for element in elements {
    guard let value = element as? any ColumnValue else { throw FetchError.unsupportedPredicate(node: node) }
    values.append(value.storedValue)
  }
  return values
}
