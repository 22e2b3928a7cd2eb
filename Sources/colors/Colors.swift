import FetchedResults
import Foundation
import ListApp
import ListBrowser
import TerminalUI

/// A palette in the terminal: what the command line and the browser are made of.
@main
struct Colors: ListApp {
  static let name = "colors"
  static let summary = "your colors in the terminal"
  static let schema = Schema.colors
  static let commands: [any Command.Type] = [
    ListCommand<Self>.self, AddCommand.self, SetCommand.self, WatchCommand.self, DeleteCommand<Self>.self,
    UndoCommand<Self>.self, RedoCommand<Self>.self, HistoryCommand<Self>.self, CollationCommand<Self>.self,
  ]
  static let fillsNewStores = true
  static let format = RecordFormat<NamedColor>([
    RecordColumn("hex") { .text($0.hex) },
    RecordColumn("name") { $0.name.map { .text($0) } ?? .null },
  ])

  let title = "Colors"
  let noun = "color"
  let searchPlaceholder = "name or digits"
  let samplesNotice: String? = "A palette to begin with."
  let sortTitles = ["Sort by", "Order"]
  let sorts =
    Colors.bothOrders(
      "hue", "Hue", [.forward: "Red to Pink", .reverse: "Pink to Red"], \.family, "Greys",
      [SortDescriptor<NamedColor>].hue, title: Colors.family)
    + Colors.bothOrders(
      "lightness", "Lightness", [.forward: "Dark to Light", .reverse: "Light to Dark"], \.tens, "Unknown",
      [SortDescriptor<NamedColor>].lightness, title: { "\($0) %" })
    + Colors.bothOrders(
      "name", "Name", [.forward: "A to Z", .reverse: "Z to A"], \.initial, "No name", [SortDescriptor<NamedColor>].name)
  let fields = [
    BrowserField<NamedColor>(
      "Color", placeholder: "#AA22BB, #abc or rgb(170, 34, 187)", text: { $0.id.isEmpty ? "" : $0.hex },
      set: { $0.hex = try HexColor($1).text }),
    BrowserField("Name", text: { $0.name ?? "" }, set: { $0.name = $1.isEmpty ? nil : $1 }),
  ]

  init(locale: Locale) {}

  func samples() throws -> [NamedColor] {
    try Self.palette.map { NamedColor(hex: try HexColor($0).text, name: $1) }
  }

  func predicate(matching words: [String]) -> Predicate<NamedColor> {
    #Predicate { color in words.allSatisfy { color.searchText.localizedStandardContains($0) } }
  }

  func name(of record: NamedColor) -> String { record.name ?? record.hex }

  func row(of record: NamedColor, sort: BrowserSort<NamedColor>) -> BrowserRow {
    BrowserRow(
      lead: Self.swatch(record, width: 4) + StyledText("  "),
      name: [record.hex, record.name].compactMap(\.self).joined(separator: "  "), trailing: record.color?.rgb ?? "")
  }

  /// The selected color, broad: it changes when anybody changes it.
  var summary: BrowserSummary<NamedColor>? {
    .selection { record, width in
      Self.swatch(record, width: min(24, width / 3)) + StyledText("  \(record.hex)  \(record.name ?? "")")
    }
  }

  private static func swatch(_ record: NamedColor, width: Int) -> StyledText {
    let background = record.color.map { Color.rgb($0.red, $0.green, $0.blue) } ?? .standard
    return StyledText(String(repeating: " ", count: width), style: Style(background: background))
  }

  // MARK: Sorts

  private static func bothOrders(
    _ id: String, _ name: String, _ orders: KeyValuePairs<SortOrder, String>,
    _ section: KeyPath<NamedColor, String?> & Sendable, _ missingSection: String,
    _ descriptors: (SortOrder) -> [SortDescriptor<NamedColor>], title: @escaping @Sendable (String) -> String = { $0 }
  ) -> [BrowserSort<NamedColor>] {
    orders.map { order, orderName in
      BrowserSort(
        id: order == .forward ? id : "-\(id)", choices: [name, orderName], key: id, keyName: name,
        descriptors: descriptors(order), section: section, missingSection: missingSection, sectionTitle: title)
    }
  }

  /// The name of a twelfth of the color wheel, by the degree where it begins.
  private static func family(_ degrees: String) -> String {
    let names = [
      "Red", "Orange", "Yellow", "Lime", "Green", "Emerald", "Cyan", "Azure", "Blue", "Violet", "Magenta", "Pink",
    ]
    return Int(degrees).map { $0 / 30 }.flatMap { names.indices.contains($0) ? names[$0] : nil } ?? degrees
  }

  private static let palette = [
    ("#B22234", "Brick"), ("#E8590C", "Ember"), ("#F4A300", "Saffron"), ("#FFE066", "Straw"), ("#A9C23F", "Pear"),
    ("#2F9E44", "Fern"), ("#0CA678", "Jade"), ("#15AABF", "Lagoon"), ("#1C7ED6", "Sky at Noon"), ("#364FC7", "Ink"),
    ("#7048E8", "Iris"), ("#AA22BB", "Plum"), ("#E64980", "Peony"), ("#5F3A1E", "Walnut"), ("#F8F0E3", "Linen"),
    ("#000000", "Soot"), ("#808080", "Slate"), ("#FFFFFF", "Chalk"),
  ]
}
