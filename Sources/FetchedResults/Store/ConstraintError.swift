import SQLite

/// Why the store refused a record: another one has its `id`, a column that can't be empty is, or what else the tables demand.
///
///     try await store.write("Import") { context in
///       for book in books {
///         do {
///           try context.insert(book)
///         } catch let error as ConstraintError where error.kind == .unique {
///           skipped.append(book)
///         }
///       }
///     }
///
/// It is the same inside of the closure that writes, where it can be caught to go on, and outside of it, where nothing was changed.
///
/// It mirrors `NSManagedObjectConstraintValidationError` and its like:
/// <https://developer.apple.com/documentation/coredata/nsmanagedobjectconstraintvalidationerror>. SQLite's constraints:
/// <https://www.sqlite.org/lang_createtable.html#sql_data_constraints>
public struct ConstraintError: Error, Hashable, Sendable {
  /// What a table demands.
  ///
  ///     catch let error as ConstraintError where error.kind == .unique { … }
  public enum Kind: Hashable, Sendable {
    /// No other record has the value, such as an `id`.
    case unique
    /// The column has a value; NaN is none.
    case notNull
    /// A condition that another tool has put on the table.
    case check
    /// What a record refers to is there.
    case foreignKey
    /// A trigger, whose words the reason is.
    case trigger
    /// Something else, which the reason says.
    case other
  }

  /// Which demand it was.
  public let kind: Kind
  /// The table that demands it; nil if SQLite doesn't say which.
  public let table: String?
  /// The columns concerned, as far as SQLite says.
  public let columns: [String]
  /// SQLite's own words, or a trigger's.
  public let reason: String

  /// Tells what an error of SQLite means; nil if it is of another kind.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - tables: The tables that a name in SQLite's words, which has no quotes, may begin with.
  init?(_ error: SQLiteError, tables: [String]) {
    guard error.isConstraintViolation else { return nil }
    switch error.extendedCode >> 8 {
    case 6, 8, 10: kind = .unique
    case 5: kind = .notNull
    case 1: kind = .check
    case 3: kind = .foreignKey
    case 7: kind = .trigger
    default: kind = .other
    }
    reason = error.message
    var (named, columns) = (String?.none, [String]())
    if kind == .unique || kind == .notNull, let colon = error.message.range(of: ": ") {
      for name in error.message[colon.upperBound...].split(separator: ", ") {
        // The longest, if the name of one begins with that of another.
        let table = tables.filter { name.hasPrefix($0 + ".") }.max { $0.count < $1.count }
        guard let table else { continue }
        named = table
        columns.append(String(name.dropFirst(table.count + 1)))
      }
    }
    let sql = error.sql ?? ""
    self.table =
      named
      ?? tables.first { table in
        ["INSERT INTO", "UPDATE", "DELETE FROM"].contains { sql.hasPrefix("\($0) \(name: table) ") }
      }
    self.columns = columns
  }
}

extension ConstraintError: CustomStringConvertible {
  /// One plain sentence, without what people have entered.
  public var description: String {
    let place = table.map { " of \($0)" } ?? ""
    let values = columns.isEmpty ? "value" : columns.joined(separator: " and ")
    return switch kind {
    case .unique: "Another record\(place) has the same \(values); the record was not saved."
    case .notNull: "A record\(place) can't be without \(columns.isEmpty ? "a value" : values); it was not saved."
    case .check: "The record\(place) breaks a rule of its table (\(reason)); it was not saved."
    case .foreignKey: "A record\(place) refers to one that is not in the store; it was not saved."
    case .trigger: reason
    case .other: "The record\(place) doesn't fit its table (\(reason)); it was not saved."
    }
  }
}
