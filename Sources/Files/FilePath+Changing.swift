import Glibc

extension FilePath {
  /// Makes the folder, and those that it is in, for its owner alone; one that is there already stays as it is.
  ///
  /// - Throws: ``SystemError``.
  public func makeFolder() throws(SystemError) {
    guard status == nil, bytes != folder.bytes else { return }
    try folder.makeFolder()
    guard withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw SystemError(action: "make", file: "\(self)", code: errno)
    }
  }

  /// Copies the file over another one, which is then its owner's alone.
  ///
  /// - Parameter target: The copy.
  /// - Throws: ``SystemError``, which names the file that can't be read or written.
  /// - Complexity: O(*n*) in the size of the file, by the system itself.
  public func copy(to target: FilePath) throws(SystemError) {
    let source = withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard source >= 0 else { throw SystemError(action: "read", file: "\(self)", code: errno) }
    defer { close(source) }
    let copy = target.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    guard copy >= 0 else { throw SystemError(action: "write", file: "\(target)", code: errno) }
    defer { close(copy) }
    fchmod(copy, 0o600)
    while true {
      let count = sendfile(copy, source, nil, 1 << 30)
      if count == 0 { return }
      if count < 0, errno != EINTR { throw SystemError(action: "write", file: "\(target)", code: errno) }
    }
  }

  /// What the file holds; nil, and `errno`, if it can't be read.
  public var contents: [UInt8]? {
    let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return contents }
      if count > 0 { contents += piece[..<count] } else if errno != EINTR { return nil }
    }
  }
}
