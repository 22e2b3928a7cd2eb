import Testing

@testable import Commands

private let app = AppDescription(
  name: "quakes", summary: "browse earthquakes",
  discussion: "Without a command the browser opens.",
  options: [
    CommandOption("store", argument: "FILE", summary: "use the store in FILE")
  ],
  commands: [
    CommandDescription(
      name: "list", operands: "[WORD…]", summary: "print quakes in order",
      options: [
        CommandOption("sort", letter: "s", argument: "KEY", summary: "order by KEY"),
        CommandOption("json", summary: "print JSON"),
      ]),
    CommandDescription(name: "undo", summary: "undo the newest step"),
  ])

@Suite struct UsageTests {
  @Test func theHelpOfTheApp() {
    #expect(
      app.help == """
        usage: quakes [OPTION…] [COMMAND …]

        Browse earthquakes.

        Without a command the browser opens.

        Commands:
          list  print quakes in order
          undo  undo the newest step

        Options:
              --store FILE  use the store in FILE
          -h, --help        print this help and exit

        “quakes COMMAND --help” says more of a command; options may stand before or after its name.

        """)
  }

  @Test func theHelpOfACommand() throws {
    #expect(
      try app.command(named: "list").help(app: app.name) == """
        usage: quakes list [OPTION…] [WORD…]

        Print quakes in order.

        Options:
          -s, --sort KEY  order by KEY
              --json      print JSON
          -h, --help      print this help and exit

        """)
    #expect(
      try app.command(named: "undo").help(app: app.name) == """
        usage: quakes undo [OPTION…]

        Undo the newest step.

        Options:
          -h, --help  print this help and exit

        """)
  }

  @Test func theCommandTakesItsOwnOptions() throws {
    let arguments = try app.parse(["--store", "f", "list", "--json", "-h", "x"])
    #expect(arguments.value(of: "store") == "f")
    #expect(arguments.operands == ["list", "--json", "-h", "x"])
    let list = try app.command(named: "list").parse(Array(arguments.operands.dropFirst()))
    #expect(list.contains("json"))
    #expect(list.contains("help"))
    #expect(list.operands == ["x"])
  }

  @Test(
    arguments: [
      ("lst", "list"), ("undu", "undo"), ("LIST", "list"), ("lits", "list"), ("listen", "list"),
      ("export", nil), ("x", nil), ("", nil), ("l", nil),
    ] as [(String, String?)])
  func meansTheNearestCommand(typed: String, suggestion: String?) {
    #expect(throws: UsageError.unknownCommand(typed, suggestion: suggestion)) {
      try app.command(named: typed)
    }
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "acb", 1),
    ("ca", "abc", 3), ("sort", "sorted", 2), ("kitten", "sitting", 3), ("json", "jsonl", 1),
  ])
  func countsSlips(start: String, end: String, distance: Int) {
    #expect(Suggestion.distance(from: start, to: end) == distance)
  }

  @Test(
    arguments: [
      (
        .unknownCommand("lst", suggestion: "list"),
        "There is no command “lst”: did you mean “list”?"
      ),
      (.unknownCommand("x", suggestion: nil), "There is no command “x”: “--help” lists them."),
      (
        .unknownOption("--jsn", suggestion: "--json"),
        "There is no option “--jsn”: did you mean “--json”?"
      ),
      (
        .ambiguousOption("--js", candidates: ["--json", "--jsonl"]),
        "The option “--js” could be --json or --jsonl: write more of it."
      ),
      (
        .missingArgument(option: "--sort", argument: "KEY"),
        "The option “--sort” needs an argument: --sort KEY."
      ),
      (.unexpectedArgument(option: "--json"), "The option “--json” takes no argument."),
      (
        .unknownValue("plcae", name: "--sort", allowed: ["place", "date"]),
        "--sort can't be “plcae”: did you mean “place”?"
      ),
      (
        .unknownValue("zzz", name: "--color", allowed: ["auto", "always", "never"]),
        "--color can't be “zzz”: it is auto, always or never."
      ),
      (.missingOperand("NAME"), "NAME is missing."),
      (.unexpectedOperand("b"), "“b” is one argument too many."),
    ] as [(UsageError, String)])
  func saysWhatToWrite(error: UsageError, sentence: String) {
    #expect("\(error)" == sentence)
  }

  @Test func valuesOfAFixedSetAreChecked() throws {
    #expect(try UsageError.check("date", for: "--sort", among: ["place", "date"]) == "date")
    #expect(throws: UsageError.unknownValue("x", name: "--sort", allowed: ["place"])) {
      try UsageError.check("x", for: "--sort", among: ["place"])
    }
  }
}
