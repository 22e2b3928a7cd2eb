/// When to use colors: the values of a `--color` option.
public enum ColorMode: String, CaseIterable, Sendable {
  /// Unless `NO_COLOR` has a value.
  ///
  /// See <https://no-color.org>.
  case auto
  /// Whatever `NO_COLOR` says.
  case always
  /// Never.
  case never

  /// Whether that means colors, in an environment.
  public func usesColor(environment: [String: String]) -> Bool {
    switch self {
    case .auto: environment["NO_COLOR", default: ""].isEmpty
    case .always: true
    case .never: false
    }
  }
}
