import Glibc

/// A call of the operating system that failed, on a file.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was to be done, such as `open`.
  public let action: String
  /// The file, in the user's words.
  public let file: String
  /// The system's number for what went wrong.
  public let code: Int32

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - action: What was to be done, such as `open`.
  ///   - file: The file, in the user's words.
  ///   - code: The system's number for what went wrong, `errno`.
  public init(action: String, file: String, code: Int32) {
    self.action = action
    self.file = file
    self.code = code
  }

  /// The system's own words.
  public var reason: String { String(cString: strerror(code)) }

  /// One sentence that ends in the system's own words.
  public var description: String { "Can't \(action) “\(file)”: \(reason)." }
}

/// The reader of what is being written has gone, as `head` does when it has seen enough.
public struct ClosedPipeError: Error, Hashable, Sendable {
  /// Creates an error.
  public init() {}
}
