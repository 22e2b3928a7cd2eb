public import TextFormats

/// Friends as rows of CSV.
///
/// A header row names the columns, in any order; their case, blanks and underscores don't count, and only `name` is needed.
/// A cell of `phones`, `emails` or `tags` holds a JSON array, or else values separated by `;`.
public struct FriendCSV: Sendable {
  /// A column that files may have: a field's, or that of the id.
  private enum Column {
    case field(FriendField)
    case id

    static let all = FriendField.all.map(Column.field) + [.id]

    /// The column of a title: case, blanks and underscores don't count.
    init?(title: String) {
      let letters = String(title.unicodeScalars.filter { !$0.isWhiteSpace && $0 != "_" }).lowercased()
      guard let column = Self.all.first(where: { $0.title.lowercased() == letters }) else { return nil }
      self = column
    }

    var title: String {
      switch self {
      case .field(let field): field.key
      case .id: "id"
      }
    }

    /// Whether the column may stand twice, so that a friend gets the values of both.
    var isList: Bool {
      switch self {
      case .field(let field): field.isList
      case .id: false
      }
    }

    func set(_ draft: inout FriendDraft, to cell: String) throws {
      switch self {
      case .field(let field): try draft.set(field) { try field.setCell(&$0, cell) }
      case .id: draft.id = FriendField.place(cell) == nil ? nil : try FriendField.id(cell)
      }
    }

    func cell(of friend: Friend) -> String {
      switch self {
      case .field(let field): field.cell(friend)
      case .id: friend.id
      }
    }
  }

  /// The titles of all columns, in the order of an export.
  public static let titles = Column.all.map(\.title)

  /// A header row that doesn't say what the columns are.
  public enum HeaderError: Error, Hashable, Sendable {
    /// The file holds no row at all.
    case noRow
    /// The row can't be read.
    case unreadable(CSVRowError)
    /// There is no column `name`; these are there.
    case noNameColumn(found: [String])
    /// A column that can only stand once stands twice.
    case repeatedColumn(String)
  }

  /// Why a row was refused.
  public enum RowError: Error, Hashable, Sendable {
    /// A field can't hold what its cell says.
    case badCell(column: String, reason: String)
  }

  /// The columns of the file, `nil` for those that are not known.
  private let columns: [Column?]

  /// The headers of the columns that are passed over.
  public let unknownColumns: [String]

  /// Reads a header row.
  ///
  /// - Parameter header: The texts of its cells.
  /// - Throws: ``HeaderError``.
  public init(header: [String]) throws(HeaderError) {
    // A mark that no reader shows may stand before the first, even if the file's byte order mark is gone.
    let titles = header.map { String($0.unicodeScalars.filter { $0 != "\u{FEFF}" }).trimmed }
    let columns = titles.map(Column.init(title:))
    let known = columns.compactMap { $0?.title }
    guard known.contains("name") else {
      throw .noNameColumn(found: titles.filter { !$0.isEmpty })
    }
    for column in Column.all where !column.isList {
      guard known.count(where: { $0 == column.title }) <= 1 else { throw .repeatedColumn(column.title) }
    }
    self.columns = columns
    unknownColumns = zip(titles, columns).compactMap { title, column in
      column == nil && !title.isEmpty ? title : nil
    }
  }

  /// How many cells with text a row has beyond the header's columns.
  ///
  /// - Parameter row: The row.
  /// - Returns: 0 for a good row.
  public func extraCellCount(of row: CSVRow) -> Int {
    row.cells.dropFirst(columns.count).count { FriendField.place($0) != nil }
  }

  /// Reads a row.
  ///
  /// A field whose column is absent, or whose cell a short row lacks, is kept; an empty cell
  /// clears it.
  ///
  /// - Parameter row: The row.
  /// - Returns: What the row says.
  /// - Throws: ``RowError``.
  public func draft(of row: CSVRow) throws(RowError) -> FriendDraft {
    var draft = FriendDraft()
    for (column, cell) in zip(columns, row.cells) {
      guard let column else { continue }
      do {
        try column.set(&draft, to: FormulaGuard.unguarded(cell))
      } catch {
        throw .badCell(column: column.title, reason: "\(error)")
      }
    }
    guard case .set = draft.name else {
      throw .badCell(column: "name", reason: "\(FriendField.ParseError.blankName)")
    }
    return draft
  }
}

// MARK: - Writing

extension FriendCSV {
  /// Appends the header row of an export, which has every column.
  ///
  /// - Parameter bytes: What is written to.
  public static func appendHeader(to bytes: inout [UInt8]) {
    CSVWriter().append(titles, to: &bytes)
  }

  /// Appends one friend of an export.
  ///
  /// - Parameters:
  ///   - friend: The friend.
  ///   - bytes: What is written to.
  ///   - spelling: How a cell's text is written; as it is, unless a terminal is to show it.
  public static func append(
    _ friend: Friend, to bytes: inout [UInt8], spelling: (String) -> String = { $0 }
  ) {
    let cells = Column.all.map { spelling(FormulaGuard.guarded($0.cell(of: friend))) }
    CSVWriter().append(cells, to: &bytes)
  }
}

extension FriendCSV.HeaderError: CustomStringConvertible {
  /// One sentence that says what the header row must have.
  public var description: String {
    switch self {
    case .noRow:
      "There is no header row; it names the columns, and one of them must be “name”."
    case .unreadable(let error):
      "The header row can't be read (line \(error.line)): \(error)."
    case .noNameColumn(let found):
      "No column is called “name”; the header row has "
        + found.map { "“\($0)”" }.joined(separator: ", ") + "."
    case .repeatedColumn(let column):
      "Two columns are called “\(column)”; leave only one."
    }
  }
}

extension FriendCSV.RowError: CustomStringConvertible {
  /// What is wrong, as a part of a sentence that names file and line.
  public var description: String {
    switch self {
    case .badCell(let column, let reason): "\(column): \(reason)"
    }
  }
}
