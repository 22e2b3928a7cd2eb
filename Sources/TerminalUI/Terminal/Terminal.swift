import CNcurses
import Foundation

/// The terminal on standard input and output: its modes, its size, and a way to write to it.
@MainActor
final class Terminal {
  private let originalModes: termios
  private let usesMouse: Bool
  private var messages = MessageCapture()
  /// Whether the modes are the app's, not the shell's.
  private(set) var isTaken = false

  /// Notes the modes as they are, so that they can be given back.
  init(usesMouse: Bool) throws(TerminalError) {
    var modes = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetattr(STDIN_FILENO, &modes) == 0
    else { throw .notATerminal }
    originalModes = modes
    self.usesMouse = usesMouse
  }

  var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cn_size(STDOUT_FILENO, &columns, &rows) else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Whether another job has the terminal now.
  var isInBackground: Bool { tcgetpgrp(STDIN_FILENO) != getpgrp() }

  /// Takes the terminal: every key arrives as it is pressed, and nothing is echoed.
  func enter() {
    isTaken = true
    var modes = originalModes
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    messages.begin()
    var rescue = cn_rescue()
    rescue.terminal = STDOUT_FILENO
    rescue.modes = originalModes
    Self.rescueSequence.withUTF8Buffer { bytes in
      // A static string: its bytes stay where they are.
      rescue.bytes = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      rescue.count = bytes.count
    }
    rescue.messages = messages.file
    rescue.standard_error = messages.standardError
    cn_arm_rescue(&rescue)
    write(Array((Self.enterSequence + (usesMouse ? Self.mouseSequence : "")).utf8))
  }

  /// Gives the terminal back as it was found.
  ///
  /// - Parameter ending: What ncurses has to say at the end.
  func leave(ending: [UInt8]) {
    isTaken = false
    cn_arm_rescue(nil)
    write(ending + Array(Self.leaveSequence.utf8))
    var modes = originalModes
    _ = cn_set_modes(STDIN_FILENO, &modes)
    messages.end()
  }

  /// Writes bytes, all of them.
  ///
  /// - Returns: Whether the terminal is still there.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  // Bracketed paste and focus; clicks and the wheel in the SGR form.
  private static let enterSequence = "\u{1B}[?2004h\u{1B}[?1004h"
  private static let mouseSequence = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let leaveSequence = "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"

  /// All that can be on, switched off: the frame, the modes, styles, the hidden cursor, the
  /// alternate screen.
  private static let rescueSequence: StaticString = """
    \u{1B}[?2026l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\
    \u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l
    """

  /// A frame that the terminal shows all at once.
  ///
  /// See <https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036>.
  static func synchronized(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
  }
}
