import Glibc

/// The name of a file, as the system has it: bytes, which need not be UTF-8.
///
///     let path = FilePath("friends.sqlite")
///     path.withCString { stat($0, &status) }
///
/// Text can't hold every name. So nothing that opens, compares or removes a file takes its name from a text: a name that
/// isn't UTF-8 would be another one.
///
/// Source: <https://man7.org/linux/man-pages/man7/path_resolution.7.html>
public struct FilePath: Hashable, Sendable {
  /// The bytes, without the NUL that ends a name in C.
  public let bytes: [UInt8]

  /// A name of bytes.
  ///
  /// - Parameter bytes: The bytes; those from a NUL on don't count, as for the system.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

  /// A name in UTF-8.
  ///
  /// - Parameter text: The name.
  public init(_ text: String) { self.init(bytes: text.utf8) }

  /// A name as C has it.
  ///
  /// - Parameter name: The name, which ends with a NUL.
  public init(cString name: UnsafePointer<CChar>) {
    self.init(bytes: UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Calls the body with the name as C takes it.
  ///
  /// - Parameter body: Receives the name, which is gone when it returns.
  /// - Returns: What the body returns.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { characters in
        // An array of one byte or more has an address.
        try characters.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }

  // MARK: Parts

  private static let slash = UInt8(ascii: "/")

  /// Whether it doesn't depend on the current folder.
  public var isAbsolute: Bool { bytes.first == Self.slash }

  /// The file's name in its folder.
  public var lastComponent: FilePath {
    FilePath(bytes: bytes.suffix(from: bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0))
  }

  /// The folder that holds the file; `.` for a name alone.
  public var folder: FilePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return FilePath(".") }
    return FilePath(bytes: bytes.prefix(max(1, slash)))
  }

  /// The name with something behind it, such as `-wal`.
  ///
  /// - Parameter suffix: What to add.
  /// - Returns: The longer name.
  public func adding(_ suffix: String) -> FilePath { FilePath(bytes: bytes + Array(suffix.utf8)) }

  /// A file in this folder.
  ///
  /// - Parameter component: Its name there.
  /// - Returns: Its path.
  public func appending(_ component: FilePath) -> FilePath {
    FilePath(bytes: bytes.last == Self.slash ? bytes + component.bytes : bytes + [Self.slash] + component.bytes)
  }

  // MARK: The file system

  /// The path from the root, by the current folder.
  public var absolute: FilePath {
    guard !isAbsolute, let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    return FilePath(cString: folder).appending(self)
  }

  /// Where the path leads to, through symbolic links, be the file there or not.
  public var resolved: FilePath {
    var path = self
    // As many links as the system follows.
    for _ in 0..<40 {
      if let real = path.withCString({ realpath($0, nil) }) {
        defer { free(real) }
        return FilePath(cString: real)
      }
      guard let target = path.linkTarget else { return path }
      path = target.isAbsolute ? target : path.folder.appending(target)
    }
    return path
  }

  /// What a symbolic link names; nil if there is none.
  private var linkTarget: FilePath? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let length = withCString { path in
        buffer.withMemoryRebound(to: CChar.self) { target in
          target.baseAddress.map { readlink(path, $0, target.count) } ?? 0
        }
      }
      count = max(0, length)
    }
    return target.isEmpty ? nil : FilePath(bytes: target)
  }

  /// Whether the disk of a folder has no room for so much as a few pages.
  public var isOnFullDisk: Bool {
    var status = statvfs()
    return withCString { statvfs($0, &status) } == 0 && status.f_bavail * status.f_frsize < 65_536
  }

  /// What the system knows of the file; nil, and `errno`, if it can't say.
  public var status: stat? {
    var status = stat()
    return withCString { stat($0, &status) } == 0 ? status : nil
  }
}

extension FilePath: CustomStringConvertible {
  /// The name as messages show it: what isn't UTF-8 is U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FilePath: ExpressibleByStringLiteral {
  /// A name in UTF-8.
  public init(stringLiteral text: String) { self.init(text) }
}
