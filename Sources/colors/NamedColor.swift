import FetchedResults
import Foundation

/// A color of the palette.
struct NamedColor: Record {
  var id = ""
  /// As `#AA22BB`; another tool may have written anything.
  var hex = "#000000"
  var name: String?

  /// The color; nil if the text is none.
  var color: HexColor? { try? HexColor(hex) }
  /// The angle on the color wheel, from where reds begin; nil for greys.
  var turn: Double? { color?.hue.map { ($0 + 15).truncatingRemainder(dividingBy: 360) } }
  var lightness: Double? { color?.lightness }

  // What stands for sections in requests; the store finds them.
  var family: String? { nil }
  var tens: String? { nil }
  var initial: String? { nil }
  var searchText: String { "\(name ?? "")\n\(hex)" }

  static let schema = RecordSchema<NamedColor>(
    table: "color",
    attributes: [
      .identifier(\.id),
      .column(\.hex, "hex"),
      .column(\.name, "name", order: .collated),
      .computed(\.turn, "turn"),
      .computed(\.lightness, "lightness"),
      .section(\.family, of: \.turn, .floor(multipleOf: 30)),
      .section(\.tens, of: \.lightness, .floor(multipleOf: 10)),
      .section(\.initial, of: \.name, .initial),
      .folded(\.searchText, "search_text") { [$0.name ?? "", $0.hex] },
    ],
    indexes: [SortOrder.forward, .reverse].flatMap { [.hue($0), .lightness($0), .name($0)] })
}

extension [SortDescriptor<NamedColor>] {
  static func hue(_ order: SortOrder) -> Self { [SortDescriptor(\.turn, order: order), SortDescriptor(\.lightness)] }
  static func lightness(_ order: SortOrder) -> Self {
    [SortDescriptor(\.lightness, order: order), SortDescriptor(\.turn)]
  }
  static func name(_ order: SortOrder) -> Self { [SortDescriptor(\.name, order: order), SortDescriptor(\.turn)] }
}

extension Schema {
  /// The palette's store. Its number is `COLR` in ASCII.
  static let colors = Schema(applicationID: 0x434F_4C52, version: 1, records: [NamedColor.self])
}
