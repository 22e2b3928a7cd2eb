import SQLite

/// How records of one type are related to those of another.
///
/// Two schemas may name each other, so what is asked of the other one is asked when it is needed.
struct Relationship<R: Record>: Sendable {
  let keyPath: PartialKeyPath<R> & Sendable
  let isToMany: Bool
  /// Where it is stored, unless that is at the other end.
  let reference: (@Sendable () -> Reference)?
  let link: @Sendable () throws(FetchError) -> Link
  /// The table of the records at the other end.
  let targetTable: @Sendable () -> String
  /// The records at the other end, as a predicate sees them.
  let scope: @Sendable (_ number: Int) -> RecordScope
  /// Gives records of some keys what they are related to.
  let load: @Sendable (Connection, _ keys: [Int64], _ records: inout [R]) throws -> Void
}

extension RecordSchema {
  /// Gives records what they are related to: of the relationships that are stored at the other end, those asked for.
  ///
  /// - Complexity: Two statements a relationship.
  func relate(
    _ records: inout [R], keys: [Int64], prefetching: [PartialKeyPath<R> & Sendable] = [], on connection: Connection
  ) throws {
    for relationship in relationships
    where relationship.reference != nil
      || prefetching.contains(where: { $0 as PartialKeyPath<R> == relationship.keyPath })
    {
      try relationship.load(connection, keys, &records)
    }
  }

  /// The record whose row this is, with what it is related to.
  func related(_ record: R, key: Int64, on connection: Connection) throws -> R {
    guard !relationships.isEmpty else { return record }
    var records = [record]
    try relate(&records, keys: [key], on: connection)
    return records[0]
  }
}

extension Link {
  /// The records that belong to each of some others, in order, without what they are related to in their turn.
  func targets<Target: Record>(
    of owners: [Int64], as type: Target.Type, on connection: Connection
  ) throws -> [Int64: [Target]] {
    let pairs = try connection.all(
      """
      SELECT \(name: owner), \(name: target) FROM \(name: table) \
      WHERE \(name: owner) IN (SELECT value FROM json_each(?)) AND \(name: target) IS NOT NULL \
      ORDER BY \(name: owner), \(order)
      """, [owners.jsonArray]
    ) { (owner: $0.integer(0), target: $0.integer(1)) }
    let schema = Target.schema
    var records: [Int64: Target] = [:]
    try connection.query(
      "SELECT \(schema.selection) FROM \(name: schema.table) AS r WHERE r.pk IN (SELECT value FROM json_each(?))",
      [Set(pairs.map(\.target)).jsonArray]
    ) { records[$0.integer(0)] = schema.decode($0) }
    return pairs.reduce(into: [:]) { targets, pair in
      if let record = records[pair.target] { targets[pair.owner, default: []].append(record) }
    }
  }
}

extension Sequence<Int64> {
  /// The numbers as a JSON array, which one question mark stands for.
  var jsonArray: Value { .text("[" + map(String.init).joined(separator: ",") + "]") }
}
