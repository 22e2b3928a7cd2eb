import SQLite

extension Store {
  /// Looks whether the store is what it should be: every rule by which its tables agree with each other, and SQLite's own check.
  ///
  ///     for problem in try await store.verify() { print(problem) }
  ///
  /// It changes nothing.
  ///
  /// - Returns: What is wrong, a sentence each; empty for a sound store.
  /// - Throws: ``StoreError`` if the store can't be read.
  /// - Complexity: O(*n* log *n*): everything is read.
  package func verify() async throws -> [String] {
    try await read { [schema] context in
      try StoreVerification(schema: schema, collation: context.collation).problems(on: context.connection)
    }
  }
}

/// The rules by which the tables of a store agree.
struct StoreVerification {
  let schema: Schema
  let collation: Collation

  /// A rule, as the query of the rows that break it.
  private struct Rule {
    /// What these rows are.
    let name: String
    /// What stands behind `FROM`.
    let source: String
  }

  /// What is wrong with a store.
  ///
  /// - Parameter connection: In a transaction that reads.
  /// - Returns: A sentence for each rule that is broken.
  /// - Throws: What SQLite says.
  func problems(on connection: Connection) throws -> [String] {
    try connection.all("PRAGMA integrity_check(10)") { $0.text(0) ?? "" }.filter { $0 != "ok" }
      + problems(stepRules, connection) + recordProblems(on: connection)
  }

  /// What is wrong with the records and what follows from them, whatever the steps are like.
  func recordProblems(on connection: Connection) throws -> [String] {
    var problems = try problems(schema.tables.flatMap(rules), connection)
    for table in schema.tables {
      let keys = try table.outdatedKeys(connection, collation)
      if let first = keys.first {
        problems.append(
          "\(keys.count) rows of \(table.name)_derived don't follow from their records, the first is \(first).")
      }
      problems += try archiveProblems(table, connection)
    }
    return problems
  }

  private func problems(_ rules: [Rule], _ connection: Connection) throws -> [String] {
    try rules.compactMap { rule in
      let count = try connection.first("SELECT count(*) FROM " + rule.source) { $0.integer(0) } ?? 0
      return count == 0 ? nil : "\(count) \(rule.name)."
    }
  }

  /// Steps, commits and the state of the writer.
  private var stepRules: [Rule] {
    [
      Rule(
        name: "rows of store_writer beside the one that says that nobody writes", source: "store_writer WHERE step <> 0"
      ),
      Rule(
        name: "commits of steps that are neither there nor forgotten",
        source: """
          store_commit WHERE step NOT IN (SELECT number FROM store_step) \
          AND step >= (SELECT coalesce(min(number), 0) FROM store_step)
          """),
      Rule(
        name: "steps whose last commit is another's, or says otherwise whether they are undone",
        source: """
          store_step AS s JOIN store_commit AS c ON c.number = s.last_commit \
          WHERE c.step <> s.number OR c.is_undo <> s.is_undone
          """),
      Rule(
        name: "steps whose last commit is missing",
        source: "store_step WHERE last_commit NOT IN (SELECT number FROM store_commit)"),
    ]
      + schema.tables.map { table in
        Rule(
          name: "stamps of \(table.name) with a step that was never made",
          source: """
            \(name: table.name + "_stamp") WHERE step < 0 \
            OR step > (SELECT coalesce(max(number), 0) FROM store_step)
            """)
      }
  }

  /// A record and its companions.
  private func rules(of table: TableSchema) -> [Rule] {
    let record = table.name.sqlIdentifier
    func companion(_ ending: String) -> String { "\(table.name)_\(ending)".sqlIdentifier }
    let (derived, pending, stamps) = (companion("derived"), companion("pending"), companion("stamp"))
    var rules = [
      Rule(
        name: "records of \(table.name) whose derived rows are neither there nor noted as missing",
        source: "\(record) WHERE pk NOT IN (SELECT pk FROM \(derived)) AND pk NOT IN (SELECT pk FROM \(pending))"),
      Rule(
        name: "derived rows of \(table.name) that are noted as missing",
        source: "\(derived) WHERE pk IN (SELECT pk FROM \(pending))"),
      Rule(
        name: "derived rows without a record of \(table.name)",
        source: "\(derived) WHERE pk NOT IN (SELECT pk FROM \(record))"),
      Rule(
        name: "stamps without a record of \(table.name)",
        source: "\(stamps) WHERE pk NOT IN (SELECT pk FROM \(record)) AND pk NOT IN (SELECT pk FROM \(pending))"),
      Rule(
        name: "journal entries of \(table.name) behind the last number given",
        source: """
          \(companion("journal")) WHERE number > \
          coalesce((SELECT seq FROM sqlite_sequence WHERE name = \(Value.text(table.name + "_journal"))), 0)
          """),
    ]
    if table.hasText {
      let text = companion("text")
      rules += [
        Rule(name: "texts without a derived row", source: "\(text) WHERE pk NOT IN (SELECT pk FROM \(derived))"),
        Rule(name: "derived rows without a text", source: "\(derived) WHERE pk NOT IN (SELECT pk FROM \(text))"),
      ]
    }
    for owned in table.ownedTables {
      let (name, owner) = (owned.name.sqlIdentifier, owned.owner.sqlIdentifier)
      rules.append(
        Rule(
          name: "rows of \(owned.name) without a record",
          source:
            "\(name) WHERE \(owner) NOT IN (SELECT pk FROM \(record)) AND \(owner) NOT IN (SELECT pk FROM \(pending))"))
      guard table.itemTables.contains(owned.item) else { continue }
      let item = owned.item.sqlIdentifier
      rules += [
        Rule(
          name: "items of \(owned.item) that nothing has",
          source: "\(item) WHERE name NOT IN (SELECT \(item) FROM \(name))"),
        Rule(
          name: "rows of \(owned.name) without an item",
          source: "\(name) WHERE \(item) NOT IN (SELECT name FROM \(item))"),
      ]
    }
    return rules
      + table.references.map { reference in
        let column = reference.column.sqlIdentifier
        return Rule(
          name: "references of \(reference.table) to nothing",
          source: """
            \(reference.table.sqlIdentifier) WHERE \(column) IS NOT NULL \
            AND \(column) NOT IN (SELECT pk FROM \(reference.targetTable.sqlIdentifier))
            """)
      }
  }

  /// What waits to be restored belongs to steps that are undone.
  private func archiveProblems(_ table: TableSchema, _ connection: Connection) throws -> [String] {
    let archives = try table.archivedTables.map(UndoneInsertion.archive).filter { try connection.hasTable($0) }
    return try archives.compactMap { archive in
      let count = try connection.first(
        "SELECT count(*) FROM \(name: archive) WHERE undone_step NOT IN (SELECT number FROM store_step WHERE is_undone)"
      ) { $0.integer(0) }
      return count == 0 ? nil : "\(count ?? 0) rows of \(archive) belong to no undone step."
    }
  }
}
