import ChildProcesses
import Commands
import Foundation
import Testing

private let options = [
  CommandOption("sort", letter: "s", argument: "KEY", summary: "order by KEY"),
  CommandOption("sections", summary: "show sections"),
  CommandOption("json", letter: "j", summary: "print JSON"),
  CommandOption("phone", letter: "p", argument: "VALUE", summary: "a phone; repeatable"),
]

@Suite struct CommandArgumentsTests {
  @Test(
    arguments: [
      ([], "sort= phone= json=false sections=false operands="),
      (["ann", "lee"], "sort= phone= json=false sections=false operands=ann|lee"),
      (["--sort", "-place", "x"], "sort=-place phone= json=false sections=false operands=x"),
      (["--sort=place", "--sort="], "sort=place| phone= json=false sections=false operands="),
      (["x", "--json", "y"], "sort= phone= json=true sections=false operands=x|y"),
      (["--", "--json", "-j"], "sort= phone= json=false sections=false operands=--json|-j"),
      (["x", "--", "--"], "sort= phone= json=false sections=false operands=x|--"),
      (["-js", "name"], "sort=name phone= json=true sections=false operands="),
      (["-jsname", "-"], "sort=name phone= json=true sections=false operands=-"),
      (["-s--", "-p", "--"], "sort=-- phone=-- json=false sections=false operands="),
      (["--sec", "--js"], "sort= phone= json=true sections=true operands="),
      (
        ["-p1", "--phone", "", "--ph=a=b"], "sort= phone=1||a=b json=false sections=false operands="
      ),
      (["", " "], "sort= phone= json=false sections=false operands=| "),
    ] as [([String], String)])
  func readsAsTheGNUToolsDo(arguments: [String], expected: String) throws {
    let parsed = try CommandArguments(parsing: arguments, options: options)
    #expect(summary(of: parsed) == expected)
    #expect(try summaryByGetopt(of: arguments) == expected)
  }

  @Test(
    arguments: [
      (["--sorted"], .unknownOption("--sorted", suggestion: "--sort")),
      (["--jsn"], .unknownOption("--jsn", suggestion: "--json")),
      (["--nonsense=1"], .unknownOption("--nonsense", suggestion: nil)),
      (["--=1"], .unknownOption("--", suggestion: nil)),
      (["-jx"], .unknownOption("-x", suggestion: nil)),
      (["--s", "x"], .ambiguousOption("--s", candidates: ["--sort", "--sections"])),
      (["--sort"], .missingArgument(option: "--sort", argument: "KEY")),
      (["-js"], .missingArgument(option: "-s", argument: "KEY")),
      (["--json=yes"], .unexpectedArgument(option: "--json")),
    ] as [([String], UsageError)])
  func refusesWhatIsNotAnOption(arguments: [String], error: UsageError) {
    #expect(throws: error) { try CommandArguments(parsing: arguments, options: options) }
  }

  @Test func whatFollowsACommandIsLeftToIt() throws {
    let parsed = try CommandArguments(
      parsing: ["-j", "list", "--sort", "x", "--", "y"], options: options, order: .beforeOperands)
    #expect(parsed.contains("json"))
    #expect(!parsed.contains("sort"))
    #expect(parsed.operands == ["list", "--sort", "x", "--", "y"])
    #expect(parsed.value(of: "sort") == nil)
  }

  private func summary(of arguments: CommandArguments) -> String {
    "sort=\(arguments.values(of: "sort").joined(separator: "|"))"
      + " phone=\(arguments.values(of: "phone").joined(separator: "|"))"
      + " json=\(arguments.contains("json")) sections=\(arguments.contains("sections"))"
      + " operands=\(arguments.operands.joined(separator: "|"))"
  }

  /// What glibc makes of the same arguments, told by the tool that comes with the system.
  private func summaryByGetopt(of arguments: [String]) throws -> String {
    let getopt = try ChildProcess(
      "getopt",
      ["--unquoted", "--options", "s:jp:", "--longoptions", "sort:,sections,json,phone:", "--"]
        + arguments.map { $0.isEmpty ? "∅" : $0.replacing(" ", with: "␠") },
      environment: ProcessInfo.processInfo.environment, folder: FileManager.default.temporaryDirectory
    ).wait()
    try #require(getopt.status == 0)
    // Its output is the same arguments in canonical order, separated by single spaces.
    var words = getopt.out.dropLast(1)
      .split(separator: " ", omittingEmptySubsequences: false).dropFirst()
      .map { String($0).replacing("∅", with: "").replacing("␠", with: " ") }[...]
    var values: [String: [String]] = [:]
    while let word = words.popFirst(), word != "--" {
      let name = ["-s": "--sort", "-j": "--json", "-p": "--phone"][word] ?? word
      let hasArgument = name == "--sort" || name == "--phone"
      values[name, default: []].append(hasArgument ? words.popFirst() ?? "" : "")
    }
    return "sort=\(values["--sort", default: []].joined(separator: "|"))"
      + " phone=\(values["--phone", default: []].joined(separator: "|"))"
      + " json=\(values["--json"] != nil) sections=\(values["--sections"] != nil)"
      + " operands=\(words.joined(separator: "|"))"
  }
}
