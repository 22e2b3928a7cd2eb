import ChildProcesses
import Foundation

/// A library that makes calls on one file fail, for a process that loads it first.
///
/// SQLite reads and writes by `pread64` and `pwrite64` and locks by `fcntl64`: those are what it takes the place of.
enum FailingDisk {
  /// Which calls fail.
  enum Call: String {
    case read, write, lock
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    static int fails(const char *call, int file) {
      char link[64], path[4096];
      const char *name = getenv("FAILING_FILE");
      if (strcmp(getenv("FAILING_CALL"), call)) return 0;
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < (ssize_t)strlen(name)) return 0;
      path[length] = 0;
      if (strcmp(path + length - strlen(name), name)) return 0;
      errno = atoi(getenv("FAILING_CODE"));
      return 1;
    }
    ssize_t pread64(int file, void *buffer, size_t size, off64_t offset) {
      ssize_t (*next)(int, void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pread64");
      return offset >= 40960 && fails("read", file) ? -1 : next(file, buffer, size, offset);
    }
    ssize_t pwrite64(int file, const void *buffer, size_t size, off64_t offset) {
      ssize_t (*next)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
      return fails("write", file) ? -1 : next(file, buffer, size, offset);
    }
    int fcntl64(int file, int command, ...) {
      int (*next)(int, int, ...) = dlsym(RTLD_NEXT, "fcntl64");
      va_list arguments;
      va_start(arguments, command);
      void *argument = va_arg(arguments, void *);
      va_end(arguments);
      int locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
      return locks && fails("lock", file) ? -1 : next(file, command, argument);
    }
    """

  /// Builds the library in a sandbox.
  static func build(in sandbox: Sandbox) throws {
    try sandbox.write(source, to: ".failing.c")
    let built = try sandbox.run("clang", ["-shared", "-fPIC", "-o", ".failing.so", ".failing.c", "-ldl"])
    guard built.status == 0 else { throw BuildError(message: built.err) }
  }

  struct BuildError: Error {
    let message: String
  }
}

extension Sandbox {
  /// Runs `besties` while calls on the file with this ending fail.
  func besties(
    _ arguments: [String], failing call: FailingDisk.Call, of file: String, _ code: Int32
  ) throws -> ChildProcess.Output {
    let usual = environment
    defer { environment = usual }
    environment["LD_PRELOAD"] = folder.appending(path: ".failing.so").path
    environment["FAILING_CALL"] = call.rawValue
    environment["FAILING_FILE"] = file
    environment["FAILING_CODE"] = "\(code)"
    return try run(Self.binary, arguments)
  }
}
