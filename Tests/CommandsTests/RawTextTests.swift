import Files
import Testing

@testable import Commands

struct RawTextTests {
  @Test(
    arguments: [
      [], Array("Zoë 🧗‍♀️ 𝄞".utf8), [0x6D, 0xFC, 0x6C], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9D, 0x84], [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBB, 0xBC], [0xF4, 0x8F, 0xBB, 0xBC, 0xFC], [0x41, 0x80, 0xCC, 0x81, 0x42],
    ] as [[UInt8]])
  func everyBytesComeBack(bytes: [UInt8]) {
    #expect(RawText.path(RawText.decoded(bytes)).bytes == bytes)
    #expect(
      RawText.hasEscapes(RawText.decoded(bytes))
        == (String(validating: bytes, as: UTF8.self) == nil || bytes.first == 0xF4))
  }

  @Test func textIsItself() { #expect(RawText.decoded(Array("Zoë".utf8)) == "Zoë") }

  @Test func onlyFilesMayBeNamedSo() throws {
    let name = RawText.decoded([0x6D, 0xFC])
    let options = [
      CommandOption("store", argument: "FILE", summary: ""), CommandOption("note", argument: "TEXT", summary: ""),
    ]
    func read(_ arguments: [String], _ files: CommandArguments.FileOperands) throws {
      _ = try CommandArguments(parsing: arguments, options: options, fileOperands: files)
    }
    try read(["--store", name, name, name], .all)
    try read([name, "x"], .first)
    for (arguments, files) in [
      (["--note", name], CommandArguments.FileOperands.all), ([name], .none), (["x", name], .first),
      (["--", name], .none),
    ] {
      #expect(throws: UsageError.self) { try read(arguments, files) }
    }
    #expect(PrintableText.of(name) == "m\u{FFFD}")
  }
}
