import Foundation

/// A value that can't be stored, such as a number that is none in an attribute that is stored as JSON; nothing was written.
///
///     do {
///       try await store.write("Rate") { try $0.update(id) { $0.ratings = [4, .infinity] } }
///     } catch let error as AttributeEncodingError {
///       print(error.attribute)  // \Book.ratings
///     }
///
/// It mirrors the errors that a `ValueTransformer` and an `Encoder` give:
/// <https://developer.apple.com/documentation/swift/encodingerror>
public struct AttributeEncodingError: Error, Hashable, Sendable {
  /// The property, as its key path describes itself.
  public let attribute: String
  /// Why the value can't be stored, in the encoder's words.
  public let reason: String

  init(attribute: String, _ error: any Error) {
    self.attribute = attribute
    reason =
      if case .invalidValue(_, let context) = error as? EncodingError { context.debugDescription } else { "\(error)" }
  }

  init(notANumberIn attribute: String) {
    self.attribute = attribute
    reason = "SQLite has no NaN, and would store none."
  }
}

extension AttributeEncodingError: CustomStringConvertible {
  /// One plain sentence.
  public var description: String {
    "The value of \(attribute) can't be stored (\(reason.hasSuffix(".") ? String(reason.dropLast()) : reason))."
  }
}
