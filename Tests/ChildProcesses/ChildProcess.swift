import Foundation
import Glibc

/// A program that runs as it would from a shell.
///
/// Foundation's `Process` isn't used: it hands down its threads' blocked signals, waits for daemons, and reads past the
/// end of its memory while more than a thousand files are open.
package struct ChildProcess {
  /// What a program has left behind.
  package struct Output: Equatable {
    package var status: Int32
    package var out: String
    package var err: String

    package init(status: Int32, out: String, err: String) {
      (self.status, self.out, self.err) = (status, out, err)
    }
  }

  /// What did not work in starting a program.
  package struct SpawnError: Error {
    let program: String
    let code: Int32
  }

  private let id: pid_t
  private let out: Int32
  private let err: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name to be found in `PATH`.
  ///   - arguments: Without its own name.
  ///   - environment: All that it gets.
  ///   - folder: Where it runs.
  ///   - input: Its standard input, an open file; nil for an empty one.
  ///   - terminal: An open terminal that is its standard input and output instead.
  /// - Throws: ``SpawnError``.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: URL, input: Int32? = nil,
    terminal: Int32? = nil
  ) throws {
    out = Self.unlinkedFile(in: folder)
    err = Self.unlinkedFile(in: folder)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input = terminal ?? input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, terminal ?? out, 1)
    posix_spawn_file_actions_adddup2(&actions, err, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // `env` changes the folder, and becomes the program.
    let argv = (["env", "-C", folder.path, program] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, "env", &actions, &attributes, argv, envp)
    guard code == 0 else { throw SpawnError(program: program, code: code) }
    self.id = id
  }

  package func signal(_ number: Int32) { kill(id, number) }

  /// Waits for the end; a status above 128 is a signal's, as shells say it.
  package func wait() -> Output {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    return Output(status: code, out: Self.contents(of: out), err: Self.contents(of: err))
  }

  /// Waits for the end of a program that takes its time: Swift's own threads are few, and other tests need them.
  package func end() async -> Output {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: wait()) }
    }
  }

  /// A file that is gone when it is closed: unlike a pipe, it never makes the writer wait.
  private static func unlinkedFile(in folder: URL) -> Int32 {
    let path = folder.appending(path: ".output-\(UUID().uuidString)").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unlink(path)
    return descriptor
  }

  private static func contents(of descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
