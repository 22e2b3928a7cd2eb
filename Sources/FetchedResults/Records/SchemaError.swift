/// A schema that can't be: what it says of a record type contradicts itself, or leaves out what it takes.
///
///     do {
///       try schema.validate()
///     } catch {
///       print(error)  // The index of Book by \Book.note has no order: give the attribute one.
///     }
///
/// ``Store/open()``, and whatever else opens a store, throws it before anything is read or written. Each is a mistake of the program
/// and not of the store.
///
/// It mirrors the errors that `NSPersistentContainer` throws for a model:
/// <https://developer.apple.com/documentation/coredata/core-data-error-codes>
public enum SchemaError: Error, Hashable, Sendable {
  /// Two record types, lists or relationships have one table, or one has a table that the library makes for another.
  case duplicateTable(table: String, type: String)
  /// Two attributes have one column, or one has a column that the library makes.
  case duplicateColumn(column: String, type: String)
  /// Two attributes are of one property.
  case duplicateAttribute(attribute: String, type: String)
  /// The table has no name, or one that SQLite or the library keeps for itself.
  case reservedTable(table: String, type: String)
  /// No attribute, or more than one, is an ``Attribute/identifier(_:_:)``: the records' ids would be lost, or nothing found by them.
  case identifierCount(type: String, count: Int)
  /// An index is by an attribute that has no order, or by one that the schema doesn't have.
  case unorderedIndex(attribute: String, type: String)
  /// Two indexes are of one sort, or one is of none.
  case duplicateIndex(type: String)
  /// A section can't follow from its base as it is declared to.
  case invalidSection(attribute: String, type: String, reason: String)
  /// A relationship leads to a type that the schema doesn't have, or is the inverse of none.
  case unknownRelation(attribute: String, type: String, reason: String)
  /// Two migrations lead to one version.
  case duplicateMigration(version: Int)
  /// A migration leads to a version that the schema doesn't know.
  case unknownMigration(version: Int, schemaVersion: Int)
}

extension SchemaError: CustomStringConvertible {
  /// One plain sentence.
  public var description: String {
    switch self {
    case .duplicateTable(let table, let type):
      "The schema of \(type) uses the table \(table), which is another's already: each needs one of its own."
    case .duplicateColumn(let column, let type):
      "The schema of \(type) has the column \(column) twice, or it is one of the library's own."
    case .duplicateAttribute(let attribute, let type): "The schema of \(type) has two attributes for \(attribute)."
    case .reservedTable(let table, let type):
      "The schema of \(type) can't have a table named '\(table)': SQLite or the library keeps that name for itself."
    case .identifierCount(let type, 0): "The schema of \(type) has no identifier, so that its ids would be lost."
    case .identifierCount(let type, let count): "The schema of \(type) has \(count) identifiers instead of one."
    case .unorderedIndex(let attribute, let type):
      "The index of \(type) by \(attribute) has no order: give the attribute one."
    case .duplicateIndex(let type): "The schema of \(type) has an index twice, or one of no attribute."
    case .invalidSection(let attribute, let type, let reason):
      "The section \(attribute) of \(type) can't be made: \(reason)."
    case .unknownRelation(let attribute, let type, let reason):
      "The relationship \(attribute) of \(type) leads nowhere: \(reason)."
    case .duplicateMigration(let version): "Two migrations lead to version \(version)."
    case .unknownMigration(let version, let schemaVersion):
      "A migration leads to version \(version), and the schema's versions go from 1 to \(schemaVersion)."
    }
  }
}
