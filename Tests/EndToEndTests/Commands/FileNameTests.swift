import ChildProcesses
import Foundation
import Testing

/// Names of files are bytes, and text is UTF-8.
struct FileNameTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func shell(_ command: String) throws -> ChildProcess.Output {
    try sandbox.run("bash", ["-c", command.replacing("$APP", with: Sandbox.binary)])
  }

  /// The names of files in the home, with what isn't ASCII as numbers.
  private func names() throws -> [String] { try shell("LC_ALL=C ls -b").lines }

  @Test func everyFileIsTheOneThatIsNamed() throws {
    _ = try shell(#"$APP --store $'m\xfcller.db' add 'Zoë'"#)
    #expect(try names() == [#"m\374ller.db"#])
    #expect(try shell(#"$APP list --count --store $'m\xfcller.db'"#).out == "1\n")
    #expect(
      try shell(#"BESTIES_STORE=$'m\xfcller.db' $APP export $'o\xff.csv'"#).err
        == "Exported 1 friend to o\u{FFFD}.csv.\n")
    #expect(try shell(#"BESTIES_STORE=friends.sqlite $APP import $'o\xff.csv'"#).err.hasPrefix("1 created"))
    #expect(try shell(#"$APP history"#).out.contains("Import o\u{FFFD}.csv"))
    _ = try shell(
      #"printf 'name,meetingDate\nAnn,soon\n' > $'b\xe4d.csv'; $APP import $'b\xe4d.csv' --rejects $'r\xe9.csv'"#)
    _ = try shell(#"$APP --log $'l\xf6g:info' list"#)
    #expect(
      try names() == [
        #"b\344d.csv"#, #"friends.sqlite"#, #"l\366g"#, #"m\374ller.db"#, #"o\377.csv"#, #"r\351.csv"#,
      ])
    // What stands for a byte that is no UTF-8 is a name, too.
    _ = try shell(#"$APP export $'\xf4\x8f\xbb\xbc.csv'"#)
    #expect(try names().contains(#"\364\217\273\274.csv"#))
  }

  @Test func foldersToo() throws {
    _ = try shell(#"mkdir $'d\xe9'; cd $'d\xe9'; $APP --store s.sqlite add Zoë"#)
    #expect(try shell(#"cd $'d\xe9'; $APP --store s.sqlite list --count"#).out == "1\n")
    _ = try shell(#"unset BESTIES_STORE; XDG_DATA_HOME="$HOME/"$'d\xe9' $APP add Ann"#)
    #expect(try shell(#"LC_ALL=C ls -b $'d\xe9'"#).lines == [#"besties"#, #"s.sqlite"#])
    #expect(try names() == [#"d\351"#])
  }

  @Test(arguments: [
    #"add $'\xff'"#, #"add Ann --note $'\xc3'"#, #"list $'caf\xe9'"#, #"show $'\xfe'"#, #"export - $'\xff'"#,
    #"delete $'\xff'"#, #"list --sort $'\xff'"#, #"--color $'\xff' list"#, #"collation $'\xff'"#,
  ])
  func textThatIsNotUTF8IsRefused(arguments: String) throws {
    let output = try shell("$APP \(arguments)")
    #expect(output.status == 2 && output.out.isEmpty)
    #expect(
      output.err.hasSuffix("is not text in UTF-8, which is all that is kept; check the encoding of the terminal.\n"))
    #expect(try names().isEmpty)
  }

  @Test func otherAppsToo() throws {
    let colors = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "colors").path
    #expect(try shell(#"\#(colors) --store $'c\xfc.sqlite' add AA22BB $'Pl\xfcm'"#).status == 2)
    #expect(try shell(#"\#(colors) --store $'c\xfc.sqlite' add AA22BB Plum"#).status == 0)
    #expect(try names() == [#"c\374.sqlite"#])
  }
}
