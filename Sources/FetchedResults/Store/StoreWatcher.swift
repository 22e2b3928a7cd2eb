import Dispatch
import Files
import Glibc
import Synchronization

/// Tells when another process may have written to a store, without ever asking while nothing happens.
///
/// It watches the store's folder, since the file that grows (`…-wal`) comes and goes. The kernel's word comes before the
/// commit can be seen, and a large commit is many words: so it waits 20 ms, and speaks once more 200 ms later. Where the kernel
/// has no watches left, it speaks four times a second.
///
/// Source: <https://man7.org/linux/man-pages/man7/inotify.7.html>
final class StoreWatcher: Sendable {
  private let queue = DispatchQueue(label: "store.watcher")
  /// `nonisolated(unsafe)`, since it is set once, and libdispatch allows its sources to be cancelled from any thread.
  private nonisolated(unsafe) let source: any DispatchSourceProtocol
  private let isWaiting = Mutex(false)
  private static let interval = DispatchTimeInterval.milliseconds(250)

  /// Watches the store at a path.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - log: Told if the kernel has no watches left.
  ///   - mayHaveChanged: Called on a queue of the watcher's own.
  init(path: FilePath, log: StoreLog?, mayHaveChanged: @escaping @Sendable () -> Void) {
    let name = path.lastComponent.bytes
    guard let descriptor = Self.notifications(of: path.folder) else {
      let reason = String(cString: strerror(errno))
      log?(.info, .store, "other programs' commits are looked for four times a second: no inotify watch (\(reason))")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(50))
      timer.setEventHandler(handler: mayHaveChanged)
      timer.activate()
      source = timer
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = source
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in
      guard Self.drain(descriptor, for: name) else { return }
      self?.wait(mayHaveChanged)
    }
    source.activate()
  }

  deinit { source.cancel() }

  /// What tells of changes in a folder; nil if the kernel has no more of it.
  private static func notifications(of folder: FilePath) -> Int32? {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVE)
    guard folder.withCString({ inotify_add_watch(descriptor, $0, events) }) >= 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private func wait(_ mayHaveChanged: @escaping @Sendable () -> Void) {
    let begins = isWaiting.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
    guard begins else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
      self?.isWaiting.withLock { $0 = false }
      mayHaveChanged()
    }
    queue.asyncAfter(deadline: .now() + .milliseconds(220), execute: mayHaveChanged)
  }

  /// Reads all events there are; whether one is about the store's files.
  private static func drain(_ descriptor: Int32, for name: [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let header = MemoryLayout<inotify_event>.size
    var found = false
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return found }
      var offset = 0
      while offset + header <= count {
        let length = buffer.withUnsafeBytes {
          Int($0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self).len)
        }
        found = found || buffer[(offset + header)..<min(offset + header + length, count)].starts(with: name)
        offset += header + length
      }
    }
  }
}
