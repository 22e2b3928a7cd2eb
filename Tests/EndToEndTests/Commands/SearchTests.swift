import Foundation
import Testing

/// What people type, and whom it finds.
struct SearchTests {
  @Test func wordsFindWhatTheEyeHoldsToBeTheSame() throws {
    let sandbox = try Sandbox()
    let names = [
      "Antônio", "Nguyễn Ắc Ứ", "\u{212b}se", "Øyvind", "Łukasz", "Straße", "Æsir", "ıpek",
      "Breeder's and Owner's Club",
      "\"--x\"", "Bo", "雨", "Birchermüesli", "Ägypten", "100％", "ann\u{a0}lee", "a_b", "＼wide", "김민준", "ﬁsh", "東京タワー",
      "محمد", "Юрий", "two\nlines",
    ]
    let rows = names.map { "\"\($0.replacing("\"", with: "\"\""))\"\n" }
    try sandbox.write("name\n" + rows.joined(), to: "names.csv")
    try sandbox.besties("import", "names.csv")
    for (words, found) in [
      ("antonio", ["Antônio"]), ("nguyen ac u", ["Nguyễn Ắc Ứ"]), ("ase", ["\u{212b}se"]), ("ÅSE", ["\u{212b}se"]),
      ("oyvind", ["Øyvind"]), ("LUKASZ", ["Łukasz"]), ("strasse", ["Straße"]), ("aesir", ["Æsir"]), ("IPEK", ["ıpek"]),
      ("club owner's", ["Breeder's and Owner's Club"]), ("and", ["Breeder's and Owner's Club"]),
      ("\"--x\"", ["\"--x\""]),
      ("bo", ["Bo"]), ("雨", ["雨"]), ("MÜESLI", ["Birchermüesli"]), ("muesli", ["Birchermüesli"]), ("ägy", ["Ägypten"]),
      ("%", ["100％"]), ("％", ["100％"]), ("_", ["a_b"]), ("＿", ["a_b"]), ("＼", ["＼wide"]), ("\\", ["＼wide"]),
      (" ann ", ["ann\u{a0}lee"]), ("ann lee", ["ann\u{a0}lee"]), ("민", ["김민준"]), ("fish", ["ﬁsh"]), ("タワ", ["東京タワー"]),
      ("حمد", ["محمد"]), ("ЮРИ", ["Юрий"]), ("two lines", ["two\nlines"]), ("bo ann", []), ("*", []),
      ("\u{1}", []), ("\u{200d} bo \u{301}", ["Bo"]), ("bo \u{7f}", []),
    ] {
      let output = try sandbox.besties("list", "--json", "--", words)
      #expect(try output.json().map { $0["name"] as? String } == found, "\(words)")
      #expect(output.status == (found.isEmpty ? 1 : 0), "\(words)")
    }
  }

  /// What a name may do to a terminal, it does not.
  @Test func controlCharactersAreMarksOnATerminalAndInAPipe() throws {
    let sandbox = try Sandbox()
    let id = try sandbox.add("e\u{1b}]52;c;aGk=\u{7}vil", "--note", "C1 \u{9b}31m \u{202e}turned")
    let marked = "e␛]52;c;aGk=␇vil"
    #expect(try sandbox.besties("list").out.hasPrefix("\(marked)\t"))
    #expect(try sandbox.bestiesOnTerminal("list", columns: 80).out.hasPrefix("\(marked)  "))
    #expect(try sandbox.bestiesOnTerminal("show", id, columns: 80).out.contains("C1 \u{fffd}31m \u{fffd}turned"))
    #expect(try sandbox.bestiesOnTerminal("delete", id, columns: 80).err.contains(marked))
    #expect(try sandbox.sqlite("SELECT count(*) FROM friend") == "0\n")
  }
}
