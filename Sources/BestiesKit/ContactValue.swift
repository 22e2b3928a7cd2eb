/// A phone number or an e-mail address, with a label such as `cell`.
///
/// In JSON it is `{"label": "cell", "value": "+34 600 000 000"}`; no label is the empty text.
public struct ContactValue: Hashable, Codable, Sendable {
  /// The label, empty if there is none.
  public var label: String
  /// The number or address, as it was given.
  public var value: String

  /// Creates a labelled value.
  ///
  /// - Parameters:
  ///   - label: The label, empty for none.
  ///   - value: The number or address.
  public init(label: String = "", value: String) {
    self.label = label
    self.value = value
  }
}
