import FetchedResults

/// Records that a list no longer shows though its snapshot has them: those being deleted, and those whose deletion was
/// committed after the snapshot was read.
struct HiddenDeletions<R: Record> {
  /// The commits that deleted them; nil while the store hasn't answered.
  private var commits: [RecordID<R>: Int?] = [:]

  /// The records.
  var ids: Set<RecordID<R>> { Set(commits.keys) }

  /// Hides a record: until a snapshot sees the commit that deleted it, once there is one.
  mutating func hide(_ id: RecordID<R>, untilSeen commit: Int? = nil) { commits[id] = .some(commit) }

  /// Shows a record that is there after all.
  mutating func reveal(_ id: RecordID<R>) { commits[id] = nil }

  /// Leaves out whatever a snapshot of a commit says by itself: a record that it still has was brought back.
  mutating func reveal(allSeenBy commit: Int) { commits = commits.filter { $0.value.map { $0 > commit } ?? true } }
}
