public import Files

/// Where an app keeps its files, by the XDG base directory rules.
///
/// A variable of the environment that is empty, or holds a relative path, counts as unset.
public struct UserDirectories: Sendable {
  private let app: String
  private let environment: [String: String]

  /// Creates the directories of an app.
  ///
  /// - Parameters:
  ///   - app: The app's name.
  ///   - environment: The environment's variables.
  public init(app: String, environment: [String: String]) {
    self.app = app
    self.environment = environment
  }

  /// The folder for what the user would miss.
  ///
  /// - Returns: `$XDG_DATA_HOME/app`, by default `~/.local/share/app`.
  /// - Throws: ``HomeUnknownError`` if the environment names neither.
  public func data() throws(HomeUnknownError) -> FilePath {
    try folder("XDG_DATA_HOME", default: ".local/share")
  }

  /// The folder for what the app remembers of its use.
  ///
  /// - Returns: `$XDG_STATE_HOME/app`, by default `~/.local/state/app`.
  /// - Throws: ``HomeUnknownError`` if the environment names neither.
  public func state() throws(HomeUnknownError) -> FilePath {
    try folder("XDG_STATE_HOME", default: ".local/state")
  }

  private func folder(
    _ variable: String, default path: String
  ) throws(HomeUnknownError) -> FilePath {
    if let base = absolutePath(in: variable) { return RawText.path("\(base)/\(app)") }
    guard let home = absolutePath(in: "HOME") else { throw HomeUnknownError(variable: variable) }
    return RawText.path("\(home)/\(path)/\(app)")
  }

  /// The path in a variable, without slashes at its end.
  private func absolutePath(in variable: String) -> String? {
    guard var path = environment[variable], path.hasPrefix("/") else { return nil }
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// The environment doesn't say where the user's files are.
public struct HomeUnknownError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The variable that would have said so.
  public let variable: String

  /// One sentence that says what to set.
  public var description: String {
    "Neither HOME nor \(variable) is set to an absolute path: set one of them, or name a file."
  }
}

/// The file that holds an app's store.
public struct StorePath: Hashable, Sendable {
  /// Its path.
  public let path: FilePath
  /// Whether nobody named the file, so that a missing folder is made for it.
  public let isDefault: Bool

  /// Decides which file holds the store: what `--store` names, else what `$APP_STORE` names, else
  /// `app.sqlite` in the app's data folder.
  ///
  /// - Parameters:
  ///   - app: The app's name.
  ///   - option: The argument of `--store`, if it was given.
  ///   - environment: The environment's variables; an empty `$APP_STORE` counts as unset.
  /// - Throws: ``UsageError`` if the option's argument is empty, ``HomeUnknownError`` if nothing
  ///   names a file.
  public init(app: String, option: String?, environment: [String: String]) throws {
    if let option {
      guard !option.isEmpty else {
        throw UsageError.missingArgument(option: "--store", argument: "FILE")
      }
      self.init(path: RawText.path(option), isDefault: false)
    } else if let path = environment["\(app.uppercased())_STORE"], !path.isEmpty {
      self.init(path: RawText.path(path), isDefault: false)
    } else {
      let folder = try UserDirectories(app: app, environment: environment).data()
      self.init(path: folder.appending(FilePath("\(app).sqlite")), isDefault: true)
    }
  }

  private init(path: FilePath, isDefault: Bool) {
    self.path = path
    self.isDefault = isDefault
  }
}
