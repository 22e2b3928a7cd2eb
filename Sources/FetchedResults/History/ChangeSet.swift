import SQLite

/// What a commit has done to a store, as ``Store/changes()`` tells it.
///
///     for await change in try await store.changes() {
///       switch change {
///       case .step(let step): print(step.step.label, step.changeSet(of: Book.self).inserted)
///       case .reset(let tables): print("another tool has written to", tables)
///       }
///     }
///
/// It mirrors persistent history: <https://developer.apple.com/documentation/coredata/nspersistenthistorychange>
public enum StoreChange: Sendable {
  /// A step was made, undone or done again, by this or another process that uses this library.
  case step(StepChange)
  /// Another tool has written to these record types' tables; what exactly is not known.
  case reset(tables: Set<String>)
}

/// A step that was committed, undone or done again, for every record type.
///
/// It mirrors `NSPersistentHistoryTransaction`:
/// <https://developer.apple.com/documentation/coredata/nspersistenthistorytransaction>
public struct StepChange: Sendable {
  /// What a bulk insertion covers.
  struct Bulk: Sendable {
    let table: String
    let keys: ClosedRange<Int64>
  }

  /// The step.
  public let step: Step
  /// Whether it was undone.
  public let isUndo: Bool

  let rows: [RowChange]
  let bulk: Bulk?

  /// What happened to the records of one type.
  ///
  ///     let changes = step.changeSet(of: Book.self)
  ///     print(changes.inserted, changes.updated.keys, changes.deleted)
  ///
  /// - Parameter type: The record type.
  /// - Returns: The changes; empty if the step did not touch the type.
  /// - Complexity: O(*n*) in the number of rows that the step changed.
  public func changeSet<R: Record>(of type: R.Type) -> ChangeSet<R> {
    var changes = ChangeSet<R>(step: step, isUndo: isUndo)
    let schema = R.schema
    for row in rows where row.table == schema.table {
      guard let key = row.key else { continue }
      switch row.operation {
      case .insert: changes.inserted.append(RecordID(key: key))
      case .delete: changes.deleted.append(RecordID(key: key))
      case .update:
        let changed = schema.columns.indices.filter { row.new.indices.contains($0 + 1) && row.new[$0 + 1] != nil }
        changes.note(changed.map { schema.columns[$0].attribute.keyPath }, of: RecordID(key: key))
      }
    }
    let gone = Set(changes.deleted + changes.inserted)
    for attribute in schema.owning {
      for row in rows where row.table == attribute.ownedTable(of: schema.table)?.name {
        guard let key = row.key, !gone.contains(RecordID(key: key)) else { continue }
        changes.note([attribute.keyPath], of: RecordID(key: key))
      }
    }
    if let bulk, bulk.table == schema.table {
      let range = RecordID<R>(key: bulk.keys.lowerBound)...RecordID<R>(key: bulk.keys.upperBound)
      if isUndo { changes.bulkDeleted = range } else { changes.bulkInserted = range }
    }
    return changes
  }
}

/// What one commit did to the records of one type.
///
///     for await case .step(let change) in try await store.changes(of: Friend.self) {
///       print(change.step.label, change.inserted.count, change.updated.count, change.deleted.count)
///     }
///
/// It mirrors what the did-save notification carries:
/// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/didsaveobjectsnotification>
public struct ChangeSet<R: Record>: Sendable {
  /// The step that was committed, undone or done again.
  public let step: Step
  /// Whether it was undone.
  public let isUndo: Bool
  /// Records that are new, or back.
  public internal(set) var inserted: [RecordID<R>] = []
  /// Records with other values, and which stored properties those are.
  public private(set) var updated: [RecordID<R>: [PartialKeyPath<R> & Sendable]] = [:]
  /// Records that are gone.
  public internal(set) var deleted: [RecordID<R>] = []
  /// The range in which the records of ``WriteContext/insertInBulk(_:)`` lie, which are not in ``inserted``.
  public internal(set) var bulkInserted: ClosedRange<RecordID<R>>?
  /// The range in which the records of a bulk insertion lay that was undone.
  public internal(set) var bulkDeleted: ClosedRange<RecordID<R>>?

  init(step: Step, isUndo: Bool) {
    self.step = step
    self.isUndo = isUndo
  }

  /// Whether nothing happened to records of this type.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && bulkInserted == nil && bulkDeleted == nil
  }

  fileprivate mutating func note(_ attributes: [PartialKeyPath<R> & Sendable], of id: RecordID<R>) {
    var known = updated[id] ?? []
    for attribute in attributes where !known.contains(where: { $0 as PartialKeyPath<R> == attribute }) {
      known.append(attribute)
    }
    updated[id] = known
  }
}

/// What a commit did to the records of one type, as ``Store/changes(of:)`` tells it.
///
///     for await change in try await store.changes(of: Book.self) {
///       if case .step(let changes) = change { print(changes.step.label, changes.inserted) }
///     }
public enum RecordChange<R: Record>: Sendable {
  /// A step was made, undone or done again.
  case step(ChangeSet<R>)
  /// Another tool has written to the type's tables; what exactly is not known.
  case reset
}

extension RowChange {
  /// The integer in the first column, which is part of the key in every table of ours.
  fileprivate var key: Int64? {
    guard case .integer(let key) = (old.first ?? nil) ?? (new.first ?? nil) else { return nil }
    return key
  }
}
