import SQLite

extension Attribute {
  /// A property that is a record of another type, or nil: its key is in a column of its own.
  ///
  ///     .toOne(\.author, "author", onDelete: .deny)
  ///
  /// A record that is read has it, without what *it* is related to. Saving writes which one it is and nothing of what is in
  /// it; to change that, update the other record.
  ///
  /// It mirrors a to-one `NSRelationshipDescription`:
  /// <https://developer.apple.com/documentation/coredata/nsrelationshipdescription>
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column.
  ///   - rule: What happens to this record when the other one is deleted.
  /// - Returns: The attribute.
  public static func toOne<Target: Record>(
    _ keyPath: WritableKeyPath<R, Target?> & Sendable, _ name: String, onDelete rule: DeleteRule = .nullify
  ) -> Attribute {
    let reference: @Sendable () -> Reference = {
      Reference(
        ownerTable: R.schema.table, table: R.schema.table, owner: "pk", column: name,
        targetTable: Target.schema.table, targetID: Target.schema.keyColumn, deleteRule: rule)
    }
    let relationship = Relationship<R>(
      keyPath: keyPath, isToMany: false, reference: reference, link: { reference().link },
      targetTable: { Target.schema.table }, scope: { RecordScope(Target.schema, number: $0) },
      load: { connection, keys, records in
        let targets = try reference().link.targets(of: keys, as: Target.self, on: connection)
        for (index, key) in zip(records.indices, keys) { records[index][keyPath: keyPath] = targets[key]?.first }
      })
    return Attribute(
      keyPath: keyPath, storage: .column(Column(name: name, declaration: "INTEGER")), valueType: Int?.self,
      encode: { $0[keyPath: keyPath]?.id.storedValue ?? .null },
      copy: { $1[keyPath: keyPath] = $0[keyPath: keyPath] }, relationship: relationship)
  }

  /// A property that is a list of records of another type, each of which may belong to many: their keys are in a table of
  /// their own, one row for each pair.
  ///
  ///     .toMany(\.tags, table: "book_tag", column: "tag")
  ///
  /// A record that is read has them, as with ``toOne(_:_:onDelete:)``, in the order in which they were given.
  ///
  /// It mirrors a to-many `NSRelationshipDescription`:
  /// <https://developer.apple.com/documentation/coredata/nsrelationshipdescription>
  ///
  /// - Parameters:
  ///   - keyPath: The property. Its records are distinct.
  ///   - table: The table of pairs; its first column is named after this record's table, and a third is `position`.
  ///   - column: The column of the other record's key.
  ///   - rule: What happens to this record when another one is deleted.
  /// - Returns: The attribute.
  public static func toMany<Target: Record>(
    _ keyPath: WritableKeyPath<R, [Target]> & Sendable, table: String, column: String,
    onDelete rule: DeleteRule = .nullify
  ) -> Attribute {
    let reference: @Sendable () -> Reference = {
      Reference(
        ownerTable: R.schema.table, table: table, owner: R.schema.table, column: column,
        targetTable: Target.schema.table, targetID: Target.schema.keyColumn, deleteRule: rule)
    }
    let relationship = Relationship.toMany(keyPath, reference: reference) { reference().link }
    return Attribute(
      keyPath: keyPath, storage: .pairs(PairTable(name: table, column: column)), valueType: String.self,
      encode: { .text($0[keyPath: keyPath].map { $0.id.storedValue.idText }.jsonArray) },
      copy: { $1[keyPath: keyPath] = $0[keyPath: keyPath] }, relationship: relationship)
  }

  /// A property that is the list of those whose to-one relationship this record is. Nothing is stored for it.
  ///
  ///     .inverse(\.books, of: \Book.author)
  ///
  /// Predicates see them. A record that is read has them only where the request asks for it, with
  /// ``FetchRequest/relationshipKeyPathsForPrefetching``; else the property is empty. Saving ignores it.
  ///
  /// It mirrors `NSRelationshipDescription.inverseRelationship`:
  /// <https://developer.apple.com/documentation/coredata/nsrelationshipdescription/inverserelationship>
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - base: The relationship at the other end.
  /// - Returns: The attribute.
  public static func inverse<Target: Record>(
    _ keyPath: WritableKeyPath<R, [Target]> & Sendable, of base: KeyPath<Target, R?> & Sendable
  ) -> Attribute {
    inverse(keyPath, of: base as PartialKeyPath<Target> & Sendable)
  }

  /// A property that is the list of those among whose to-many relationship this record is. Nothing is stored for it; see
  /// <doc:Relationships>.
  ///
  ///     .inverse(\.books, of: \Book.tags)
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - base: The relationship at the other end.
  /// - Returns: The attribute.
  public static func inverse<Target: Record>(
    _ keyPath: WritableKeyPath<R, [Target]> & Sendable, of base: KeyPath<Target, [R]> & Sendable
  ) -> Attribute {
    inverse(keyPath, of: base as PartialKeyPath<Target> & Sendable)
  }

  private static func inverse<Target: Record>(
    _ keyPath: WritableKeyPath<R, [Target]> & Sendable, of base: PartialKeyPath<Target> & Sendable
  ) -> Attribute {
    let relationship = Relationship.toMany(keyPath, reference: nil) { () throws(FetchError) in
      guard let reference = Target.schema.attribute(base)?.relationship?.reference else {
        throw FetchError.unknownAttribute(attribute: "\(base)")
      }
      return reference().inverse
    }
    return Attribute(
      keyPath: keyPath, storage: .inverse, valueType: String.self, encode: { _ in .null },
      relationship: relationship)
  }
}

extension Relationship {
  fileprivate static func toMany<Target: Record>(
    _ keyPath: WritableKeyPath<R, [Target]> & Sendable, reference: (@Sendable () -> Reference)?,
    link: @escaping @Sendable () throws(FetchError) -> Link
  ) -> Relationship {
    Relationship(
      keyPath: keyPath, isToMany: true, reference: reference, link: link,
      targetTable: { Target.schema.table }, scope: { RecordScope(Target.schema, number: $0) },
      load: { connection, keys, records in
        let targets = try link().targets(of: keys, as: Target.self, on: connection)
        for (index, key) in zip(records.indices, keys) { records[index][keyPath: keyPath] = targets[key] ?? [] }
      })
  }
}

/// The table of a to-many relationship.
struct PairTable: Sendable {
  let name: String
  /// The column of the other record's key.
  let column: String
}

extension Value {
  /// An id as text, which SQLite compares with ids of any kind.
  var idText: String { String(storedValue: self) ?? "" }
}
