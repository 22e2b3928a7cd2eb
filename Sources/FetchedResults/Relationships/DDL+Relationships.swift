import SQLite

extension DDL {
  /// What the names of triggers on the tables of records that are referred to begin with, behind the table's.
  static let referenceTrigger = "_in_"

  /// A to-many relationship's table.
  static func pairTable(_ reference: Reference) -> String {
    let rows = OwnedTable(name: reference.table, owner: reference.owner, item: reference.column)
    let (table, owner, column) = (
      reference.table.sqlIdentifier, reference.owner.sqlIdentifier, reference.column.sqlIdentifier
    )
    return """
      CREATE TABLE IF NOT EXISTS \(table) (
        \(owner) INTEGER NOT NULL REFERENCES \(owner) (pk),
        \(column) INTEGER NOT NULL REFERENCES \(name: reference.targetTable) (pk),
        position INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (\(owner), \(column))) WITHOUT ROWID;
      \(triggers(for: rows))

      """
  }

  /// What happens to records when one that they refer to is deleted, gets another key or changes, whoever does it.
  ///
  /// An undo and a redo bring back what the rules did as part of their changesets, so the rules rest meanwhile.
  ///
  /// - Parameters:
  ///   - reference: Where the relationship is stored.
  ///   - derives: Whether derived rows of the records may follow from those that they refer to.
  /// - Returns: The statements; all tables are there.
  static func triggers(for reference: Reference, derives: Bool) -> String {
    let (table, column, target) = (
      reference.table.sqlIdentifier, reference.column.sqlIdentifier, reference.targetTable.sqlIdentifier
    )
    func trigger(_ ending: String) -> String {
      let column = "\(reference.table)_\(reference.column)"
      return "\(reference.targetTable)\(referenceTrigger)\(column)_\(ending)".sqlIdentifier
    }
    let referring = "SELECT 1 FROM \(table) WHERE \(column) = old.pk"
    var script = """
      CREATE INDEX IF NOT EXISTS \(name: "\(reference.table)_by_\(reference.column)") ON \(table) (\(column));
      CREATE TRIGGER \(trigger("rekeyed")) AFTER UPDATE OF pk ON \(target) WHEN new.pk <> old.pk BEGIN
        UPDATE \(table) SET \(column) = new.pk WHERE \(column) = old.pk;
      END;

      """
    if reference.deleteRule == .deny {
      let reason = "It can't be deleted while there is a record of \(reference.ownerTable) that refers to it."
      script += """
        CREATE TRIGGER \(trigger("denied")) BEFORE DELETE ON \(target) \(whenStamping) AND EXISTS (\(referring)) BEGIN
          SELECT RAISE(ABORT, \(Value.text(reason)));
        END;

        """
    } else {
      script += """
        CREATE TRIGGER \(trigger("deleted")) AFTER DELETE ON \(target) \(whenStamping) BEGIN
          \(reference.release("old.pk"))
        END;

        """
    }
    if derives {
      let owner = reference.owner.sqlIdentifier
      let owners = "SELECT \(owner) FROM \(table) WHERE \(column) = old.pk"
      let pending = (reference.ownerTable + "_pending").sqlIdentifier
      script += """
        CREATE TRIGGER \(trigger("changed")) AFTER DELETE ON \(name: reference.targetTable + "_derived") \(unlessBulk) BEGIN
          DELETE FROM \(name: reference.ownerTable + "_derived") WHERE pk IN (\(owners));
          INSERT INTO \(pending) (pk) \(owners) AND \(owner) NOT IN (SELECT pk FROM \(pending));
          \(countChange(of: reference.ownerTable))
        END;

        """
    }
    return script
  }
}
