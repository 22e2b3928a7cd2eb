import Foundation
import Testing

/// `besties export [FILE|- [WORD…]]`
struct ExportTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func csvHasEveryColumn() throws {
    let id = try sandbox.add(
      "Zoë", "--place", "Gym", "--date", "2021", "--birthday=--05-01", "--phone", "cell:+1", "--email", "a@b", "--tag",
      "x",
      "--tag", "y", "--note", "a \"b\"")
    #expect(
      try sandbox.besties("export").out == #"""
        name,meetingPlace,meetingDate,birthday,phones,emails,tags,note,id
        Zoë,Gym,2021,'--05-01,"[{""label"":""cell"",""value"":""+1""}]",a@b,"x;y","a ""b""",\#(id)

        """#)
    #expect(try sandbox.besties("export", "-", "--format", "json").out == (try sandbox.besties("list", "--json").out))
  }

  @Test func theFirstOperandIsTheFileAndWordsChoose() throws {
    for name in ["Ann", "Bo"] { _ = try sandbox.add(name) }
    let output = try sandbox.besties("export", "out.json", "ann")
    #expect(output == .init(status: 0, out: "", err: "Exported 1 friend to out.json.\n"))
    #expect(try sandbox.contents(of: "out.json").contains(#""name":"Ann""#))
    #expect(try sandbox.besties("export", "-", "bo").lines.count == 2)
  }

  /// Yesterday's backup is worth more than a file of nobody.
  @Test func nobodyIsNoFile() throws {
    _ = try sandbox.add("Ann")
    try sandbox.write("yesterday", to: "old.csv")
    for file in ["new.csv", "old.csv", "-"] {
      let output = try sandbox.besties("export", file, "no", "body")
      #expect(output.status == 1 && output.err == "Nobody matches “no body”; nothing was exported.\n")
    }
    #expect(try sandbox.contents(of: "old.csv") == "yesterday" && !sandbox.exists("new.csv"))
    // Words that ask for nothing choose everybody, also of an empty store.
    #expect(try sandbox.besties("export", "all.csv", "", "\u{200b}").err == "Exported 1 friend to all.csv.\n")
    #expect(try sandbox.besties("--store", "empty.sqlite", "export", "empty.csv", " ").status == 0)
    #expect(
      try sandbox.contents(of: "empty.csv") == "name,meetingPlace,meetingDate,birthday,phones,emails,tags,note,id\n")
  }

  @Test func whatIsExportedAndImportedElsewhereIsTheSame() throws {
    let samples = try sandbox.besties("--demo", "export", "-").out
    try sandbox.write(samples, to: "samples.csv")
    for file in ["samples.csv", "samples.json"] {
      if file.hasSuffix("json") { try sandbox.besties("export", file) }
      sandbox.environment["BESTIES_STORE"] = file + ".sqlite"
      #expect(try sandbox.besties("import", file).err.hasPrefix("24 created"))
      #expect(try sandbox.besties("export").out == samples)
    }
  }

  @Test(arguments: ["export", "import"]) func vCardFilesAreNotTakenForSomethingElse(command: String) throws {
    let output = try sandbox.besties(command, "x.VCF")
    #expect(output.status == 2)
    #expect(
      output.err
        == "besties: “x.VCF” is named as a vCard file, which can't be read or written yet; use CSV or JSON.\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.appending(path: "x.VCF").path))
  }

  @Test func aFileIsReplacedAsAWholeOrNotAtAll() throws {
    _ = try sandbox.add("Ann")
    try sandbox.write("old", to: "real.csv")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder.appending(path: "link.csv").path, withDestinationPath: "real.csv")
    #expect(try sandbox.besties("export", "link.csv").status == 0)
    #expect(try sandbox.contents(of: "real.csv").contains("Ann"))
    #expect(sandbox.files == ["friends.sqlite", "link.csv", "real.csv"])
    let output = try sandbox.besties("export", "none/x.csv")
    #expect(output == .init(status: 2, out: "", err: "besties: Can't write “none/x.csv”: No such file or directory.\n"))
  }

  @Test func aDiskThatIsFullIsSaid() throws {
    _ = try sandbox.add("Ann")
    let output = try sandbox.besties("export", "/dev/full")
    #expect(output.status == 2)
    #expect(output.err == "besties: Can't write to “/dev/full”: No space left on device.\n")
  }

  /// A file or pipe gets every byte, a terminal none that could do anything to it.
  @Test func onATerminalControlCharactersAreMarks() throws {
    let id = try sandbox.add("e\u{1b}]52;c;aGk=\u{7}vil", "--note", "two\nlines \u{9b}31m")
    let header = "name,meetingPlace,meetingDate,birthday,phones,emails,tags,note,id\n"
    #expect(
      try sandbox.besties("export").out
        == header + "\"e\u{1b}]52;c;aGk=\u{7}vil\",,,,,,,\"two\nlines \u{9b}31m\",\(id)\n")
    let marked = header + "\"e␛]52;c;aGk=␇vil\",,,,,,,two␊lines \u{fffd}31m,\(id)\n"
    #expect(try sandbox.bestiesOnTerminal("export", columns: 80).out == marked)
    #expect(try sandbox.bestiesOnTerminal("export", "/dev/stdout", columns: 80).out == marked)
    let json = try sandbox.bestiesOnTerminal("export", "--format", "json", columns: 80).out
    #expect(json.contains(#""name":"e\u001b]52;c;aGk=\u0007vil""#) && json.contains(#"lines \u009b31m"#))
  }

  @Test(arguments: ["ar_EG.UTF-8", "fa_IR.UTF-8", "hi_IN.UTF-8"]) func digitsAreThoseOfASCIIInEveryLocale(
    locale: String
  )
    throws
  {
    sandbox.environment["LC_ALL"] = locale
    let id = try sandbox.add("Ann", "--date", "2021-06-09", "--birthday", "--05-01")
    #expect(try sandbox.besties("export").lines.last == "Ann,,2021-06-09,'--05-01,,,,,\(id)")
    #expect(try sandbox.besties("list", "--sections", "--sort", "date").lines.first == "2021-06-09 (1)")
    #expect(try sandbox.besties("list", "--count").out == "1\n")
  }

  /// The signs that turn text around, and separators of lines that are none to programs, reach no terminal in any form.
  @Test func directionsAndSeparatorsAreEscaped() throws {
    let id = try sandbox.add(
      "a\u{202e}b\u{2066}c\u{2028}d", "--tag", "x\u{202a}y", "--note", "é€\u{2027}\u{202f}\u{2065}")
    for arguments in [
      ["list", "--json"], ["list", "--jsonl"], ["show", "--json", id], ["export", "--format", "json"],
    ] {
      let out = try sandbox.run(Sandbox.binary, arguments).out
      #expect(out.contains(#""name":"a\u202eb\u2066c\u2028d""#) && out.contains(#""tags":["x\u202ay"]"#))
      #expect(out.contains("é€\u{2027}\u{202f}\u{2065}"))
    }
    let row = try sandbox.besties("list", "--tsv").lines.last
    #expect(row?.hasPrefix(#"a\u202eb\u2066c\u2028d"#) == true && row?.contains(#"x\u202ay"#) == true)
    #expect(try sandbox.besties("history", "--json").out.contains(#"Add a\u202eb\u2066c\u2028d"#))
    // What was written is read as it was.
    try sandbox.write(try sandbox.besties("list", "--json").out, to: "all.json")
    #expect(try sandbox.besties("import", "all.json").err == "0 created, 0 updated, 1 unchanged, 0 skipped.\n")
  }
}
