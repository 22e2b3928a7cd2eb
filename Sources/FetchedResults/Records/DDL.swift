import Foundation
import SQLite

/// The SQL that makes a store, in plain SQLite: no function or collation that other tools lack.
enum DDL {
  /// An expression for a UUID of version 7: its beginning grows with time, so that its index grows at its end.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc9562#section-5.7>
  static let uuid = """
    (printf('%08x-%04x-7%03x-%04x-%012x', \(milliseconds) >> 16, \(milliseconds) & 65535, random() & 4095, \
    32768 | (random() & 16383), random() & 281474976710655))
    """

  private static let milliseconds = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"

  /// An expression for the present instant, as `Date` is stored.
  static let now = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"

  /// The tables that every store has beside its records, unless they are there.
  ///
  /// `store_writer` has one row: the number of the step that is being written, 0 at any other time, so also when another
  /// tool writes; see ``WriterMode``.
  static let engineTables = """
    CREATE TABLE IF NOT EXISTS store_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS store_change_counter (table_name TEXT PRIMARY KEY, value INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS store_writer (step INTEGER NOT NULL);
    INSERT INTO store_writer SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM store_writer);
    CREATE TABLE IF NOT EXISTS store_step (
      number INTEGER PRIMARY KEY,
      label TEXT NOT NULL,
      made_at TEXT NOT NULL,
      changeset BLOB,
      bulk_table TEXT, bulk_first INTEGER, bulk_last INTEGER, bulk_count INTEGER,
      is_undone INTEGER NOT NULL DEFAULT 0,
      last_commit INTEGER NOT NULL DEFAULT 0,
      is_refused INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS store_commit (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      step INTEGER NOT NULL,
      is_undo INTEGER NOT NULL,
      counters_before TEXT NOT NULL,
      counters_after TEXT NOT NULL);
    """

  /// The columns of the table that says of records which step changed them last, 0 for another tool's change, and when.
  private static let stampColumns = "pk INTEGER PRIMARY KEY, step INTEGER NOT NULL, changed_at TEXT"

  /// Everything one record type needs. The tables that hold what people have entered may be there already.
  static func statements<R: Record>(for schema: RecordSchema<R>) -> String {
    let table = schema.table
    let columns = schema.columns.map { attribute, column in
      let reference = attribute.relationship?.reference.map { " REFERENCES \(name: $0().targetTable) (pk)" }
      return ", \(name: column.name) \(column.declaration)\(reference ?? "")"
    }.joined()
    let derived = schema.derivedColumns.map { ", \(name: $0.name) \($0.type)" }.joined()
    var script = """
      CREATE TABLE IF NOT EXISTS \(name: table) (pk INTEGER PRIMARY KEY AUTOINCREMENT\(columns));
      CREATE TABLE IF NOT EXISTS \(name: table + "_stamp") (\(stampColumns));
      CREATE TABLE \(name: table + "_derived") (pk INTEGER PRIMARY KEY\(derived));
      \(textTable(of: schema))
      CREATE TABLE \(name: table + "_pending") (pk INTEGER PRIMARY KEY);
      CREATE TABLE \(name: table + "_journal") (number INTEGER PRIMARY KEY AUTOINCREMENT, pk INTEGER);
      INSERT OR IGNORE INTO store_change_counter (table_name) VALUES (\(Value.text(table)));

      """
    script += triggers(for: schema)
    for (_, list) in schema.lists { script += statements(for: list, owner: table) }
    for reference in schema.references where !reference.isToOne { script += pairTable(reference) }
    for terms in schema.indexes { script += index(schema, terms) }
    return script
  }

  /// The folded text in a table of its own: a search reads it in a third of the time it takes beside the sort keys.
  private static func textTable<R: Record>(of schema: RecordSchema<R>) -> String {
    guard !schema.textColumns.isEmpty else { return "" }
    let columns = schema.textColumns.map { ", \(name: $0.name) \($0.type)" }.joined()
    return "CREATE TABLE \(name: schema.table + "_text") (pk INTEGER PRIMARY KEY\(columns));"
  }

  /// What the names of triggers have behind their table's, in this version and all before.
  static let triggerNames = [
    "before_insert", "before_rekey", "inserted", "updated", "rekeyed", "deleted", "insert_stamped", "update_stamped",
    "delete_stamped", "kept", "renamed", "text_removed",
  ]

  /// Whether a trigger is one of this library's.
  static func isOurs(_ trigger: String, on table: String) -> Bool {
    triggerNames.contains { trigger == "\(table)_\($0)" } || trigger.hasPrefix(table + referenceTrigger)
  }

  /// The index that answers a sort.
  private static func index<R: Record>(_ schema: RecordSchema<R>, _ sort: [SortDescriptor<R>]) -> String {
    guard let terms = try? schema.orderTerms(sort) else { return "" }
    let names = terms.map { $0.column + ($0.isDescending ? "_desc" : "") }.joined(separator: "_")
    let columns = terms.map { $0.column.sqlIdentifier + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
    let index = "\(schema.table)_by_\(names)"
    return "CREATE INDEX \(name: index) ON \(name: schema.table + "_derived") (\(columns));\n"
  }

  /// What happens to a record's companions when anybody changes it.
  ///
  /// The derived row is deleted and its making is left to the library (`…_pending`), the change is counted, and the record
  /// is stamped with the step that made it, 0 for another tool's.
  ///
  /// No statement in a trigger has an `OR` clause: that of the statement which fired the trigger would replace it. A
  /// `REPLACE` removes the rows in its way without firing delete triggers, hence those before an insert or a new key: they
  /// leave the row that may go to ``DerivedTable``, which looks whether it is still there.
  private static func triggers<R: Record>(for schema: RecordSchema<R>) -> String {
    let name = schema.table
    let table = name.sqlIdentifier
    let count = countChange(of: name)
    let (derived, pending) = ((name + "_derived").sqlIdentifier, (name + "_pending").sqlIdentifier)
    let (stamps, journal) = ((name + "_stamp").sqlIdentifier, (name + "_journal").sqlIdentifier)
    let children = schema.ownedTables.map { "DELETE FROM \(name: $0.name) WHERE \(table) = old.pk;" }.joined(
      separator: " ")
    // Of a row in whose place the new one came: only such a one is noted before it is there.
    let orphans = schema.ownedTables.map { owned in
      "DELETE FROM \(name: owned.name) WHERE \(table) = new.pk AND EXISTS (SELECT 1 FROM \(pending) WHERE pk = new.pk);"
    }.joined(separator: " ")
    let moves = schema.ownedTables.map { owned in
      """
      DELETE FROM \(name: owned.name) WHERE \(table) = new.pk;
        UPDATE \(name: owned.name) SET \(table) = new.pk WHERE \(table) = old.pk;
      """
    }.joined(separator: " ")
    let stamp = """
      DELETE FROM \(stamps) WHERE pk = new.pk;
        INSERT INTO \(stamps) (pk, step, changed_at) SELECT new.pk, step, \(now) FROM store_writer;
      """
    var script = """
      CREATE TRIGGER \(name: name + "_inserted") AFTER INSERT ON \(table) \(unlessBulk) BEGIN
        \(orphans)
        \(leaveToLibrary("new.pk", of: name))
        \(count)
      END;
      CREATE TRIGGER \(name: name + "_updated") AFTER UPDATE ON \(table) BEGIN
        \(leaveToLibrary("old.pk", of: name))
        \(leaveToLibrary("new.pk", of: name))
        \(count)
      END;
      CREATE TRIGGER \(name: name + "_rekeyed") AFTER UPDATE OF pk ON \(table) WHEN new.pk <> old.pk BEGIN
        \(moves)
        DELETE FROM \(stamps) WHERE pk = old.pk;
      END;
      CREATE TRIGGER \(name: name + "_deleted") AFTER DELETE ON \(table) BEGIN
        DELETE FROM \(derived) WHERE pk = old.pk;
        DELETE FROM \(pending) WHERE pk = old.pk;
        \(children)
        \(count)
      END;
      CREATE TRIGGER \(name: name + "_derived_made") AFTER INSERT ON \(derived) \(unlessBulk) BEGIN
        INSERT INTO \(journal) (pk) VALUES (new.pk);
      END;
      CREATE TRIGGER \(name: name + "_derived_removed") AFTER DELETE ON \(derived) \(unlessBulk) BEGIN
        INSERT INTO \(journal) (pk) VALUES (old.pk);
      END;
      \(textTrigger(for: schema))
      CREATE TRIGGER \(name: name + "_insert_stamped") AFTER INSERT ON \(table) \(whenStamping) BEGIN
        \(stamp)
      END;
      CREATE TRIGGER \(name: name + "_update_stamped") AFTER UPDATE ON \(table) \(whenStamping) BEGIN
        \(stamp)
      END;
      CREATE TRIGGER \(name: name + "_delete_stamped") AFTER DELETE ON \(table) \(whenStamping) BEGIN
        DELETE FROM \(stamps) WHERE pk = old.pk;
      END;

      """
    if let key = schema.keyColumn?.sqlIdentifier {
      for (moment, event, more) in [("insert", "INSERT", ""), ("rekey", "UPDATE OF \(key), pk", " AND pk <> old.pk")] {
        let replaced = "SELECT pk FROM \(table) WHERE (\(key) = new.\(key) OR pk = new.pk)\(more)"
        script += """
          CREATE TRIGGER \(name: "\(name)_before_\(moment)") BEFORE \(event) ON \(table) \(unlessBulk) BEGIN
            INSERT INTO \(pending) (pk) \(replaced) AND pk NOT IN (SELECT pk FROM \(pending));
            DELETE FROM \(derived) WHERE pk IN (\(replaced));
          END;

          """
      }
    }
    return script
  }

  /// Text goes with its derived row, wherever that is removed.
  private static func textTrigger<R: Record>(for schema: RecordSchema<R>) -> String {
    guard !schema.textColumns.isEmpty else { return "" }
    let name = schema.table
    return """
      CREATE TRIGGER \(name: name + "_derived_text_removed") AFTER DELETE ON \(name: name + "_derived") BEGIN
        DELETE FROM \(name: name + "_text") WHERE pk = old.pk;
      END;
      """
  }

  static let unlessBulk = "WHEN (SELECT step FROM store_writer) <> \(WriterMode.bulk.code)"
  static let whenStamping = "WHEN (SELECT step FROM store_writer) >= 0"

  /// The trigger that leaves a changed record's derived row to the library.
  static func updateTrigger(of table: String) -> String { "\(table)_updated" }

  /// Whether a trigger does nothing while ``WriterMode/bulk`` is on.
  static func isIdleInBulk(_ trigger: String) -> Bool {
    trigger.contains(unlessBulk) || trigger.contains(whenStamping)
  }

  /// Statements that delete a record's derived row and note that it has to be made anew.
  private static func leaveToLibrary(_ key: String, of table: String) -> String {
    let pending = (table + "_pending").sqlIdentifier
    return """
      DELETE FROM \(name: table + "_derived") WHERE pk = \(key);
        INSERT INTO \(pending) (pk) SELECT pk FROM \(name: table)
          WHERE pk = \(key) AND NOT EXISTS (SELECT 1 FROM \(pending) WHERE pk = \(key));
      """
  }

  /// A statement that counts a change of a record's table.
  static func countChange(of table: String) -> String {
    "UPDATE store_change_counter SET value = value + 1 WHERE table_name = \(Value.text(table));"
  }

  /// A list's tables: its rows mark their owner as changed, and the distinct items follow them.
  private static func statements(for list: ListTable, owner: String) -> String {
    let rows = OwnedTable(name: list.name, owner: owner, item: list.itemTable)
    let (name, item, owner) = (list.name.sqlIdentifier, list.itemTable.sqlIdentifier, owner.sqlIdentifier)
    let keep = """
      INSERT INTO \(item) (name) SELECT new.\(item) WHERE NOT EXISTS (SELECT 1 FROM \(item) WHERE name = new.\(item));
      """
    let drop = """
      DELETE FROM \(item) WHERE name = old.\(item) AND NOT EXISTS (SELECT 1 FROM \(name) WHERE \(item) = old.\(item));
      """
    return """
      CREATE TABLE IF NOT EXISTS \(item) (name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS \(name) (
        \(owner) INTEGER NOT NULL REFERENCES \(owner) (pk) ON DELETE CASCADE,
        \(item) TEXT NOT NULL REFERENCES \(item) (name) ON UPDATE CASCADE ON DELETE CASCADE,
        position INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (\(owner), \(item))) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS \(name: "\(list.name)_by_\(list.itemTable)") ON \(name) (\(item));
      CREATE TRIGGER \(name: list.name + "_kept") AFTER INSERT ON \(name) BEGIN \(keep) END;
      \(triggers(for: rows, onUpdate: keep + drop, onDelete: drop))
      CREATE TRIGGER \(name: list.itemTable + "_deleted") AFTER DELETE ON \(item) BEGIN
        DELETE FROM \(name) WHERE \(item) = old.name;
      END;
      CREATE TRIGGER \(name: list.itemTable + "_renamed") AFTER UPDATE OF name ON \(item) WHEN new.name <> old.name BEGIN
        DELETE FROM \(name) WHERE \(item) = old.name
          AND \(owner) IN (SELECT \(owner) FROM \(name) WHERE \(item) = new.name);
        UPDATE \(name) SET \(item) = new.name WHERE \(item) = old.name;
      END;

      """
  }

  /// The rows of a record's other tables mark their owner as changed.
  ///
  /// - Parameters:
  ///   - owned: The table.
  ///   - onUpdate: What else there is to do after a row has changed.
  ///   - onDelete: What else there is to do after a row has gone.
  /// - Returns: The statements.
  static func triggers(for owned: OwnedTable, onUpdate: String = "", onDelete: String = "") -> String {
    let (name, owner) = (owned.name.sqlIdentifier, owned.owner.sqlIdentifier)
    let stamps = (owned.owner + "_stamp").sqlIdentifier
    func trigger(_ ending: String) -> String { "\(owned.name)_\(ending)".sqlIdentifier }
    func touch(_ row: String) -> String {
      """
      \(leaveToLibrary("\(row).\(owner)", of: owned.owner))
        \(countChange(of: owned.owner))
      """
    }
    func stamp(_ row: String) -> String {
      """
      DELETE FROM \(stamps) WHERE pk = \(row).\(owner);
        INSERT INTO \(stamps) (pk, step, changed_at)
          SELECT pk, (SELECT step FROM store_writer), \(now) FROM \(owner) WHERE pk = \(row).\(owner);
      """
    }
    return """
      CREATE TRIGGER \(trigger("inserted")) AFTER INSERT ON \(name) \(unlessBulk) BEGIN
        \(touch("new"))
      END;
      CREATE TRIGGER \(trigger("updated")) AFTER UPDATE ON \(name) BEGIN
        \(onUpdate)
        \(touch("old"))
        \(touch("new"))
      END;
      CREATE TRIGGER \(trigger("deleted")) AFTER DELETE ON \(name) BEGIN
        \(onDelete)
        \(touch("old"))
      END;
      CREATE TRIGGER \(trigger("insert_stamped")) AFTER INSERT ON \(name) \(whenStamping) BEGIN
        \(stamp("new"))
      END;
      CREATE TRIGGER \(trigger("update_stamped")) AFTER UPDATE ON \(name) \(whenStamping) BEGIN
        \(stamp("old"))
        \(stamp("new"))
      END;
      CREATE TRIGGER \(trigger("delete_stamped")) AFTER DELETE ON \(name) \(whenStamping) BEGIN
        \(stamp("old"))
      END;
      """
  }
}
