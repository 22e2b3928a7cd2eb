import SQLite

/// What the triggers are told of who is writing: `store_writer.step`, set inside the library's own transactions only.
enum WriterMode {
  /// Nobody of ours: what changes is another tool's.
  case none
  /// A step, by its number: records are stamped with it.
  case step(Int)
  /// An undo or a redo: the changeset itself brings the stamps back.
  case history
  /// Inserting in bulk: the library makes derived rows itself, and nothing is stamped.
  case bulk

  var code: Int {
    switch self {
    case .none: 0
    case .step(let number): number
    case .history: -1
    case .bulk: -2
    }
  }
}

extension Connection {
  func setWriterMode(_ mode: WriterMode) throws {
    try run("UPDATE store_writer SET step = ?", [.integer(Int64(mode.code))])
  }
}
