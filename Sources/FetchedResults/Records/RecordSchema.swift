public import Foundation
import SQLite

/// Where and how the properties of one record type are stored.
///
///     static let schema = RecordSchema<Friend>(
///       table: "friend",
///       attributes: [
///         .identifier(\.id),
///         .column(\.name, "name", order: .collated),
///         .column(\.meetingPlace, "meeting_place", order: .collated),
///         .folded(\.searchText, "search_text") { [$0.name, $0.meetingPlace ?? ""] },
///       ],
///       indexes: [[SortDescriptor(\.meetingPlace), SortDescriptor(\.name)]])
///
/// The record's table has one plain column an attribute, for any SQLite tool to read and write. Sort keys and folded text
/// lie beside it in a derived table, which the library fills.
///
/// It mirrors `NSEntityDescription`: <https://developer.apple.com/documentation/coredata/nsentitydescription>
public final class RecordSchema<R: Record>: Sendable {
  /// The record's table; ``StoreChange/reset(tables:)`` names it.
  public let table: String

  let attributes: [Attribute<R>]
  let columns: [(attribute: Attribute<R>, column: Attribute<R>.Column)]
  let lists: [(attribute: Attribute<R>, list: ListTable)]
  /// The properties that have tables of their own.
  let owning: [Attribute<R>]
  let relationships: [Relationship<R>]
  /// The tables that hold what belongs to the records alone.
  let ownedTables: [OwnedTable]
  /// The columns of the derived table and how each follows from a record.
  let derivedColumns: [DerivedColumn<R>]
  /// The columns of the text table, which searches look through.
  let textColumns: [DerivedColumn<R>]
  /// What a statement selects to read a record: its key, then one expression an attribute that is stored.
  let selection: String
  /// The same for many records, whose lists are read afterwards.
  let selectionWithoutLists: String
  /// The statement that reads a record by its key, the one that does by its id, and the one that finds the key of an id; nil
  /// if records have none.
  let recordByKey: String
  let recordByID, keyByID: String?
  /// Reads those expressions, the first of which stands in the column given.
  private let decodeColumns: @Sendable (inout R, borrowing Row, Int) -> Void
  /// The statement that inserts a record, and the one for a record whose id the store is to make.
  private let insertion, insertionWithoutKey: RowInsertion<R>
  /// Whether inserting a record may fail after its own row is there.
  let hasPairs: Bool
  /// The statements that insert a derived row and its text, nil without any, each with its key first.
  let derivedInsertion: String
  let textInsertion: String?
  /// Makes the values of the derived row and then those of its text.
  let derive: @Sendable (R, Collation, inout [Value]) -> Void
  let indexes: [[SortDescriptor<R>]]

  /// A schema. Whether it can be shows when a store is opened, or by ``Schema/validate()``: see ``SchemaError``.
  ///
  /// - Parameters:
  ///   - table: The record's table.
  ///   - attributes: Every property that is stored or derived.
  ///   - indexes: The sorts that are to be answered without sorting. Each direction is one of its own.
  public init(table: String, attributes: [Attribute<R>], indexes: [[SortDescriptor<R>]]) {
    self.table = table
    self.attributes = attributes
    self.indexes = indexes
    columns = attributes.compactMap { attribute in
      guard case .column(let column) = attribute.storage else { return nil }
      return (attribute, column)
    }
    lists = attributes.compactMap { attribute in
      guard case .list(let list) = attribute.storage else { return nil }
      return (attribute, list)
    }
    relationships = attributes.compactMap(\.relationship)
    owning = attributes.filter { $0.ownedTable(of: table) != nil }
    ownedTables = attributes.compactMap { $0.ownedTable(of: table) }
    // Two section properties may follow from one column.
    var names: Set<String> = []
    derivedColumns = attributes.flatMap { $0.derivedColumns(among: attributes) }.filter {
      names.insert($0.name).inserted
    }
    hasPairs = owning.contains { $0.relationship != nil }
    insertion = RowInsertion(table: table, columns: columns)
    insertionWithoutKey = RowInsertion(table: table, columns: columns.filter { !$0.column.isKey })
    textColumns = attributes.flatMap(\.textColumns)
    derivedInsertion = Self.insertion(into: table + "_derived", derivedColumns)
    textInsertion = textColumns.isEmpty ? nil : Self.insertion(into: table + "_text", textColumns)
    derive = Self.derivation(derivedColumns + textColumns)
    selection = (["r.pk"] + attributes.compactMap { $0.selection(owner: table) }).joined(separator: ", ")
    selectionWithoutLists =
      (["r.pk"]
      + attributes.compactMap { attribute in
        attribute.selection(owner: table).map { attribute.load == nil ? $0 : "NULL" }
      }).joined(separator: ", ")
    let records = "SELECT \(selection) FROM \(name: table) AS r WHERE r."
    recordByKey = records + "pk = ?"
    let id = columns.first { $0.column.isKey }?.column.assignment
    recordByID = id.map { records + $0 }
    keyByID = id.map { "SELECT pk FROM \(name: table) WHERE " + $0 }
    decodeColumns = Self.decoder(attributes.filter { $0.selection(owner: table) != nil })
  }

  private static func insertion(into table: String, _ columns: [DerivedColumn<R>]) -> String {
    let names = columns.map { ", " + $0.name.sqlIdentifier }.joined()
    let marks = columns.map { _ in ", ?" }.joined()
    return "INSERT OR REPLACE INTO \(name: table) (pk\(names)) VALUES (?\(marks))"
  }

  // Functions that call each other: to go through an array of functions of a generic type takes as long as they do.

  private static func decoder(_ attributes: [Attribute<R>]) -> @Sendable (inout R, borrowing Row, Int) -> Void {
    var all: @Sendable (inout R, borrowing Row, Int) -> Void = { _, _, _ in }
    for attribute in attributes.reversed() {
      let (decode, rest) = (attribute.decode, all)
      all = { record, row, column in
        decode(&record, row, column)
        rest(&record, row, column + 1)
      }
    }
    return all
  }

  private static func derivation(_ columns: [DerivedColumn<R>]) -> @Sendable (R, Collation, inout [Value]) -> Void {
    var all: @Sendable (R, Collation, inout [Value]) -> Void = { _, _, _ in }
    for column in columns.reversed() {
      let (derive, rest) = (column.derive, all)
      all = { record, collation, values in
        values.append(derive(record, collation))
        rest(record, collation, &values)
      }
    }
    return all
  }

  /// Where the relationships are stored that are stored at this end.
  var references: [Reference] { relationships.compactMap { $0.reference?() } }

  func attribute(_ keyPath: PartialKeyPath<R>) -> Attribute<R>? {
    attributes.first { $0.keyPath as PartialKeyPath<R> == keyPath }
  }

  /// The column of the text table that searches look through, if there is one.
  var foldedColumn: String? { textColumns.first?.name }

  /// Whether derived values may follow from more than the record's own columns.
  private var derivesFreely: Bool {
    attributes.contains { attribute in
      switch attribute.storage {
      case .computed, .folded: true
      case .column, .list, .section, .pairs, .inverse: false
      }
    }
  }

  /// Whether derived values may follow from related records.
  var derivesFromRelated: Bool { !relationships.isEmpty && derivesFreely }

  /// The column that tells records apart.
  var keyColumn: String? { columns.first { $0.column.isKey }?.column.name }

  /// What inserts a record, with its id or to be given one.
  func insertion(of record: R) -> RowInsertion<R> { record.id.storedValue == "" ? insertionWithoutKey : insertion }

  /// Reads a record from a row that begins, at the column given, with ``selection`` after its key.
  func decode(_ row: borrowing Row, from first: Int = 1) -> R {
    var record = R()
    decodeColumns(&record, row, first)
    return record
  }
}

/// A statement that inserts a record, and what makes the values that it takes.
struct RowInsertion<R: Record>: Sendable {
  let sql: String
  let encode: @Sendable (R, inout [Value]) throws -> Void
  /// Which of the values is another record's id, and stored as its key.
  let references: [(position: Int, reference: @Sendable () -> Reference)]

  init(table: String, columns: [(attribute: Attribute<R>, column: Attribute<R>.Column)]) {
    let names = columns.map(\.column.name.sqlIdentifier).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    sql = "INSERT INTO \(name: table) " + (columns.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(marks))")
    var all: @Sendable (R, inout [Value]) throws -> Void = { _, _ in }
    for column in columns.reversed() {
      let (encode, rest) = (column.attribute.encode, all)
      all = { record, values in
        values.append(try encode(record))
        try rest(record, &values)
      }
    }
    encode = all
    references = columns.enumerated().compactMap { position, column in
      column.attribute.relationship?.reference.map { (position, $0) }
    }
  }
}

/// A column of the derived or the text table.
///
/// A class, as attributes are: an import goes through them for every row, and one reference is cheap to pass.
final class DerivedColumn<R: Record>: Sendable {
  let name: String
  let type: String
  /// What sets it, in a statement.
  let assignment: String
  /// Whether what it follows from differs between two versions of a record: to find that out is cheaper than to derive.
  let isChanged: @Sendable (R, R) -> Bool
  let derive: @Sendable (R, Collation) -> Value

  init(
    name: String, type: String, isChanged: @escaping @Sendable (R, R) -> Bool,
    derive: @escaping @Sendable (R, Collation) -> Value
  ) {
    self.name = name
    self.type = type
    assignment = "\(name: name) = ?"
    self.isChanged = isChanged
    self.derive = derive
  }
}

extension Attribute {
  /// The columns of the derived table that follow from this attribute.
  func derivedColumns(among attributes: [Attribute]) -> [DerivedColumn<R>] {
    switch storage {
    case .column(let column), .computed(let column):
      guard let name = column.sortColumn else { return [] }
      let (isOptional, isInstant) = (valueType.isOptional, valueType.isInstant)
      return column.order == .value
        ? [
          DerivedColumn(name: name, type: valueType.columnType, isChanged: isChanged) { record, _ in
            guard let value = try? self.encode(record) else { return .null }
            return isInstant ? value.withoutZone : value.composed
          }
        ]
        : [
          DerivedColumn(name: name, type: "BLOB", isChanged: isChanged) { record, collation in
            self.text(of: record).map { .blob(collation.sortKey(of: $0)) } ?? (isOptional ? .null : .blob([]))
          }
        ]
    case .section(.initial, let base):
      guard let base = attributes.first(where: { $0.keyPath as PartialKeyPath<R> == base }),
        let name = base.initialColumn
      else { return [] }
      return [
        DerivedColumn(name: name, type: "TEXT", isChanged: base.isChanged) { record, collation in
          let text = base.text(of: record) ?? ""
          return base.valueType.isOptional && text.isEmpty ? .null : .text(collation.initial(of: text))
        }
      ]
    case .section, .list, .pairs, .inverse, .folded: return []
    }
  }

  /// The columns of the text table that follow from this attribute.
  var textColumns: [DerivedColumn<R>] {
    guard case .folded(let column, let fields) = storage else { return [] }
    let isChanged: @Sendable (R, R) -> Bool = { fields($0) != fields($1) }
    return [
      DerivedColumn(name: column, type: "TEXT", isChanged: isChanged) { record, _ in (try? self.encode(record)) ?? .null
      }
    ]
  }

  /// Whether two versions of a record have other values.
  private func isChanged(_ old: R, _ new: R) -> Bool { (try? encode(old)) != (try? encode(new)) }

  /// The table that holds the property's rows, if it is not in the record's own.
  func ownedTable(of table: String) -> OwnedTable? {
    switch storage {
    case .list(let list): OwnedTable(name: list.name, owner: table, item: list.itemTable)
    case .pairs(let pairs): OwnedTable(name: pairs.name, owner: table, item: pairs.column)
    case .column, .computed, .folded, .section, .inverse: nil
    }
  }

  /// The column whose copy in the derived table orders records, if it does.
  var orderingColumn: Column? {
    switch storage {
    case .column(let column), .computed(let column): column
    case .list, .folded, .section, .pairs, .inverse: nil
    }
  }

  var isStored: Bool {
    switch storage {
    case .column, .list, .pairs: true
    case .computed, .folded, .section, .inverse: false
    }
  }

  /// What a statement selects to read the property; nil if it is not stored.
  func selection(owner: String) -> String? {
    switch storage {
    case .column(let column): "r.\(name: column.name)"
    case .list(let list): list.selection(owner: owner)
    case .computed, .folded, .section, .pairs, .inverse: nil
    }
  }

  /// The property's text, for collating; nil where there is nothing to see.
  func text(of record: R) -> String? {
    guard case .text(let text)? = try? encode(record), !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// The column of the derived table that holds the letter of this text.
  var initialColumn: String? {
    guard case .column(let column) = storage, column.order == .collated else { return nil }
    return column.name + "_initial"
  }
}

extension Value {
  /// The value, text with its letters composed: texts that are equal to Swift are equal to SQLite then.
  var composed: Value {
    guard case .text(let text) = self, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    return .text(text.streamSafe.precomposedStringWithCanonicalMapping)
  }
}

extension ListTable {
  /// A list's items as a JSON array, in their order, for which most lists are too short to be sorted. An item that another
  /// tool wrote may be a blob, which JSON has not.
  func selection(owner: String) -> String {
    let item = "CAST(\(name: itemTable) AS TEXT)"
    let rows = "FROM \(name: name) WHERE \(name: owner) = r.pk"
    return """
      (SELECT CASE WHEN count(*) < 2 THEN json_group_array(\(item)) \
      ELSE (SELECT json_group_array(item) FROM (SELECT \(item) AS item \(rows) ORDER BY position, \(name: itemTable))) END \
      \(rows))
      """
  }

  /// The items of some owners, in their order.
  ///
  /// - Complexity: O(*k* log *n*) in the number of owners and items.
  func items(of owners: [Int64], owner: String, on connection: Connection) throws -> [Int64: [String]] {
    var items: [Int64: [String]] = [:]
    try connection.query(
      """
      SELECT \(name: owner), CAST(\(name: itemTable) AS TEXT) FROM \(name: name) \
      WHERE \(name: owner) IN (SELECT value FROM json_each(?)) ORDER BY \(name: owner), position, \(name: itemTable)
      """, [owners.jsonArray]
    ) { items[$0.integer(0), default: []].append($0.text(1) ?? "") }
    return items
  }
}
