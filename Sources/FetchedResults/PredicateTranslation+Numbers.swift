import Foundation
import SQLite

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let sign =
      switch op {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      @unknown default: throw FetchError.unsupportedPredicate(node: "Arithmetic")
      }
    return Translated(
      fragment: try "(" + translation.translate(lhs).fragment + " \(sign) " + translation.translate(rhs).fragment + ")")
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    Translated(fragment: try "(- " + translation.translate(wrapped).fragment + ")")
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let test = try translation.translate(test)
    let (first, second) = (try translation.translate(trueBranch), try translation.translate(falseBranch))
    let branches = " THEN " + first.fragment + " ELSE " + second.fragment + " END)"
    return Translated(fragment: "(CASE WHEN " + test.fragment + branches, isText: first.isText || second.isText)
  }
}

// MARK: - Ranges

/// A range whose bounds are expressions.
private protocol BoundedExpression {
  var bounds: RangeBounds<any PredicateExpression> { get }
}

extension PredicateExpressions.Range: BoundedExpression {
  fileprivate var bounds: RangeBounds<any PredicateExpression> { RangeBounds(lower, "<", upper) }
}

extension PredicateExpressions.ClosedRange: BoundedExpression {
  fileprivate var bounds: RangeBounds<any PredicateExpression> { RangeBounds(lower, "<=", upper) }
}

/// What a value is compared with to see whether it is in a range.
private struct RangeBounds<Bound> {
  var lower: Bound?
  var sign: String
  var upper: Bound?

  init(_ lower: Bound?, _ sign: String, _ upper: Bound?) { (self.lower, self.sign, self.upper) = (lower, sign, upper) }
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let element = try translation.translate(element)
    let bounds = try bounds(&translation)
    let lower = bounds.lower.map { SQLFragment.comparison($0, "<=", element) }
    let upper = bounds.upper.map { SQLFragment.comparison(element, bounds.sign, $0) }
    return .condition("(" + .joined([lower, upper].compactMap(\.self), by: " AND ") + ")")
  }

  private func bounds(_ translation: inout PredicateTranslation) throws(FetchError) -> RangeBounds<Translated> {
    if let bounds = (range as? any BoundedExpression)?.bounds {
      return RangeBounds(
        try bounds.lower.map { bound throws(FetchError) in try translation.translate(bound) }, bounds.sign,
        try bounds.upper.map { bound throws(FetchError) in try translation.translate(bound) })
    }
    guard let range = try? range.evaluate(PredicateBindings()), let bounds = Self.constantBounds(range) else {
      throw FetchError.unsupportedPredicate(node: "RangeExpressionContains")
    }
    return RangeBounds(bounds.lower.map(Translated.constant), bounds.sign, bounds.upper.map(Translated.constant))
  }

  /// The bounds of a range that is the same for all records, as far as it has some.
  private static func constantBounds(_ range: RangeExpression.Output) -> RangeBounds<any ColumnValue>? {
    func bounds(_ lower: Element.Output?, _ sign: String, _ upper: Element.Output?) -> RangeBounds<any ColumnValue>? {
      RangeBounds(lower as? any ColumnValue, sign, upper as? any ColumnValue)
    }
    return switch range {
    case let range as Swift.Range<Element.Output>: bounds(range.lowerBound, "<", range.upperBound)
    case let range as Swift.ClosedRange<Element.Output>: bounds(range.lowerBound, "<=", range.upperBound)
    case let range as Swift.PartialRangeFrom<Element.Output>: bounds(range.lowerBound, "<=", nil)
    case let range as Swift.PartialRangeUpTo<Element.Output>: bounds(nil, "<", range.upperBound)
    case let range as Swift.PartialRangeThrough<Element.Output>: bounds(nil, "<=", range.upperBound)
    default: nil
    }
  }
}
