import Foundation
import Testing

@testable import TextFormats

/// The records of a text, one word a record: `line:cell|cell`, or `line!reason`.
private func records(_ bytes: [UInt8], pieceSize: Int = .max) throws -> [String] {
  var rest = bytes[...]
  var reader = CSVReader {
    defer { rest = rest.dropFirst(pieceSize) }
    return Array(rest.prefix(pieceSize))
  }
  var records: [String] = []
  while let record = try reader.next() {
    switch record {
    case .row(let row): records.append("\(row.line):\(row.cells.joined(separator: "|"))")
    case .refused(let error): records.append("\(error.line)!\(error.reason)")
    }
  }
  return records
}

private func records(_ text: String) throws -> [String] { try records(Array(text.utf8)) }

@Suite struct CSVReaderTests {
  @Test(
    arguments: [
      ("", []),
      ("a", ["1:a"]),
      ("a,b\n1,2\n", ["1:a|b", "2:1|2"]),
      ("a,b\r\n1,2\r\n", ["1:a|b", "2:1|2"]),
      ("a,b\r1,2\r", ["1:a|b", "2:1|2"]),
      ("a,b\r1,\"x\ry\"", ["1:a|b", "2:1|x\ry"]),
      ("a,b\r\n1,\"Once\r\nmore\"\r\n2,\"x\"\r\n", ["1:a|b", "2:1|Once\r\nmore", "4:2|x"]),
      ("a,b\n\"1\n\n\",2\n3,4", ["1:a|b", "2:1\n\n|2", "5:3|4"]),
      ("a,\"say \"\"hi\"\"\"\n\"\"\"worker\"\"\",", ["1:a|say \"hi\"", "2:\"worker\"|"]),
      ("a,b\n1\n1,2,3\n4,5", ["1:a|b", "2:1", "3:1|2|3", "4:4|5"]),
      ("\n \n,,\n \t, \na,b\n\"\",\" \"\n\n1,2\n\n", ["5:a|b", "8:1|2"]),
      ("\"b\" ,c\n \"d\"\t, \"e,f\" \n", ["1:b|c", "2:d|e,f"]),
      (" a , b \n", ["1: a | b "]),
      ("5'10\",\"x\"\n", ["1:5'10\"|x"]),
      ("a,b\n\"b\"x,c\n\"1\",2\n", ["1:a|b", "2!textAfterQuote", "3:1|2"]),
      ("a,b\n1,\"x\ny\"z\n3,4\n", ["1:a|b", "3!textAfterQuote", "4:3|4"]),
      ("a,b\n1,2\n3,\"4\n5,6\n", ["1:a|b", "2:1|2", "3!openQuote"]),
      ("a,b\n\"x\ny\",\"4\n5,6\n", ["1:a|b", "3!openQuote"]),
      ("a\n\"", ["1:a", "2!openQuote"]),
      ("\u{FEFF}a,b\n\u{FEFF}1,2", ["1:a|b", "2:\u{FEFF}1|2"]),
      ("\u{FEFF}\"a\nb\",c\n", ["1:a\nb|c"]),
      ("a\r\r\nb\r\r\n", ["1:a", "3:b"]),
      ("a\u{0},b\n", ["1:a\u{0}|b"]),
    ] as [(String, [String])])
  func readsWhatPeopleHave(text: String, expected: [String]) throws {
    let bytes = Array(text.utf8)
    #expect(try records(bytes) == expected)
    // However the bytes are cut into pieces.
    for pieceSize in 1...5 {
      #expect(try records(bytes, pieceSize: pieceSize) == expected)
    }
  }

  @Test(
    arguments: [
      ("name;place\nAnn;Gym, 2\n", ["1:name|place", "2:Ann|Gym, 2"]),
      ("name\tplace\nAnn\tGym\n", ["1:name|place", "2:Ann|Gym"]),
      ("name|place\nAnn|Gym\n", ["1:name|place", "2:Ann|Gym"]),
      ("name,\"a;b;c;d\"\nAnn,x;y;z\n", ["1:name|a;b;c;d", "2:Ann|x;y;z"]),
      ("\"a;b\nc;d\"\n\"x\",y\n", ["1:a;b\nc;d", "3:x|y"]),
      ("\n\nname;place\n1,5;2\n", ["3:name|place", "4:1,5|2"]),
      ("name\nAnn\n", ["1:name", "2:Ann"]),
      (";;\nname,place\nAnn,Gym\n", ["2:name|place", "3:Ann|Gym"]),
      ("\r\n,, \r\nname;place\r\nAnn;Gym\r\n", ["3:name|place", "4:Ann|Gym"]),
      ("\t\nname,place\nAnn,Gym", ["2:name|place", "3:Ann|Gym"]),
      ("na\"me,name,note\nx,y,\"a;b\"\n", ["1:na\"me|name|note", "2:x|y|a;b"]),
      ("name,a;b;c\nAnn,1\n", ["1:name|a;b;c", "2:Ann|1"]),
      ("name;a,b\nAnn;1\nBo;2,5\n", ["1:name|a,b", "2:Ann|1", "3:Bo|2,5"]),
      ("name;place", ["1:name|place"]),
      ("sep=;\nname;place\nAnn;Gym\n", ["2:name|place", "3:Ann|Gym"]),
      ("sep=,\r\nname,a;b;c\r\n", ["2:name|a;b;c"]),
      ("a\tb\n\t1\n 2\t\n", ["1:a|b", "2:|1", "3: 2|"]),
    ] as [(String, [String])])
  func guessesTheSeparator(text: String, expected: [String]) throws {
    #expect(try records(text) == expected)
    #expect(try records(Array(text.utf8), pieceSize: 1) == expected)
  }

  @Test func refusesRowsThatAreNotUTF8() throws {
    var bytes = Array("name\nZo".utf8) + [0xEB] + Array("\nAnn\n".utf8)
    #expect(try records(bytes) == ["1:name", "2!notUTF8", "3:Ann"])
    bytes = Array("name\n\"x\"\"".utf8) + [0xC3] + Array("\"\nAnn\n".utf8)
    #expect(try records(bytes) == ["1:name", "2!notUTF8", "3:Ann"])
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func readsUTF16(encoding: String.Encoding) throws {
    let data = try #require("\u{FEFF}name,place\r\nZoë 👩‍👩‍👧,\r\n".data(using: encoding))
    for pieceSize in [1, 2, 3, 7, 1000] {
      #expect(
        try records(Array(data), pieceSize: pieceSize) == ["1:name|place", "2:Zoë 👩‍👩‍👧|"])
    }
    // Half a pair, and half a code unit.
    let broken = Array(data) + (encoding == .utf16BigEndian ? [0xD8, 0x3D] : [0x3D, 0xD8]) + [0]
    #expect(try records(broken) == ["1:name|place", "2:Zoë 👩‍👩‍👧|", "3!notUTF8"])
  }

  @Test func keepsTheBytesOfEachRow() throws {
    let text = "name\r\n\"a\"\"\r\nb\" \r\nx\"\n\"c\"d\n\"open"
    var reader = CSVReader(bytes: Array(text.utf8))
    var bytes: [UInt8] = []
    var parts: [String] = []
    while let record = try reader.next() {
      switch record {
      case .row(let row):
        bytes += row.bytes
        parts.append(String(decoding: row.bytes, as: UTF8.self))
      case .refused(let error):
        bytes += error.bytes
        parts.append(String(decoding: error.bytes, as: UTF8.self))
      }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(parts == ["name\r\n", "\"a\"\"\r\nb\" \r\n", "x\"\n", "\"c\"d\n", "\"open"])
  }

  @Test func aRowThatNeverEndsIsOneError() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1024 * 1024)
    var count = 0
    var reader = CSVReader(separator: UInt8(ascii: ",")) {
      count += 1
      return count == 1 ? Array("a\n\"".utf8) : piece
    }
    guard case .row = try reader.next(), case .refused(let error) = try reader.next() else {
      Issue.record("the first row is good, the second is not")
      return
    }
    #expect(error.reason == .tooLong)
    #expect(error.line == 2)
    #expect(try reader.next() == nil)
    #expect(count < 40)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func lineEndsMakeNoDifference(lineEnd: String) throws {
    let text = ["name,note", "Zoë,\"a,b\"", "Bo,\"Berlin\"", ""].joined(separator: lineEnd)
    #expect(try records(text) == ["1:name|note", "2:Zoë|a,b", "3:Bo|Berlin"])
  }
}
