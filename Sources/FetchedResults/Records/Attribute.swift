import Foundation
import SQLite

/// Where one property of a record is stored, how it sorts, or how it is derived from others.
///
/// Attributes are made by the static functions; see ``RecordSchema`` for a whole schema.
///
///     .column(\.title, "title", order: .collated)
///
/// It mirrors `NSAttributeDescription`: <https://developer.apple.com/documentation/coredata/nsattributedescription>
public final class Attribute<R: Record>: Sendable {
  /// How a column's values order records; see <doc:SectionsAndSorts>.
  public enum Order: Sendable {
    /// Not at all: a request that sorts by it is refused with ``FetchError/notSortable(attribute:)``.
    case none
    /// As SQLite orders the stored values.
    case value
    /// As the store's ``Collation`` orders text; nil and blank text come last.
    case collated
  }

  /// How the sections of one attribute follow from another's values without leaving their order.
  ///
  ///     .section(\.dayAdded, of: \.addedAt, .day)
  public enum SectionFunction: Sendable {
    /// The stored value itself, as another type.
    case value
    /// The letter of a collated text.
    case initial
    /// The local day of an instant, as `2026-11-30`.
    case day
    /// The greatest multiple of a whole number, at least 1, that is not above a number: of 1, 4 for 4.9 and -1 for -0.2.
    case floor(multipleOf: Int)
    /// A number rounded to one decimal, halves away from zero: 4.5 for 4.45.
    case tenth
  }

  enum Storage: Sendable {
    case column(Column)
    case computed(Column)
    case list(ListTable)
    case pairs(PairTable)
    case inverse
    case folded(column: String, fields: @Sendable (R) -> [String])
    case section(SectionFunction, of: PartialKeyPath<R> & Sendable)
  }

  let keyPath: PartialKeyPath<R> & Sendable
  let storage: Storage
  let valueType: any ColumnValue.Type
  /// Whether the column holds what only the program reads, and SQL can't look into.
  let isEncoded: Bool
  /// Reads the property from a row's column. Values that are not of the property's type leave it blank.
  let decode: @Sendable (inout R, borrowing Row, Int) -> Void
  /// The property as it is stored; a list as its items' JSON array. Throws ``AttributeEncodingError``.
  let encode: @Sendable (R) throws -> Value
  /// Sets the property to what another record has; a property that follows from others can't be set.
  let copy: @Sendable (_ source: R, _ record: inout R) -> Void
  /// Reads, for some keys and with one statement for all, what ``decode`` would read of a list; gives it to their records.
  let load: (@Sendable (Connection, _ keys: [Int64]) throws -> @Sendable (inout [R]) -> Void)?
  /// The other records that the property is, if it is some.
  let relationship: Relationship<R>?

  init(
    keyPath: PartialKeyPath<R> & Sendable, storage: Storage, valueType: any ColumnValue.Type, isEncoded: Bool = false,
    decode: @escaping @Sendable (inout R, borrowing Row, Int) -> Void = { _, _, _ in },
    encode: @escaping @Sendable (R) throws -> Value,
    copy: @escaping @Sendable (_ source: R, _ record: inout R) -> Void = { _, _ in },
    load: (@Sendable (Connection, _ keys: [Int64]) throws -> @Sendable (inout [R]) -> Void)? = nil,
    relationship: Relationship<R>? = nil
  ) {
    self.keyPath = keyPath
    self.storage = storage
    self.valueType = valueType
    self.isEncoded = isEncoded
    self.decode = decode
    self.encode = encode
    self.copy = copy
    self.load = load
    self.relationship = relationship
  }
}

extension Attribute {
  /// The property that tells records apart: text that is unique in its table, made by SQLite where none is given.
  ///
  ///     .identifier(\.id)
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column.
  /// - Returns: The attribute.
  public static func identifier(
    _ keyPath: WritableKeyPath<R, String> & Sendable, _ name: String = "id"
  ) -> Attribute {
    column(keyPath, Column(name: name, declaration: "TEXT NOT NULL UNIQUE DEFAULT \(DDL.uuid)", isKey: true))
  }

  /// A property with a column of its own.
  ///
  ///     .column(\.title, "title", order: .collated),
  ///     .column(\.pages, "pages", order: .value, default: "0"),
  ///
  /// What a declared type and a default are to SQLite: <https://www.sqlite.org/lang_createtable.html>
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column.
  ///   - order: How the column orders records, if it does.
  ///   - defaultValue: What a row gets that another tool inserts without this column, as an SQL expression; needed for
  ///     every column that can't be NULL, unless such an insert is to be refused.
  /// - Returns: The attribute.
  public static func column<V: ColumnValue>(
    _ keyPath: WritableKeyPath<R, V> & Sendable, _ name: String, order: Order = .none,
    default defaultValue: String? = nil
  ) -> Attribute {
    column(keyPath, Column(V.self, name, order: order, default: defaultValue))
  }

  private static func column<V: ColumnValue>(
    _ keyPath: WritableKeyPath<R, V> & Sendable, _ column: Column
  ) -> Attribute {
    let property = Property(keyPath)
    return Attribute(
      keyPath: keyPath, storage: .column(column), valueType: V.self,
      decode: { record, row, index in
        if let value = V(row: row, column: index) { property.set(value, of: &record) }
      },
      encode: { record in
        let value = property.value(of: record).storedValue
        // What can't be NULL is refused by its column.
        if V.isOptional, value.isNotANumber { throw AttributeEncodingError(notANumberIn: "\(keyPath)") }
        return value
      },
      copy: { property.set(property.value(of: $0), of: &$1) })
  }

  /// A property that follows from others and orders records, such as the hue of a color: it is kept beside the record,
  /// and nobody has to write it.
  ///
  ///     .computed(\.titleLength, "title_length")
  ///
  /// It mirrors `NSDerivedAttributeDescription`:
  /// <https://developer.apple.com/documentation/coredata/nsderivedattributedescription>
  ///
  /// - Parameters:
  ///   - keyPath: The property; only what the schema names is there to compute it from.
  ///   - name: The column of the derived table, without its ending.
  /// - Returns: The attribute.
  public static func computed<V: ColumnValue>(_ keyPath: KeyPath<R, V> & Sendable, _ name: String) -> Attribute {
    Attribute(
      keyPath: keyPath,
      storage: .computed(Column(name: name, declaration: V.columnType, order: .value)), valueType: V.self,
      encode: { $0[keyPath: keyPath].storedValue })
  }

  /// A property of any codable type, kept as JSON text in a column of its own.
  ///
  ///     .json(\.reviews, "reviews", default: "[]")
  ///
  /// It mirrors a transformable attribute:
  /// <https://developer.apple.com/documentation/coredata/nsattributedescription/attributetype/transformable>
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column.
  ///   - defaultValue: What a row gets that another tool inserts without this column, as JSON.
  /// - Returns: The attribute.
  public static func json<V: Codable & Sendable>(
    _ keyPath: WritableKeyPath<R, V> & Sendable, _ name: String, default defaultValue: String
  ) -> Attribute {
    // Most collections are empty, and an encoder takes its time.
    let isEmptyByDefault = (decodedJSON(defaultValue) as V?).map(isEmptyCollection) ?? false
    return text(
      keyPath, name, default: defaultValue,
      encode: { value in
        if isEmptyByDefault, isEmptyCollection(value) { return defaultValue }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
      },
      decode: { decodedJSON($0) })
  }

  /// A property of any type, kept as text in a column of its own, in a form that two functions know.
  ///
  ///     .text(\.cover, "cover", default: "", encode: { $0.absoluteString }, decode: { URL(string: $0) })
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column.
  ///   - defaultValue: The text that a row gets which another tool inserts without this column; that of a blank property, as
  ///     a rule.
  ///   - encode: Writes the property. What it throws is thrown to whoever saves, as an ``AttributeEncodingError``.
  ///   - decode: Reads the property; nil leaves it blank.
  /// - Returns: The attribute.
  public static func text<V>(
    _ keyPath: WritableKeyPath<R, V> & Sendable, _ name: String, default defaultValue: String,
    encode: @escaping @Sendable (V) throws -> String, decode: @escaping @Sendable (String) -> V?
  ) -> Attribute {
    let property = Property(keyPath)
    // What a blank record has need not be read.
    let isBlankByDefault = (try? encode(property.value(of: R()))) == defaultValue
    let literal = "'\(defaultValue.replacing("'", with: "''"))'"
    return Attribute(
      keyPath: keyPath, storage: .column(Column(name: name, declaration: "TEXT NOT NULL DEFAULT \(literal)")),
      valueType: String.self, isEncoded: true,
      decode: { record, row, index in
        guard let text = row.text(index), !isBlankByDefault || text != defaultValue else { return }
        if let value = decode(text) { property.set(value, of: &record) }
      },
      encode: { record in
        do {
          return .text(try encode(property.value(of: record)))
        } catch {
          throw AttributeEncodingError(attribute: "\(keyPath)", error)
        }
      },
      copy: { property.set(property.value(of: $0), of: &$1) })
  }

  /// A property that is a list of texts, kept in a table of its own: one row for each owner and item.
  ///
  /// A second table, which triggers maintain, holds each distinct item once.
  ///
  ///     .list(\.tags, table: "book_tag", itemTable: "tag")
  ///
  /// Items that have properties of their own are records; see ``toMany(_:table:column:onDelete:)``.
  ///
  /// - Parameters:
  ///   - keyPath: The property. Items are distinct.
  ///   - table: The table of owners and items; its columns are named after the two other tables.
  ///   - itemTable: The table of distinct items, whose one column is `name`.
  /// - Returns: The attribute.
  public static func list(
    _ keyPath: WritableKeyPath<R, [String]> & Sendable, table: String, itemTable: String
  ) -> Attribute {
    let property = Property(keyPath)
    let list = ListTable(name: table, itemTable: itemTable)
    return Attribute(
      keyPath: keyPath, storage: .list(list), valueType: String.self,
      decode: { record, row, index in
        property.set([String](jsonArray: row.text(index) ?? "[]") ?? [], of: &record)
      },
      encode: { .text(property.value(of: $0).jsonArray) },
      copy: { property.set(property.value(of: $0), of: &$1) },
      load: { connection, keys in
        let items = try list.items(of: keys, owner: R.schema.table, on: connection)
        return { records in
          for index in records.indices { property.set(items[keys[index]] ?? [], of: &records[index]) }
        }
      })
  }

  /// Text in which `localizedStandardContains` searches without reading the records: several fields, folded.
  ///
  ///     .folded(\.searchText, "search_text") { [$0.title, $0.author ?? ""] }
  ///
  /// - Parameters:
  ///   - keyPath: The property that stands for the text in predicates: the fields, joined by line feeds.
  ///   - column: The column of the derived table.
  ///   - fields: The fields. No search finds text across two of them.
  /// - Returns: The attribute.
  public static func folded(
    _ keyPath: KeyPath<R, String> & Sendable, _ column: String, fields: @escaping @Sendable (R) -> [String]
  ) -> Attribute {
    Attribute(
      keyPath: keyPath, storage: .folded(column: column, fields: fields), valueType: String.self,
      encode: { .text(fields($0).map { $0.foldedForSearch() }.joined(separator: "\n")) })
  }

  /// A property that records can be sectioned by, since its sections follow the order of another attribute.
  ///
  ///     .section(\.initial, of: \.title, .initial)
  ///
  /// - Parameters:
  ///   - keyPath: The property that stands for the section in requests.
  ///   - base: The attribute that leads the sort.
  ///   - function: How the section follows from the base.
  /// - Returns: The attribute.
  public static func section<V: ColumnValue>(
    _ keyPath: KeyPath<R, V> & Sendable, of base: PartialKeyPath<R> & Sendable, _ function: SectionFunction
  ) -> Attribute {
    Attribute(
      keyPath: keyPath, storage: .section(function, of: base), valueType: V.self,
      encode: { $0[keyPath: keyPath].storedValue })
  }

  /// A column of the record's own table.
  struct Column: Sendable {
    let name: String
    let declaration: String
    let order: Order
    let isKey: Bool
    /// What sets it, in a statement.
    let assignment: String

    init(name: String, declaration: String, order: Order = .none, isKey: Bool = false) {
      self.name = name
      self.declaration = declaration
      self.order = order
      self.isKey = isKey
      assignment = "\(name: name) = ?"
    }

    /// The column of the derived table that orders by this one.
    var sortColumn: String? { order == .none ? nil : name + "_sort" }
  }
}

/// A collection of the standard library's, which is nothing but its elements.
private protocol PlainCollection { var isEmpty: Bool { get } }

extension Array: PlainCollection {}
extension Set: PlainCollection {}
extension Dictionary: PlainCollection {}

private func isEmptyCollection<V>(_ value: V) -> Bool {
  V.self is any PlainCollection.Type && (value as? any PlainCollection)?.isEmpty == true
}

private func decodedJSON<V: Decodable>(_ text: String) -> V? {
  try? JSONDecoder().decode(V.self, from: Data(text.utf8))
}

extension Attribute.Column {
  /// A column for values of a type.
  fileprivate init<V: ColumnValue>(_ type: V.Type, _ name: String, order: Attribute.Order, default value: String?) {
    let parts = [V.columnType, V.isOptional ? nil : "NOT NULL", value.map { "DEFAULT \($0)" }]
    self.init(name: name, declaration: parts.compactMap(\.self).joined(separator: " "), order: order)
  }
}

/// A table of owners and items.
struct ListTable: Sendable {
  let name: String
  let itemTable: String
}

/// A table of a record's own beside its main one, each of whose rows has an owner, the first column, and something else.
struct OwnedTable: Sendable {
  let name: String
  let owner: String
  let item: String

  /// What tells one of its rows from the others.
  var rowCondition: String { "\(name: owner) = ? AND \(name: item) = ?" }
}

extension [String] {
  /// Reads a JSON array of texts; nil if it is something else.
  init?(jsonArray: String) {
    if jsonArray == "[]" {
      self = []
    } else if let items = Self.plainItems(of: jsonArray) {
      self = items
    } else {
      guard let items = try? JSONDecoder().decode([String].self, from: Data(jsonArray.utf8)) else { return nil }
      self = items
    }
  }

  /// The texts of an array without blanks and escapes, as SQLite writes most of them; nil if it is not that plain.
  private static func plainItems(of jsonArray: String) -> [String]? {
    var jsonArray = jsonArray
    return jsonArray.withUTF8 { bytes in
      let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
      guard bytes.count >= 4, bytes[0] == UInt8(ascii: "["), bytes[bytes.count - 1] == UInt8(ascii: "]") else {
        return nil
      }
      var items: [String] = []
      var start = 1
      while start < bytes.count - 1 {
        if !items.isEmpty {
          guard bytes[start] == comma else { return nil }
          start += 1
        }
        guard bytes[start] == quote else { return nil }
        var end = start + 1
        while bytes[end] != quote {
          // The bracket at the end is no text's.
          guard bytes[end] != UInt8(ascii: "\\"), end < bytes.count - 1 else { return nil }
          end += 1
        }
        items.append(String(decoding: bytes[(start + 1)..<end], as: UTF8.self))
        start = end + 1
      }
      return items
    }
  }

  /// The texts as a JSON array.
  var jsonArray: String {
    guard !isEmpty else { return "[]" }
    let isPlain = allSatisfy { item in
      item.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
    if isPlain { return "[\"\(joined(separator: "\",\""))\"]" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
