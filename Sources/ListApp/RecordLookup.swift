public import Commands
public import FetchedResults
public import ListBrowser

/// Finds the record that somebody means by an id: an exact one, or a unique beginning or ending of one.
public struct RecordLookup<App: ListApp> {
  private let context: ReadContext

  /// How many candidates a message names.
  private static var shownCandidates: Int { 20 }

  /// A lookup in one state of a store.
  ///
  /// - Parameter context: What reads it.
  public init(context: ReadContext) { self.context = context }

  /// The record of an id.
  ///
  /// - Parameter typed: The id, or some of it.
  /// - Returns: The record with its identity.
  /// - Throws: ``Failure`` if there is none, or several.
  public func record(_ typed: String) throws -> (id: RecordID<App.R>, record: App.R) {
    guard let found = try recordIfAny(typed) else {
      // Somebody who gives a name hasn't seen an id yet.
      let advice = Self.digits(of: typed) == nil ? "; “\(App.name) list WORD” shows ids" : ""
      throw Failure("There is no \(App.neutral.noun) with the id “\(typed)”\(advice).", status: .nothingMatched)
    }
    return found
  }

  /// The record of an id; nil if there is none.
  ///
  /// - Parameter typed: The id, or some of it.
  /// - Returns: The record with its identity.
  /// - Throws: ``Failure`` if there are several.
  public func recordIfAny(_ typed: String) throws -> (id: RecordID<App.R>, record: App.R)? {
    if let id: RecordID<App.R> = try context.recordID(of: typed) {
      return try context.record(id).map { (id, $0) }
    }
    guard let digits = Self.digits(of: typed) else { return nil }
    let ids = try context.recordIDs(abbreviatedTo: digits, of: App.R.self)
    let records = try ids.prefix(Self.shownCandidates).compactMap { try context.record($0) }
    guard ids.count <= 1 else { throw Self.ambiguity(of: typed, records, count: ids.count) }
    guard let id = ids.first, let record = records.first else { return nil }
    return (id, record)
  }

  /// What to say of something that fits several records.
  ///
  /// - Parameters:
  ///   - typed: What was typed.
  ///   - records: Some of them.
  ///   - count: How many there are.
  /// - Returns: A failure that names candidates.
  public static func ambiguity(of typed: String, _ records: [App.R], count: Int) -> Failure {
    var details = records.prefix(shownCandidates).map { record in
      "\(record.id)  \(App.format.candidate(record))"
    }
    if count > details.count { details.append("and \(count - details.count) more") }
    return Failure("“\(typed)” fits \(count) \(App.neutral.pluralNoun); say which by an id:", details: details)
  }

  /// The digits of an abbreviated id, without hyphens; nil if it is too short or something else.
  private static func digits(of typed: String) -> String? {
    let digits = typed.lowercased().filter { $0 != "-" }
    let isID = digits.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return isID && digits.utf8.count >= 4 ? digits : nil
  }
}
