extension EscapeSequence {
  /// Reads what begins with `ESC [`; nothing if that is Esc and a `[` after all.
  static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Result? {
    let body = bytes.dropFirst(2)
    if body.first == UInt8(ascii: "[") { return consoleKey(bytes) }
    guard let finalIndex = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return .incomplete
    }
    let count = finalIndex + 1 - bytes.startIndex
    let final = bytes[finalIndex]
    let parameters = body[..<finalIndex]
    guard (0x40...0x7E).contains(final) else {
      // Broken off; what broke it is read by itself.
      return parameters.isEmpty ? nil : .skip(count: count - 1)
    }
    if final == UInt8(ascii: "M"), parameters.isEmpty { return oldMouse(bytes) }
    if parameters.first == UInt8(ascii: "<") {
      return mouse(numbers(parameters.dropFirst()), final: final)
        .map { .event(.mouse($0), count: count) } ?? .skip(count: count)
    }
    let numbers = numbers(parameters)
    if final == UInt8(ascii: "~"), numbers.first == 200 { return .pasteStart(count: count) }
    return event(numbers, final: final).map { .event($0, count: count) } ?? .skip(count: count)
  }

  /// The numbers between `;`; one that is missing, or no number, is 0.
  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
    }
  }

  private static func event(_ numbers: [Int], final: UInt8) -> Event? {
    switch final {
    case UInt8(ascii: "I"): return .focusIn
    case UInt8(ascii: "O"): return .focusOut
    case UInt8(ascii: "Z"): return .key(.backTab)
    case UInt8(ascii: "a"): return .key(.up)
    case UInt8(ascii: "b"): return .key(.down)
    case UInt8(ascii: "c") where numbers.count <= 1: return .key(.right)
    case UInt8(ascii: "d"): return .key(.left)
    case UInt8(ascii: "u"):
      return key(code: numbers.first, modifiers: numbers.dropFirst().first).map(Event.key)
    case UInt8(ascii: "~"):
      if numbers.first == 27, numbers.count == 3 {
        return key(code: numbers[2], modifiers: numbers[1]).map(Event.key)
      }
      return numbers.first.flatMap { numberKeys[$0] }.map(Event.key)
    default:
      // A report of the cursor's place ends as F3 does.
      if final == UInt8(ascii: "R"), numbers.first != 1 { return nil }
      return letterKeys[final].map(Event.key)
    }
  }

  private static let numberKeys: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// A key that is named by its code point, as newer keyboard protocols do.
  ///
  /// See <https://sw.kovidgoyal.net/kitty/keyboard-protocol/>.
  private static func key(code: Int?, modifiers: Int?) -> Key? {
    guard let code, let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      value > 0, !(0xE000...0xF8FF).contains(value)
    else { return nil }
    let plain = key(scalar)
    let bits = max(0, (modifiers ?? 1) - 1)
    if case .tab = plain, bits & 1 != 0 { return .backTab }
    if case .character(let character) = plain, bits & 4 != 0 {
      return .control(Character(character.lowercased()))
    }
    return plain
  }

  /// F1 to F5 on the Linux console: `ESC [ [ A` to `E`.
  private static func consoleKey(_ bytes: ArraySlice<UInt8>) -> Result? {
    guard let letter = bytes.dropFirst(3).first else { return .incomplete }
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter) else { return nil }
    return .event(.key(.function(Int(letter - UInt8(ascii: "A")) + 1)), count: 4)
  }

  // MARK: Mouse

  private static func mouse(_ numbers: [Int], final: UInt8) -> MouseEvent? {
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return nil
    }
    return mouse(
      code: numbers[0], column: numbers[1], row: numbers[2],
      isRelease: final == UInt8(ascii: "m"))
  }

  /// The report of terminals that know no other: three bytes, each raised by 32.
  private static func oldMouse(_ bytes: ArraySlice<UInt8>) -> Result {
    let report = Array(bytes.dropFirst(3).prefix(3))
    guard report.count == 3 else { return .incomplete }
    let numbers = report.map { Int($0) - 32 }
    let isRelease = numbers[0] & 0b11 == 3 && numbers[0] & 64 == 0
    return mouse(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
      .map { .event(.mouse($0), count: 6) } ?? .skip(count: 6)
  }

  private static func mouse(code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
    guard code >= 0, column > 0, row > 0 else { return nil }
    let position = Position(column: column - 1, row: row - 1)
    let buttons: [MouseEvent.Button?] = [.left, .middle, .right, nil]
    let button = buttons[code & 0b11]
    // Bits 2 to 4 are Shift, Alt and Ctrl; 5 says that it moved, 6 that it is the wheel, 7 more
    // buttons.
    switch (code & 64 != 0, code & 0b11) {
    case _ where code & 128 != 0: return nil
    case (true, 0): return MouseEvent(.scrollUp, at: position)
    case (true, 1): return MouseEvent(.scrollDown, at: position)
    case (true, _): return nil
    case _ where code & 32 != 0: return MouseEvent(.move(button), at: position)
    case _ where isRelease: return MouseEvent(.release(button), at: position)
    default: return button.map { MouseEvent(.press($0), at: position) }
    }
  }
}
