import SQLite
import Testing

@Suite struct ValueTests {
  private static let values: [Value] = [
    .null, 0, -1, .integer(.max), .integer(.min), .real(0.1), .real(-0.0), .real(.infinity), .real(-.infinity),
    .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), "", "a\u{0}b", "\u{0}", "Łukasz 👩‍👩‍👧 שלום", "it's; --",
    .blob([]), .blob([0, 255, 0]),
  ]

  @Test(arguments: values) func aValueComesBackAsItWent(value: Value) throws {
    let connection = try Connection(path: "", access: .create)
    #expect(try connection.first("SELECT ?", [value]) { $0.value(0) } == value)
    try connection.execute("CREATE TABLE t (v)")
    try connection.run("INSERT INTO t VALUES (?)", [value])
    #expect(try connection.first("SELECT v FROM t") { $0.value(0) } == value)
  }

  @Test func textKeepsItsBytesAndIsNotNormalized() throws {
    let connection = try Connection(path: "", access: .create)
    for text in ["e\u{301}", "\u{e9}", "\u{212b}"] {
      let bytes = try connection.first("SELECT ?", [.text(text)]) { $0.withBytes(0) { Array($0) } }
      #expect(bytes == Array(text.utf8))
    }
  }

  @Test func notANumberIsNull() throws {
    let connection = try Connection(path: "", access: .create)
    #expect(try connection.first("SELECT ?", [.real(.nan)]) { $0.value(0) } == .null)
  }

  @Test func bytesThatAreNoTextReadAsReplacementCharacters() throws {
    let connection = try Connection(path: "", access: .create)
    #expect(try connection.first("SELECT CAST(x'61ff62' AS TEXT)") { $0.text(0) } == "a\u{fffd}b")
  }

  @Test func aColumnThatIsNotThereReadsAsNull() throws {
    let connection = try Connection(path: "", access: .create)
    let read = try connection.first("SELECT 1") { row in
      [row.value(1), row.value(-1), row.text(7).map(Value.text) ?? .null, .integer(row.integer(1))]
    }
    #expect(read == [.null, .null, .null, 0])
  }

  @Test(arguments: [
    (Value.null, "NULL"), (.integer(-3), "-3"), (.real(0.5), "0.5"), (.text("it's"), "'it''s'"),
    (.blob([0, 10, 255]), "x'000aff'"),
  ])
  func describesItselfAsALiteral(value: Value, literal: String) throws {
    #expect(value.description == literal)
    let connection = try Connection(path: "", access: .create)
    #expect(try connection.first("SELECT " + literal) { $0.value(0) } == value)
  }
}
