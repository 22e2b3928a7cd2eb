extension DDL {
  /// What the names of triggers on the tables of records that are referred to begin with, behind the table's.
  static let referenceTrigger = "_in_"

  /// A to-many relationship's table.
  static func pairTable(_ reference: Reference) -> String {
    let (table, owner, column) = (reference.table, reference.owner, reference.column)
    return """
      CREATE TABLE IF NOT EXISTS \(table) (
        \(owner) INTEGER NOT NULL REFERENCES \(owner) (pk),
        \(column) INTEGER NOT NULL REFERENCES \(reference.targetTable) (pk),
        position INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (\(owner), \(column))) WITHOUT ROWID;
      \(triggers(for: OwnedTable(name: table, owner: owner, item: column)))

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
    let (table, column, target) = (reference.table, reference.column, reference.targetTable)
    let name = "\(target)\(referenceTrigger)\(table)_\(column)"
    let referring = "SELECT 1 FROM \(table) WHERE \(column) = old.pk"
    var script = """
      CREATE INDEX IF NOT EXISTS \(table)_by_\(column) ON \(table) (\(column));
      CREATE TRIGGER \(name)_rekeyed AFTER UPDATE OF pk ON \(target) WHEN new.pk <> old.pk BEGIN
        UPDATE \(table) SET \(column) = new.pk WHERE \(column) = old.pk;
      END;

      """
    if reference.deleteRule == .deny {
      script += """
        CREATE TRIGGER \(name)_denied BEFORE DELETE ON \(target) \(whenStamping) AND EXISTS (\(referring)) BEGIN
          SELECT RAISE(ABORT, 'It can''t be deleted while there is a record of \(reference.ownerTable) that refers to it.');
        END;

        """
    } else {
      script += """
        CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(target) \(whenStamping) BEGIN
          \(reference.release("old.pk"))
        END;

        """
    }
    if derives {
      let owners = "SELECT \(reference.owner) FROM \(table) WHERE \(column) = old.pk"
      let owner = reference.ownerTable
      script += """
        CREATE TRIGGER \(name)_changed AFTER DELETE ON \(target)_derived \(unlessBulk) BEGIN
          DELETE FROM \(owner)_derived WHERE pk IN (\(owners));
          INSERT INTO \(owner)_pending (pk) \(owners) AND \(reference.owner) NOT IN (SELECT pk FROM \(owner)_pending);
          UPDATE store_change_counter SET value = value + 1 WHERE table_name = '\(owner)';
        END;

        """
    }
    return script
  }
}
