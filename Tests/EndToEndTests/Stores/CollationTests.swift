import ChildProcesses
import Foundation
import Testing

/// Each store has the order of one language.
struct CollationTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let names = ["Zorn", "Östberg", "Olsson", "Åberg", "Andersson", "Ärling", "Müller", "Muffler", "Wik"]

  private func fill(locale: [String: String] = ["LC_ALL": "C.UTF-8"]) throws {
    for name in ["LC_ALL", "LC_COLLATE", "LANG"] { sandbox.environment[name] = locale[name] }
    try sandbox.write("name\n" + Self.names.joined(separator: "\n") + "\n", to: "names.csv")
    try sandbox.besties("import", "names.csv")
  }

  private static let root = [
    "Åberg", "Andersson", "Ärling", "Muffler", "Müller", "Olsson", "Östberg", "Wik", "Zorn",
  ]
  private static let swedish = [
    "Andersson", "Muffler", "Müller", "Olsson", "Wik", "Zorn", "Åberg", "Ärling", "Östberg",
  ]
  private static let phoneBook = [
    "Åberg", "Ärling", "Andersson", "Müller", "Muffler", "Östberg", "Olsson", "Wik", "Zorn",
  ]

  @Test(arguments: [
    (["LC_ALL": "sv_SE.UTF-8", "LC_COLLATE": "de_DE", "LANG": "en_US"], "sv_SE", swedish),
    (["LC_COLLATE": "sv_SE@euro", "LANG": "de_DE.UTF-8"], "sv_SE", swedish),
    (["LC_ALL": "", "LANG": "de_DE.UTF-8"], "de_DE", root), (["LC_ALL": "C"], "root", root),
    (["LC_ALL": "C.UTF-8", "LANG": "sv_SE"], "root", root), (["LC_ALL": "POSIX"], "root", root), ([:], "root", root),
  ])
  func itIsTakenFromTheEnvironmentWhenTheStoreIsMade(
    environment: [String: String], locale: String, order: [String]
  ) throws {
    try fill(locale: environment)
    #expect(try sandbox.besties("collation").out == "\(locale)\n")
    #expect(try sandbox.names("--sort", "name") == order)
  }

  @Test func anotherProcessesLocaleChangesNothing() throws {
    try fill(locale: ["LC_ALL": "sv_SE.UTF-8"])
    sandbox.environment["LC_ALL"] = "de_DE.UTF-8"
    _ = try sandbox.add("Öman")
    #expect(try sandbox.names("--sort", "name").suffix(4) == ["Åberg", "Ärling", "Öman", "Östberg"])
    #expect(try sandbox.besties("collation").out == "sv_SE\n")
  }

  @Test func itChangesOnRequest() throws {
    try fill()
    #expect(try sandbox.names("--sort", "name") == Self.root)
    let output = try sandbox.besties("collation", "sv_SE.UTF-8")
    #expect(
      output
        == ChildProcess.Output(
          status: 0, out: "", err: "The order is that of sv_SE now, no longer of root.\n"))
    #expect(try sandbox.names("--sort", "name") == Self.swedish)
    #expect(try sandbox.besties("collation", "sv-SE").err == "The order is that of sv_SE already.\n")
    try sandbox.besties("collation", "de-u-co-phonebk")
    #expect(try sandbox.names("--sort", "name") == Self.phoneBook)
    #expect(try sandbox.besties("collation").out == "de@collation=phonebook\n")
    try sandbox.besties("collation", "C")
    #expect(try sandbox.names("--sort", "name") == Self.root)
    #expect(try sandbox.besties("collation").out == "root\n")
    // It is no step, and hides none.
    #expect(try sandbox.besties("history").lines.count == 1)
    #expect(try sandbox.besties("undo").err.hasPrefix("Undone: Import names.csv."))
  }

  @Test func lettersAreThoseOfTheLocale() throws {
    try fill()
    func letters() throws -> [String] {
      try sandbox.besties("list", "--json", "--sections", "--sort", "name").json().map { $0["key"] as? String ?? "-" }
    }
    #expect(try letters() == ["A", "M", "O", "W", "Z"])
    try sandbox.besties("collation", "sv")
    #expect(try letters() == ["A", "M", "O", "W", "Z", "Å", "Ä", "Ö"])
  }

  @Test func numbersInTextGoByTheirValue() throws {
    for name in ["Airport 10", "Airport 2", "Airport 1"] { _ = try sandbox.add(name) }
    #expect(try sandbox.names("--sort", "name") == ["Airport 1", "Airport 2", "Airport 10"])
    try sandbox.besties("collation", "de@collation=phonebook")
    #expect(try sandbox.names("--sort", "name") == ["Airport 1", "Airport 2", "Airport 10"])
  }

  @Test(arguments: [
    ("sv_XX", "did you mean “sv”?"), ("de@collation=foo", "did you mean “de”?"), ("de_DW", "did you mean “de”?"),
    ("xx_YY", "it is a language such as “sv” or “de_DE”, or “root”."),
    ("", "it is a language such as “sv” or “de_DE”, or “root”."),
    ("../../etc", "it is a language such as “sv” or “de_DE”, or “root”."),
  ])
  func anUnknownLocaleIsRefused(locale: String, hint: String) throws {
    try fill(locale: ["LC_ALL": "sv_SE.UTF-8"])
    let output = try sandbox.besties("collation", locale)
    #expect(output.status == 2 && output.out.isEmpty)
    #expect(output.err == "besties: There is no order of a locale “\(locale)”: \(hint)\n")
    #expect(try sandbox.besties("collation").out == "sv_SE\n")
  }

  // MARK: Odd names

  @Test(arguments: ["englishunitedstates", "/usr/share/locale/de", "de_DE_" + String(repeating: "x", count: 200)])
  func aNameOfNoLocaleIsTheRoots(name: String) async throws {
    let sandbox = try Sandbox()
    sandbox.environment["LC_ALL"] = nil
    sandbox.environment["LANG"] = name
    _ = try sandbox.add("Łukasz", "--date", "2021-06-09")
    #expect(try sandbox.besties("collation").out == "root\n")
    #expect(try sandbox.bestiesOnTerminal("list", "--sections", columns: 80).status == 0)
    #expect(try sandbox.besties("history").lines.count == 1)
    // As it may stand in the store.
    try sandbox.sqlite("UPDATE store_setting SET value = '\(name)' WHERE name = 'collation'")
    #expect(try sandbox.names("--sort", "name") == ["Łukasz"])
    try await BrowserTerminal.use(environment: ["LC_ALL": "", "LANG": name]) { terminal in
      try await terminal.open("--demo")
      try await terminal.wait(for: "Jun 2021")
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }
}
