import FetchedResults
import Foundation
import ListBrowser
import TerminalUI
import Testing

@testable import colors

/// Colors: how they are read, sorted, and drawn.
struct HexColorTests {
  @Test(arguments: [
    ("#fff", "#FFFFFF"), ("#FFFFFF", "#FFFFFF"), ("fff", "#FFFFFF"), (" #abc ", "#AABBCC"), ("AABBCC", "#AABBCC"),
    ("rgb(170, 34, 187)", "#AA22BB"), ("RGB(0,0,0)", "#000000"), ("#aa22bb", "#AA22BB"),
  ])
  func reads(typed: String, text: String) throws { #expect(try HexColor(typed).text == text) }

  @Test(arguments: [
    ("#ffff", "“#ffff” is no color: it has 4 digits, and not 3 or 6."),
    ("#12345", "“#12345” is no color: it has 5 digits, and not 3 or 6."),
    ("#GGGGGG", "“#GGGGGG” is no color: “g” is no hexadecimal digit."),
    ("0xFF0000", "“0xFF0000” is no color: “x” is no hexadecimal digit."),
    ("##fff", "“##fff” is no color: write it as #AA22BB, #abc or rgb(170, 34, 187)."),
    ("", "“” is no color: write it as #AA22BB, #abc or rgb(170, 34, 187)."),
    ("#١٢٣", "“#١٢٣” is no color: “١” is no hexadecimal digit."),
    ("rgb(1, 2)", "“rgb(1, 2)” is no color: rgb(…) takes three numbers from 0 to 255."),
    ("rgb(1, 2, 256)", "“rgb(1, 2, 256)” is no color: rgb(…) takes three numbers from 0 to 255."),
    ("f f f", "“f f f” is no color: “ ” is no hexadecimal digit."),
    ("rgb(+1, 2, 3)", "“rgb(+1, 2, 3)” is no color: rgb(…) takes three numbers from 0 to 255."),
    ("rgb(-0, 2, 3)", "“rgb(-0, 2, 3)” is no color: rgb(…) takes three numbers from 0 to 255."),
    ("rgb(1, 2, 3", "“rgb(1, 2, 3” is no color: rgb(…) takes three numbers from 0 to 255."),
  ])
  func refuses(typed: String, sentence: String) {
    #expect(throws: HexColor.ParseError.self) { try HexColor(typed) }
    do { _ = try HexColor(typed) } catch { #expect("\(error)" == sentence) }
  }

  @Test func hueAndLightness() throws {
    #expect(try HexColor("#f00").hue == 0 && HexColor("#0f0").hue == 120 && HexColor("#00f").hue == 240)
    #expect(try HexColor("#f0f").hue == 300 && HexColor("#808080").hue == nil)
    #expect(
      try HexColor("#fff").lightness == 100 && HexColor("#000").lightness == 0 && HexColor("#f00").lightness == 50)
  }
}

@MainActor
struct ColorsTests {
  private func headers(_ id: String) async throws -> [String] {
    let app = Colors(locale: Locale(identifier: "en_US"))
    let sort = try #require(app.sorts.first { $0.id == id })
    let store = Store(at: .temporary, schema: .colors)
    let samples = [
      NamedColor(hex: "#FF0000", name: "Rot"), NamedColor(hex: "#FF0010"), NamedColor(hex: "#00FF00", name: "grün"),
      NamedColor(hex: "#808080", name: "Grau"), NamedColor(hex: "#FFFFFF", name: "Ägypten"), NamedColor(hex: "blue"),
    ]
    try await store.write("Fill") { context in for sample in samples { try context.insert(sample) } }
    return try await store.read { context in
      try context.snapshot(
        SectionedFetchRequest(sectionIdentifier: sort.section, sortDescriptors: sort.descriptors)
      ).sections.map { "\(app.header(of: $0.identifier, sort: sort)) \($0.range.count)" }
    }
  }

  @Test func sorts() async throws {
    #expect(try await headers("hue") == ["Red 2", "Green 1", "Greys 3"])
    #expect(try await headers("-hue") == ["Green 1", "Red 2", "Greys 3"])
    #expect(try await headers("lightness") == ["50 % 4", "100 % 1", "Unknown 1"])
    #expect(try await headers("name") == ["A 1", "G 2", "R 1", "No name 2"])
  }

  @Test func theSwatchesAndTheSelectedOne() async throws {
    let headless = try await HeadlessBrowser<Colors>([
      NamedColor(hex: "#AA22BB", name: "Plum"), NamedColor(hex: "#808080"),
    ])
    try await headless.expect([
      " Colors                                                        2 colors · Hue ↑",
      "                           #AA22BB  Plum",
      " ▾ Magenta                                                                    1",
      "   ❯       #AA22BB  Plum                                      rgb(170, 34, 187)",
      " ▾ Greys                                                                      1",
      "           #808080                                           rgb(128, 128, 128)",
      " / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
    ])
    let plum = Style(background: .rgb(170, 34, 187))
    #expect(headless.frame?.styledLine(1).runs.contains { $0.style == plum && $0.text.count == 24 } == true)
    // In the selected row too, where everything else is turned around.
    #expect(headless.frame?.styledLine(3).runs.contains { $0.style == plum && $0.text == "    " } == true)
  }

  @Test func aColorSetElsewhereIsShownAtOnceAndBackByUndo() async throws {
    let headless = try await HeadlessBrowser<Colors>([NamedColor(hex: "#AA22BB", name: "Plum")])
    try await headless.wait { $0.contains { $0.contains("❯       #AA22BB") } }
    let id = RecordID<NamedColor>(key: 1)
    try await headless.store.write("Set") { context in try context.update(id) { $0.hex = "#33AAFF" } }
    let set = try await headless.wait { $0.count > 3 && $0[1].contains("#33AAFF") && $0[3].contains("#33AAFF") }
    #expect(set[2].hasPrefix(" ▾ Azure"))
    try await headless.store.write("Delete") { context in try context.delete(id) }
    try await headless.wait { $0.contains { $0.contains("No colors yet.") } }
    try await headless.store.undo()
    let back = try await headless.wait { $0.count > 3 && $0[1].contains("#33AAFF") && $0[3].contains("#33AAFF") }
    #expect(back[0].contains("1 color ·"))
  }

  @Test func theFormRefusesWithAReason() async throws {
    let headless = try await HeadlessBrowser<Colors>([NamedColor(hex: "#AA22BB")])
    try await headless.wait { $0.first?.contains("1 color ·") == true }
    headless.type("a#12345")
    headless.press(.control("s"), .enter, .enter)
    let form = try await headless.wait { $0.contains { $0.contains("5 digits") } }
    #expect(form.contains { $0.contains("it has 5 digits, and not 3 or 6") })
  }
}
