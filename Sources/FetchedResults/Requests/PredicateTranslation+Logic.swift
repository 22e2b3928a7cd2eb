import Foundation
import SQLite

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    .all([try translation.translate(lhs), try translation.translate(rhs)])
  }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    .any([try translation.translate(lhs), try translation.translate(rhs)])
  }
}

extension PredicateExpressions.Negation: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    try .condition("(NOT " + translation.translate(wrapped).fragment + ")")
  }
}

extension PredicateExpressions.Equal: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    try .condition(equality(translation.translate(lhs), translation.translate(rhs)))
  }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    try .condition("(NOT " + equality(translation.translate(lhs), translation.translate(rhs)) + ")")
  }
}

/// Whether two values are equal, as Swift sees it: nil equals nil, and text in two spellings of one character is one.
///
/// Keys are compared as bytes where that is the same, for their index to serve; collated text by its sort key first, for the
/// same reason.
private func equality(_ left: Translated, _ right: Translated) -> SQLFragment {
  let isExact =
    !(left.isText || right.isText) || left.isNil || right.isNil || left.isKey && right.isASCII
    || right.isKey && left.isASCII
  if isExact { return "(" + left.fragment + " IS " + right.fragment + ")" }
  let test = SQLFragment.call("text_equal", left.fragment, right.fragment)
  for (column, other) in [(left, right), (right, left)] {
    if let sortKey = column.sortKey, case .text(let text) = other.constant, !text.allSatisfy(\.isWhitespace) {
      return "(" + sortKey + " IS " + .call("collation_key", other.fragment) + " AND " + test + ")"
    }
  }
  return test
}

extension PredicateExpressions.Comparison: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let sign =
      switch op {
      case .lessThan: "<"
      case .lessThanOrEqual: "<="
      case .greaterThan: ">"
      case .greaterThanOrEqual: ">="
      @unknown default: throw FetchError.unsupportedPredicate(node: "Comparison")
      }
    return .condition(.comparison(try translation.translate(lhs), sign, try translation.translate(rhs)))
  }
}

extension SQLFragment {
  /// Whether one value stands in a relation, such as `<`, to another, as Swift sees it.
  static func comparison(_ left: Translated, _ sign: String, _ right: Translated) -> SQLFragment {
    left.isText || right.isText
      ? "(" + .call("text_compare", left.fragment, right.fragment) + " \(sign) 0)"
      : "(" + left.fragment + " \(sign) " + right.fragment + ")"
  }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    Translated(fragment: SQLFragment(sql: "NULL"), constant: .null)
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let left = try translation.translate(lhs)
    let right = try translation.translate(rhs)
    return left.or(right, .call("coalesce", left.fragment, right.fragment))
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let test = try translation.translate(test)
    let (first, second) = (try translation.translate(trueBranch), try translation.translate(falseBranch))
    let branches = " THEN " + first.fragment + " ELSE " + second.fragment + " END)"
    return first.or(second, "(CASE WHEN " + test.fragment + branches)
  }
}

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    if let records = try translation.related(wrapped) {
      translation.variables[variable.key] = .record(records.scope)
      return try translation.translate(transform).within(records.value)
    }
    let base = try translation.translate(wrapped)
    if let record = base.record {
      // A record that is found by way of others: `$0.book?.author?.name`.
      let scope = record(translation.nextScope())
      translation.variables[variable.key] = .record(scope)
      return try translation.translate(transform).within { value in
        "(SELECT " + value + " FROM \(scope.tables) WHERE \(scope.key) = " + base.fragment + ")"
      }
    }
    translation.variables[variable.key] = .value(base)
    return try translation.translate(transform).within { value in
      "(CASE WHEN " + base.fragment + " IS NULL THEN NULL ELSE " + value + " END)"
    }
  }
}

extension Translated {
  /// What is left of a value where there may be none.
  fileprivate func within(_ place: (SQLFragment) -> SQLFragment) -> Translated {
    Translated(fragment: place(fragment), kind: kind, isKey: isKey, isComposed: isComposed, record: record)
  }
}

extension PredicateExpressions.Variable: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    guard case .value(let value) = translation.variables[key], !value.isNotANumber else {
      throw FetchError.unsupportedPredicate(node: "Variable")
    }
    return value
  }
}
