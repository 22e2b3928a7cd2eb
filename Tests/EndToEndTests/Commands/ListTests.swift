import ChildProcesses
import Foundation
import Testing

/// `besties list [WORD…]`
struct ListTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func importCSV(_ rows: String) throws {
    try sandbox.write("name,meetingPlace,meetingDate,tags\n" + rows, to: "friends.csv")
    try #require(try sandbox.besties("import", "friends.csv").status == 0)
  }

  // MARK: Order

  @Test func placeIsTheDefaultAndNumbersInsideTextGoByValue() throws {
    try importCSV("D,,\nC,Airport 10,\nA,Airport 2,\nB,airport 2,\nE,Zoo,\n")
    #expect(try sandbox.names() == ["B", "A", "C", "E", "D"])
    #expect(try sandbox.names("--sort", "-place") == ["E", "C", "A", "B", "D"])
  }

  @Test func datesGoByTheirTextAndMissingOnesComeLast() throws {
    try importCSV("A,,2009-01-01\nB,,\nC,,2009\nD,,9999-12-31\nE,,2009-01\n")
    #expect(try sandbox.names("--sort", "date") == ["C", "E", "A", "D", "B"])
    #expect(try sandbox.names("--sort=-date") == ["D", "A", "E", "C", "B"])
  }

  @Test func tiesGoByNameThenByAge() throws {
    try importCSV("Cy,Gym,2001\nAl,Gym,2001\nBo,Gym,2001\nAl,Gym,2002\n")
    let list = try sandbox.besties("list", "--json").json()
    #expect(list.map { $0["name"] as? String } == ["Al", "Al", "Bo", "Cy"])
    #expect(list.prefix(2).map { $0["meetingDate"] as? String } == ["2001", "2002"])
  }

  @Test func namesGoByTheLocaleThatTheStoreWasMadeIn() throws {
    sandbox.environment["LC_ALL"] = "de_DE.UTF-8"
    try importCSV("z,,\nü,,\na,,\nä,,\nw,,\nu,,\n")
    #expect(try sandbox.names("--sort", "name") == ["a", "ä", "u", "ü", "w", "z"])
    sandbox.environment["LC_ALL"] = "sv_SE.UTF-8"
    #expect(try sandbox.names("--sort", "name") == ["a", "ä", "u", "ü", "w", "z"])
  }

  @Test func aSwedishStoreEndsWithÅÄÖ() throws {
    sandbox.environment["LC_ALL"] = "sv_SE.UTF-8"
    try importCSV("Örjan,,\nZorn,,\nÄrla,,\nÅse,,\nanna,,\n")
    #expect(try sandbox.names("--sort", "name") == ["anna", "Zorn", "Åse", "Ärla", "Örjan"])
  }

  @Test func addedKeepsTheOrderOfTheFile() throws {
    try importCSV("C,,\nA,,\nB,,\n")
    _ = try sandbox.add("Later")
    #expect(try sandbox.names("--sort", "added") == ["C", "A", "B", "Later"])
    #expect(try sandbox.names("--sort", "-added") == ["Later", "C", "A", "B"])
  }

  // MARK: Search

  @Test(arguments: [
    ("rene", ["René"]), ("RENÉ", ["René"]), ("ägypten", ["Ali"]), ("AGYPTEN", ["Ali"]), ("lukasz", ["Łukasz"]),
    ("nguyen ac", ["Nguyễn Ắc"]), ("oyvind", ["Øyvind"]), ("strasse", ["Ida"]), ("kaya", ["Łukasz"]), ("雨", ["雨"]),
    ("b", ["Bo"]), ("100%", ["Pat 100%"]), ("％", ["Pat 100%"]), ("_", []), ("*", []), ("'", ["O'Neil"]),
    ("\"", []), ("neil o", ["O'Neil"]), (" bo ", ["Bo"]), ("ann\u{a0}lee", ["Ann Lee"]), ("NOT", []),
  ])
  func wordsFindFriends(words: String, names: [String]) throws {
    try importCSV(
      """
      René,,
      Ali,Ägypten,
      Łukasz,,,kayak
      Nguyễn Ắc,,
      Øyvind,,
      Ida,Lange Straße,
      雨,,
      Bo,,
      Pat 100%,,
      O'Neil,,
      Ann Lee,,

      """)
    #expect(Set(try sandbox.names("--", words)) == Set(names))
    #expect(try sandbox.besties("list", "--count", "--", words).status == (names.isEmpty ? 1 : 0))
  }

  @Test func nothingIsWrongWithAnEmptyList() throws {
    #expect(try sandbox.besties("list").status == 0)
    #expect(try sandbox.besties("list", "--json").out == "[\n]\n")
    #expect(try sandbox.besties("list", "nobody") == ChildProcess.Output(status: 1, out: "", err: ""))
    #expect(try sandbox.besties("list", "--count", "nobody").out == "0\n")
  }

  // MARK: Forms

  @Test func jsonHasEveryField() throws {
    let id = try sandbox.add(
      "Zoë Martínez", "--place", "Gym", "--date", "2021-06-09", "--birthday=--05-01", "--phone",
      "cell:+34 600 000 000", "--email", "zoe@example.org", "--tag", "climbing", "--note", "says \"hi\"\n")
    func added(_ id: String) throws -> String {
      try sandbox.sqlite("SELECT added_at FROM friend WHERE id = '\(id)'").replacing("\n", with: "")
    }
    let object = try """
    {"id":"\(id)","name":"Zoë Martínez","meetingPlace":"Gym","meetingDate":"2021-06-09","birthday":"--05-01",\
    "phones":[{"label":"cell","value":"+34 600 000 000"}],"emails":[{"label":"","value":"zoe@example.org"}],\
    "tags":["climbing"],"note":"says \\"hi\\"\\n","added":"\(added(id))"}
    """
    #expect(try sandbox.besties("list", "--json").out == "[\n\(object)\n]\n")
    #expect(try sandbox.besties("list", "--jsonl").out == "\(object)\n")
    let bare = try sandbox.add("Ann")
    #expect(
      try sandbox.besties("list", "--jsonl", "ann").out == """
        {"id":"\(bare)","name":"Ann","meetingPlace":null,"meetingDate":null,"birthday":null,"phones":[],"emails":[],\
        "tags":[],"note":"","added":"\(added(bare))"}

        """)
  }

  @Test func sectionsNest() throws {
    try importCSV("Zoë,Gym,2021-06-09\nAnn,Gym,2021\nBo,,\nCy,Café,2021-06\n")
    func sections(_ arguments: String...) throws -> [String] {
      try sandbox.run(Sandbox.binary, ["list", "--sections", "--json"] + arguments).json().map { section in
        let friends = section["friends"] as? [[String: Any]] ?? []
        #expect(section["count"] as? Int == friends.count)
        let names = friends.map { $0["name"] as? String ?? "" }.joined(separator: ",")
        return "\(section["section"] as? String ?? "?")|\(section["key"] as? String ?? "null")|\(names)"
      }
    }
    #expect(try sections() == ["Café|Café|Cy", "Gym|Gym|Ann,Zoë", "No place|null|Bo"])
    #expect(try sections("--limit", "2") == ["Café|Café|Cy", "Gym|Gym|Ann"])
    #expect(
      try sections("--sort", "date") == [
        "2021|2021|Ann", "2021-06|2021-06|Cy", "2021-06-09|2021-06-09|Zoë", "No date|null|Bo",
      ])
    #expect(try sections("--sort", "-name") == ["Z|Z|Zoë", "C|C|Cy", "B|B|Bo", "A|A|Ann"])
    #expect(try sections("nobody") == [])
  }

  @Test func equalPlacesAndLettersAreOneSection() throws {
    try importCSV("anna,Malm\u{f6},\nBob,Malmo\u{308},\nAnna,Malm\u{f6},\nbob,Malmo\u{308},\n")
    let places = try sandbox.besties("list", "--sections", "--json").json()
    #expect(places.count == 1 && places.first?["count"] as? Int == 4)
    let letters = try sandbox.besties("list", "--sections", "--json", "--sort", "name").json()
    #expect(letters.map { $0["key"] as? String } == ["A", "B"])
  }

  @Test func aPipeGetsTabsAndNoEscapeCodes() throws {
    let id = try sandbox.add("two\nlines\u{1b}[31m\u{9b}31m", "--place", "tab\there", "--tag", "x")
    sandbox.environment["CLICOLOR_FORCE"] = "1"
    #expect(try sandbox.besties("--color", "always", "list").out == "two␊lines␛[31m�31m\ttab␉here\t\t\(id)\t#x\n")
  }

  @Test func sectionsForPeople() throws {
    try importCSV("Zoë,Gym,2021\nBo,,\n")
    let text = try sandbox.besties("list", "--sections").out.replacing(/[0-9a-f-]{36}/, with: "ID")
    #expect(text == "Gym (1)\n  Zoë\tGym\t2021\tID\t\n\nNo place (1)\n  Bo\t\t\tID\t\n")
  }

  @Test func aTerminalGetsColumnsThatFit() throws {
    try importCSV("佐藤 花子,Gym,2009,work\nAnn,Café Müller,2021-06-09,a;b\n")
    let ids = try sandbox.besties("list", "--json").json().map { String(($0["id"] as? String ?? "").suffix(8)) }
    let wide = try sandbox.bestiesOnTerminal("list", columns: 80)
    #expect(
      wide.out == """
        Ann        Café Müller  2021-06-09  \(ids[0])  #a #b
        佐藤 花子  Gym          2009        \(ids[1])  #work

        """)
    #expect(
      try sandbox.bestiesOnTerminal("list", columns: 20).out.split(separator: "\n").first == "Ann        Café Mül…")
    let bold = try sandbox.bestiesOnTerminal("list", "--sections", columns: 80).out
    #expect(bold.hasPrefix("\u{1b}[1mCafé Müller (1)\u{1b}[m\n"))
    let plain = try sandbox.bestiesOnTerminal("--color", "never", "list", "--sections", columns: 80).out
    #expect(plain.hasPrefix("Café Müller (1)\n"))
  }

  @Test func tsvIsOneLineAFriend() throws {
    _ = try sandbox.add("tab\there", "--note", "back\\slash\nand line", "--phone", "cell:12", "--tag", "a,b")
    let lines = try sandbox.besties("list", "--tsv").lines
    #expect(lines[0] == "name\tmeetingPlace\tmeetingDate\tbirthday\tphones\temails\ttags\tnote\tid")
    #expect(lines[1].hasPrefix(#"tab\there"# + "\t\t\t\tcell:12\t\t\"a,b\"\t" + #"back\\slash\nand line"# + "\t"))
  }

  @Test func limitAndCount() throws {
    try importCSV("C,,\nA,,\nB,,\n")
    #expect(try sandbox.names("-n2") == ["A", "B"])
    #expect(try sandbox.besties("list", "--count").out == "3\n")
    #expect(try sandbox.besties("list", "-c", "-n", "2").out == "2\n")
    for bad in ["0", "-1", "x"] { #expect(try sandbox.besties("list", "--limit", bad).status == 2) }
    #expect(try sandbox.besties("list", "--json", "--tsv").status == 2)
  }

  @Test(arguments: ["Asia/Beirut", "America/Santiago", "Africa/Cairo"])
  func daysOfAddingAreLocalDays(zone: String) throws {
    sandbox.environment["TZ"] = zone
    _ = try sandbox.add("Ann")
    // Beirut's clocks went from 0:00 to 1:00 on 27 March 2022; Santiago's on 11 September 2022; Cairo's on 28 April 2023.
    try sandbox.sqlite("INSERT INTO friend(name, added_at) VALUES ('a', '2022-03-26T12:00:00.000Z')")
    try sandbox.sqlite("INSERT INTO friend(name, added_at) VALUES ('b', '2022-09-11T12:00:00.000Z')")
    try sandbox.sqlite("INSERT INTO friend(name, added_at) VALUES ('c', '2023-04-28T12:00:00.000Z')")
    let sections = try sandbox.besties("list", "--sections", "--json", "--sort", "added").json()
    #expect(sections.map { $0["key"] as? String }.prefix(3) == ["2022-03-26", "2022-09-11", "2023-04-28"])
  }
}
