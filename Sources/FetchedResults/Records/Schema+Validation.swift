import Foundation

extension Schema {
  /// Whether the schema can be: throws what is wrong with it first.
  ///
  /// A store does so by itself when it is opened; a program that makes a schema from what it has read may want to know at once.
  ///
  ///     let schema = Schema(applicationID: 0x424F_4F4B, version: 1, records: types)
  ///     try schema.validate()
  ///
  /// - Throws: ``SchemaError``.
  /// - Complexity: O(*n* log *n*) in the number of attributes.
  public func validate() throws(SchemaError) {
    var names: Set<String> = []
    for table in tables {
      for name in table.allTables {
        guard !name.isEmpty, !name.lowercased().hasPrefix("sqlite_"), !name.lowercased().hasPrefix("store_") else {
          throw .reservedTable(table: name, type: table.recordType)
        }
        guard names.insert(name.lowercased()).inserted else {
          throw .duplicateTable(table: name, type: table.recordType)
        }
      }
    }
    let records = Set(tables.map { $0.name.lowercased() })
    for table in tables { try table.validate(records) }
    var versions: Set<Int> = []
    for migration in migrations {
      guard (1...max(1, version)).contains(migration.version) else {
        throw .unknownMigration(version: migration.version, schemaVersion: version)
      }
      guard versions.insert(migration.version).inserted else { throw .duplicateMigration(version: migration.version) }
    }
  }
}

extension TableSchema {
  /// What the names of the tables beside a record's have behind it.
  private static let companions = ["derived", "text", "pending", "journal", "stamp"]

  /// The tables that are made for the record type, and those that its undone insertions are kept in.
  fileprivate var allTables: [String] {
    [name] + ownedTables.map(\.name) + itemTables + Self.companions.map { "\(name)_\($0)" }
      + archivedTables.map(UndoneInsertion.archive)
  }
}

extension RecordSchema {
  /// The name of the record type, as messages have it.
  private var type: String { "\(R.self)" }

  /// Whether the schema of one record type can be: throws what is wrong with it first.
  ///
  /// - Parameter tables: The tables of all record types, in small letters.
  /// - Throws: ``SchemaError``.
  func validate(among tables: Set<String>) throws(SchemaError) {
    let identifiers = columns.count { $0.column.isKey }
    guard identifiers == 1 else { throw .identifierCount(type: type, count: identifiers) }
    var keyPaths: Set<PartialKeyPath<R>> = []
    for attribute in attributes where !keyPaths.insert(attribute.keyPath).inserted {
      throw .duplicateAttribute(attribute: "\(attribute.keyPath)", type: type)
    }
    try validateColumns()
    try validateIndexes()
    for attribute in attributes {
      if case .section(let function, let base) = attribute.storage {
        try validate(attribute, function, of: self.attribute(base))
      }
    }
    for relationship in relationships { try validate(relationship, among: tables) }
  }

  private func validateColumns() throws(SchemaError) {
    func check(_ names: [String]) throws(SchemaError) {
      var known: Set<String> = []
      for name in names where name.isEmpty || !known.insert(name.lowercased()).inserted {
        throw .duplicateColumn(column: name, type: type)
      }
    }
    // Those of archives, and of the rows of the store's tables.
    try check(["pk", "undone_step", "rowid"] + columns.map(\.column.name))
    // Two sections by one letter share its column.
    var initials: Set<String> = []
    let derived = attributes.flatMap { attribute in
      attribute.derivedColumns(among: attributes).map(\.name).filter { name in
        if case .section = attribute.storage { initials.insert(name).inserted } else { true }
      }
    }
    try check(["pk"] + derived)
    try check(["pk"] + textColumns.map(\.name))
    for owned in ownedTables { try check(["position", "undone_step", owned.owner, owned.item]) }
  }

  private func validateIndexes() throws(SchemaError) {
    var known: Set<[OrderTerm]> = []
    for sort in indexes {
      for descriptor in sort {
        let keyPath = descriptor.keyPath
        guard let keyPath, attribute(keyPath)?.orderingColumn?.sortColumn != nil else {
          throw .unorderedIndex(attribute: keyPath.map { "\($0)" } ?? "a computed value", type: type)
        }
      }
      let terms = (try? orderTerms(sort)) ?? []
      guard !terms.isEmpty, known.insert(terms).inserted else { throw .duplicateIndex(type: type) }
    }
  }

  private func validate(
    _ attribute: Attribute<R>, _ function: Attribute<R>.SectionFunction, of base: Attribute<R>?
  ) throws(SchemaError) {
    func refusal(_ reason: String) -> SchemaError {
      .invalidSection(attribute: "\(attribute.keyPath)", type: type, reason: reason)
    }
    guard let base else { throw refusal("what it follows from is not in the schema") }
    guard base.orderingColumn?.sortColumn != nil else { throw refusal("\(base.keyPath) has no order") }
    switch function {
    case .value: break
    case .initial:
      guard base.initialColumn != nil else { throw refusal("\(base.keyPath) is not collated") }
    case .day:
      guard base.valueType == Date.self || base.valueType == Date?.self else {
        throw refusal("\(base.keyPath) is no date")
      }
    case .floor, .tenth:
      guard ["INTEGER", "REAL"].contains(base.valueType.columnType) else {
        throw refusal("\(base.keyPath) is no number")
      }
      if case .floor(let multiple) = function, multiple < 1 { throw refusal("there are no multiples of \(multiple)") }
    }
  }

  private func validate(_ relationship: Relationship<R>, among tables: Set<String>) throws(SchemaError) {
    func refusal(_ reason: String) -> SchemaError {
      .unknownRelation(attribute: "\(relationship.keyPath)", type: type, reason: reason)
    }
    let table = relationship.scope(1).table
    guard tables.contains(table.lowercased()) else {
      throw refusal("the schema has no record type of the table \(table)")
    }
    do {
      _ = try relationship.link()
    } catch {
      throw refusal("what it is the inverse of is no relationship")
    }
  }
}
