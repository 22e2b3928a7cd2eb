/// How many colors a terminal can show, and which of them come nearest.
enum ColorDepth: Equatable {
  case none
  /// 8 or 16 colors of the user's choice.
  case basic(Int)
  case palette256
  case direct

  init(colors: Int) {
    switch colors {
    case ..<8: self = .none
    case ..<16: self = .basic(8)
    case ..<256: self = .basic(16)
    case 256: self = .palette256
    default: self = colors >= 1 << 24 ? .direct : .palette256
    }
  }

  /// The terminal's number for a color; -1 for its own.
  func number(for color: Color) -> Int32 {
    switch (self, color) {
    case (.none, _), (_, .standard): -1
    case (.palette256, .palette(let index)): Int32(index)
    case (.palette256, .rgb(let red, let green, let blue)):
      Int32(Self.nearest(to: (red, green, blue), in: 16..<256))
    // Only the first 8 stay what they are there; all other numbers are red, green and blue.
    case (.direct, .palette(let index)) where index < 8: Int32(index)
    case (.direct, .palette(let index)): Self.number(Self.palette[Int(index)])
    case (.direct, .rgb(let red, let green, let blue)): Self.number((red, green, blue))
    case (.basic(let count), .palette(let index)) where index < 16: Int32(Int(index) % count)
    case (.basic(let count), .palette(let index)):
      Int32(Self.nearest(to: Self.palette[Int(index)], in: 0..<count))
    case (.basic(let count), .rgb(let red, let green, let blue)):
      Int32(Self.nearest(to: (red, green, blue), in: 0..<count))
    }
  }

  private typealias RGB = (red: UInt8, green: UInt8, blue: UInt8)

  /// The first numbers of direct color name the palette's: the darkest blues make room for them.
  private static func number(_ color: RGB) -> Int32 {
    let number = Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue)
    return (1..<8).contains(number) ? 8 : number
  }

  private static func nearest(to color: RGB, in indices: Range<Int>) -> Int {
    func distance(_ other: RGB) -> Int {
      let red = Int(color.red) - Int(other.red)
      let green = Int(color.green) - Int(other.green)
      let blue = Int(color.blue) - Int(other.blue)
      // The eye sees green best and blue least.
      return 3 * red * red + 4 * green * green + 2 * blue * blue
    }
    return indices.min { distance(palette[$0]) < distance(palette[$1]) } ?? indices.lowerBound
  }

  /// xterm's palette: 16 colors, a cube of 6 × 6 × 6, and 24 greys.
  ///
  /// See <https://invisible-island.net/xterm/manpage/xterm.html>.
  private static let palette: [RGB] = {
    let basic: [RGB] = [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
      (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
      (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
      (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { blue -> RGB in (red, green, blue) } }
    }
    let greys = (0..<24).map { step -> RGB in
      let level = UInt8(8 + 10 * step)
      return (level, level, level)
    }
    return basic + cube + greys
  }()
}
