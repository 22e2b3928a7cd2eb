import Foundation
import Testing

@testable import BestiesKit
@testable import TextFormats

/// Bytes that nobody would write on purpose: they are refused or read, and never end the process.
@Suite struct HostileInputTests {
  private func texts(of alphabet: [[UInt8]], seed: UInt64) -> [[UInt8]] {
    var state = seed
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    return (0..<3000).map { _ in
      (0..<random(below: 24)).flatMap { _ in alphabet[random(below: alphabet.count)] }
    }
  }

  private func records(_ bytes: [UInt8], pieceSize: Int) throws -> [CSVRecord] {
    var rest = bytes[...]
    var reader = CSVReader(separator: UInt8(ascii: ",")) {
      defer { rest = rest.dropFirst(pieceSize) }
      return Array(rest.prefix(pieceSize))
    }
    var records: [CSVRecord] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  @Test func anyBytesReadTheSameInAnyPieces() throws {
    let alphabet: [[UInt8]] =
      ["\"", "\"", ",", "\r", "\n", " ", "a", "é"].map { Array($0.utf8) }
      + [[0xFF], [0xFE], [0xEF, 0xBB, 0xBF], [0xC3], [0], [0xD8]]
    for bytes in texts(of: alphabet, seed: 3) {
      let whole = try records(bytes, pieceSize: .max)
      #expect(try records(bytes, pieceSize: 1) == whole, "\(bytes)")
      #expect(try records(bytes, pieceSize: 3) == whole, "\(bytes)")
    }
  }

  @Test func anyRowsAreFriendsOrRefused() throws {
    let alphabet = [
      "name", "phones", "id", ",", ",", "\n", "\n", "[", "]", "\"", "\"\"", "{", ":", ";", "'", "=",
      "a",
      "2009", "-",
    ].map { Array($0.utf8) }
    for bytes in texts(of: alphabet, seed: 4) {
      var pieces = [Array("name,meetingDate,phones,tags,id\n".utf8) + bytes]
      var reader = try FriendCSVReader { pieces.popLast() ?? [] }
      while let row = try reader.next() {
        if case .success(let draft) = row.result {
          #expect(try draft.makeFriend(id: "1", addedAt: .distantPast).name.isEmpty == false)
        }
      }
    }
  }

  @Test func anyTextIsADateOrRefused() {
    let alphabet = ["0", "1", "2", "9", "-", "-", "12", "2020", "+", "é"].map { Array($0.utf8) }
    for bytes in texts(of: alphabet, seed: 5) {
      let text = String(decoding: bytes, as: UTF8.self)
      if let date = try? PartialDate(parsing: text, as: .birthday) { #expect(date.text == text) }
    }
  }

  @Test func anySpellingSettles() {
    let alphabet = ["\"", ",", ":", " ", "a", "tel", "é", "\u{301}", "/", "1"].map {
      Array($0.utf8)
    }
    for bytes in texts(of: alphabet, seed: 6) {
      let values = ContactValue.list(spelling: String(decoding: bytes, as: UTF8.self))
      #expect(ContactValue.list(spelling: ContactValue.spelling(of: values)) == values)
    }
  }
}
