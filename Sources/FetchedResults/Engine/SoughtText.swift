import CGlibc
import Glibc

/// Bytes that are looked for in other bytes.
struct SoughtText: Sendable {
  /// What is looked for; not empty.
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether everything that holds this holds the other, too.
  func contains(_ other: SoughtText) -> Bool { bytes.withUnsafeBytes(other.occurs) }

  /// Whether a text holds it.
  func occurs(in text: UnsafeRawBufferPointer) -> Bool { firstOccurrence(in: text, within: 0..<text.count) != nil }

  /// How many bytes are compared at once.
  private typealias Block = SIMD32<UInt8>

  /// Where it begins first in a part of a text.
  ///
  /// Its first and its last byte are compared with many places at once; few have both, and those are looked at. So it may
  /// read beyond the part, and is fastest where the text goes on.
  ///
  /// - Complexity: O(*n*) in the length of the part, some ten bytes a nanosecond where it is rare.
  func firstOccurrence(in text: UnsafeRawBufferPointer, within part: Range<Int>) -> Int? {
    guard let base = text.baseAddress, let firstByte = bytes.first, let lastByte = bytes.last else { return nil }
    let distance = bytes.count - 1
    let end = part.upperBound - distance
    // One byte in a long text is what the C library looks for fastest.
    if distance == 0, part.count > 8 * Block.scalarCount { return scalarOccurrence(from: base, within: part) }
    let first = Block(repeating: firstByte)
    let last = Block(repeating: lastByte)
    var position = part.lowerBound
    while position < end {
      guard position + Block.scalarCount + distance <= text.count else {
        return scalarOccurrence(from: base, within: position..<part.upperBound)
      }
      let begins = (base + position).loadUnaligned(as: Block.self) .== first
      let ends = (base + position + distance).loadUnaligned(as: Block.self) .== last
      // A lane of a mask is all ones or all zeros, a byte each.
      let places = unsafeBitCast(begins .& ends, to: SIMD4<UInt64>.self)
      if places != .zero, let place = place(in: places, at: base + position) {
        return position + place < end ? position + place : nil
      }
      position += Block.scalarCount
    }
    return nil
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

  private func scalarOccurrence(from base: UnsafeRawPointer, within part: Range<Int>) -> Int? {
    guard let hit = memmem(base + part.lowerBound, part.count, bytes, bytes.count) else { return nil }
    return UnsafeRawPointer(hit) - base
  }
}
