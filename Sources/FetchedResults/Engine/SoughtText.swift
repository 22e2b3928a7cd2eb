import CGlibc
import Glibc

/// Bytes that are looked for in other bytes.
struct SoughtText: Sendable {
  /// What is looked for; not empty.
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether everything that holds this holds the other, too.
  func contains(_ other: SoughtText) -> Bool { bytes.withUnsafeBytes(other.occurs) }

  /// Whether a short text holds it.
  func occurs(in text: UnsafeRawBufferPointer) -> Bool { scalarOccurrence(in: text, from: 0) != nil }

  /// How many bytes are compared at once.
  private typealias Block = SIMD32<UInt8>

  /// Where it begins in a long text, at or after an offset.
  ///
  /// Its first and its last byte are compared with many places at once; few have both, and those are looked at.
  ///
  /// - Complexity: O(*n*), some ten bytes a nanosecond where it is rare.
  func firstOccurrence(in text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
    // One byte is what the C library looks for fastest.
    guard bytes.count > 1 else { return scalarOccurrence(in: text, from: offset) }
    guard let base = text.baseAddress, let firstByte = bytes.first, let lastByte = bytes.last else { return nil }
    let first = Block(repeating: firstByte)
    let last = Block(repeating: lastByte)
    let distance = bytes.count - 1
    var position = offset
    while position + Block.scalarCount + distance <= text.count {
      let begins = (base + position).loadUnaligned(as: Block.self) .== first
      let ends = (base + position + distance).loadUnaligned(as: Block.self) .== last
      // A lane of a mask is all ones or all zeros, a byte each.
      let places = unsafeBitCast(begins .& ends, to: SIMD4<UInt64>.self)
      if places != .zero, let place = place(in: places, at: base + position) { return position + place }
      position += Block.scalarCount
    }
    return scalarOccurrence(in: text, from: position)
  }

  /// The first of the marked places of a block where all of it stands.
  private func place(in marks: SIMD4<UInt64>, at block: UnsafeRawPointer) -> Int? {
    for word in 0..<4 {
      var rest = UInt64(littleEndian: marks[word])
      while rest != 0 {
        let byte = rest.trailingZeroBitCount / 8
        if memcmp(block + 8 * word + byte, bytes, bytes.count) == 0 { return 8 * word + byte }
        rest &= ~(0xff << UInt64(8 * byte))
      }
    }
    return nil
  }

  private func scalarOccurrence(in text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
    guard let base = text.baseAddress, offset < text.count else { return nil }
    guard let hit = memmem(base + offset, text.count - offset, bytes, bytes.count) else { return nil }
    return UnsafeRawPointer(hit) - base
  }
}
