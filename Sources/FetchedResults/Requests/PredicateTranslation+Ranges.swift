import Foundation
import SQLite

/// A range whose bounds are expressions.
private protocol BoundedExpression {
  var bounds: RangeBounds<any PredicateExpression> { get }
}

extension PredicateExpressions.Range: BoundedExpression {
  fileprivate var bounds: RangeBounds<any PredicateExpression> { RangeBounds(lower: lower, sign: "<", upper: upper) }
}

extension PredicateExpressions.ClosedRange: BoundedExpression {
  fileprivate var bounds: RangeBounds<any PredicateExpression> { RangeBounds(lower: lower, sign: "<=", upper: upper) }
}

/// What a value is compared with to see whether it is in a range.
private struct RangeBounds<Bound> {
  let lower: Bound?
  /// How the value has to stand to the upper bound.
  let sign: String
  let upper: Bound?
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
        lower: try bounds.lower.map { bound throws(FetchError) in try translation.translate(bound) }, sign: bounds.sign,
        upper: try bounds.upper.map { bound throws(FetchError) in try translation.translate(bound) })
    }
    guard let range = try? range.evaluate(PredicateBindings()), let bounds = Self.constantBounds(range) else {
      throw FetchError.unsupportedPredicate(node: "RangeExpressionContains")
    }
    return RangeBounds(
      lower: bounds.lower.map(Translated.constant), sign: bounds.sign, upper: bounds.upper.map(Translated.constant))
  }

  /// The bounds of a range that is the same for all records, as far as it has some.
  private static func constantBounds(_ range: RangeExpression.Output) -> RangeBounds<any ColumnValue>? {
    guard Element.Output.self is any ColumnValue.Type else { return nil }
    func bounds(_ lower: Element.Output?, _ sign: String, _ upper: Element.Output?) -> RangeBounds<any ColumnValue>? {
      RangeBounds(lower: lower as? any ColumnValue, sign: sign, upper: upper as? any ColumnValue)
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
