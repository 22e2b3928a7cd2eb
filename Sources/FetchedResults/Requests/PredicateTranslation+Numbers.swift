import Foundation

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
