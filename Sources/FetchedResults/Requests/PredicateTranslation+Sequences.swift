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
    let values = try translation.constants(of: sequence, "SequenceContains").map(\.comparedValue)
    return .condition(try translation.translate(element).isAmong(values))
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
    let values = try translation.constants(of: sequence, "SequenceAllSatisfy")
    return .all(try translation.each(values, of: LHS.Output.Element.self, as: variable.key, test))
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
    let values = try translation.constants(of: sequence, "SequenceContainsWhere")
    return .any(try translation.each(values, of: LHS.Output.Element.self, as: variable.key, test))
  }
}

extension PredicateTranslation {
  /// The test's SQL with its variable standing for each of the values in turn.
  fileprivate mutating func each(
    _ values: [any ColumnValue], of elementType: Any.Type, as variable: PredicateExpressions.VariableID,
    _ test: any PredicateExpression
  ) throws(FetchError) -> [Translated] {
    var tests: [Translated] = []
    var seen: Set<Value> = []
    var argumentCount = 0
    let hadOptionalVariable = hasOptionalVariable
    hasOptionalVariable = hadOptionalVariable || (elementType as? any ColumnValue.Type)?.isOptional == true
    defer { hasOptionalVariable = hadOptionalVariable }
    for value in values where seen.insert(value.comparedValue).inserted {
      variables[variable] = .value(.constant(value))
      let test = try translate(test)
      argumentCount += test.fragment.arguments.count
      // A search has one argument in the end, whatever it looks for.
      if test.search == nil { try FetchPlan.checkArgumentCount(argumentCount) }
      tests.append(test)
    }
    return tests
  }
}
