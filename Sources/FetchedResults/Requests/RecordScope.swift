import SQLite

/// A record that a part of a predicate is about, under names of its own in the statement: the one that the predicate is
/// about, or one of those that belong to it.
struct RecordScope {
  /// What a property is in SQL.
  struct ColumnReference {
    let expression: SQLFragment
    let kind: Translated.Kind
    var isKey = false
    /// Whether its text is composed.
    var isComposed = false
    /// The column that keeps its folded text, if one does.
    var foldedColumn: String?
    /// The sort key of it, if it is kept: equal text has equal keys, and keys have an index.
    var sortKey: SQLFragment?
    var readsRecord = false
    /// Whether it is in the text table, which the statement has to join.
    var readsText = false
    /// Whether it is stored in a form that only the program reads.
    var isEncoded = false
  }

  /// 0 for the record that the predicate is about, and more for one further in.
  let number: Int
  /// The record's table.
  let table: String
  let column: (AnyKeyPath) -> ColumnReference?
  let list: (AnyKeyPath) -> ListTable?
  let related: (AnyKeyPath, _ number: Int) throws(FetchError) -> RelatedScope?

  /// The names of the record's row and of its derived row.
  private static func names(_ number: Int) -> (record: String, derived: String) {
    number == 0 ? ("r", "d") : ("r\(number)", "d\(number)")
  }

  /// The record's key.
  var key: String { Self.names(number).derived + ".pk" }

  /// The record's row and its derived row.
  var tables: String {
    let (record, derived) = Self.names(number)
    return "\(name: table) AS \(record) JOIN \(name: table + "_derived") AS \(derived) ON \(derived).pk = \(record).pk"
  }

  /// A record's own column as it is compared with other values.
  private static func compared(_ column: String, _ type: any ColumnValue.Type) -> String {
    if type.isInstant { return "rtrim(\(column), 'Z')" }
    // Any number but 0 is read as true.
    return type == Bool.self || type == Bool?.self ? "(\(column) <> 0)" : column
  }

  init<R: Record>(_ schema: RecordSchema<R>, number: Int) {
    self.number = number
    table = schema.table
    let (record, derived) = Self.names(number)
    list = { keyPath in
      guard let keyPath = keyPath as? PartialKeyPath<R>, case .list(let list) = schema.attribute(keyPath)?.storage
      else { return nil }
      return list
    }
    related = { keyPath, number throws(FetchError) in
      guard let keyPath = keyPath as? PartialKeyPath<R>,
        let relationship = schema.attribute(keyPath)?.relationship
      else { return nil }
      return RelatedScope(
        link: try relationship.link(), scope: relationship.scope(number), record: relationship.scope,
        isToMany: relationship.isToMany)
    }
    column = { keyPath in
      guard let keyPath = keyPath as? PartialKeyPath<R>, let attribute = schema.attribute(keyPath) else { return nil }
      let kind = Translated.Kind(attribute.valueType)
      switch attribute.storage {
      case .column(let column) where column.order == .value, .computed(let column):
        // The derived column holds what reading the record gives, whatever another tool has written.
        return ColumnReference(
          expression: SQLFragment(sql: "\(derived).\(name: column.name + "_sort")"), kind: kind, isComposed: true)
      case .column(let column):
        let name = "\(record).\(name: column.name)"
        return ColumnReference(
          expression: SQLFragment(sql: Self.compared(name, attribute.valueType)), kind: kind, isKey: column.isKey,
          sortKey: column.order == .collated
            ? column.sortColumn.map { SQLFragment(sql: "\(derived).\(name: $0)") } : nil,
          readsRecord: true, isEncoded: attribute.isEncoded)
      case .folded(let column, _):
        // Inside of another condition it is looked up where it is asked for.
        let text =
          number == 0
          ? "\(FetchPlan.text).\(name: column)"
          : "(SELECT \(name: column) FROM \(name: schema.table + "_text") WHERE pk = \(derived).pk)"
        return ColumnReference(
          expression: SQLFragment(sql: text), kind: kind, foldedColumn: column, readsText: number == 0)
      case .list, .section, .pairs, .inverse: return nil
      }
    }
  }
}
