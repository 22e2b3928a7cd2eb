import SQLite

extension ReadContext {
  /// One property's values, without fetching the records.
  ///
  ///     let places = try context.values(of: \.meetingPlace, in: FetchRequest<Friend>(sortDescriptors: byName))
  ///
  /// It mirrors `NSFetchRequest.propertiesToFetch`:
  /// <https://developer.apple.com/documentation/coredata/nsfetchrequest/propertiestofetch>
  ///
  /// - Parameters:
  ///   - keyPath: The property. One that is not stored, or that is a relationship, is read from the whole record.
  ///   - request: Which records, in which order.
  /// - Returns: A value for each record of the request.
  /// - Throws: As ``fetch(_:)``.
  /// - Complexity: O(*n*) in the number of records looked at.
  public func values<R: Record, Property>(
    of keyPath: KeyPath<R, Property>, in request: FetchRequest<R> = FetchRequest()
  ) throws -> [Property] {
    let schema = R.schema
    guard let attribute = schema.attribute(keyPath), attribute.relationship == nil,
      let selection = attribute.selection(owner: schema.table)
    else {
      return try fetch(request).map { $0[keyPath: keyPath] }
    }
    let statement = try schema.plan(request).records(selection)
    try prepare(R.self)
    return try connection.all(statement.sql, statement.arguments) { row in
      attribute.value(in: row)[keyPath: keyPath]
    }
  }

  /// How many records there are of each value of a property, without fetching them.
  ///
  ///     try context.counts(by: \.meetingPlace, in: FetchRequest<Friend>())  // ["Gym": 12, "Choir": 3, nil: 5]
  ///
  /// It mirrors `NSFetchRequest.propertiesToGroupBy`:
  /// <https://developer.apple.com/documentation/coredata/nsfetchrequest/propertiestogroupby>
  ///
  /// - Parameters:
  ///   - keyPath: The property. One that is not stored, or that is a relationship, is read from the whole records.
  ///   - request: Which records.
  /// - Returns: The number of records by value; values that no record has are not in it.
  /// - Throws: As ``fetch(_:)``.
  /// - Complexity: O(*n* log *n*) in the number of records looked at.
  public func counts<R: Record, Property: Hashable>(
    by keyPath: KeyPath<R, Property>, in request: FetchRequest<R> = FetchRequest()
  ) throws -> [Property: Int] {
    let schema = R.schema
    guard let attribute = schema.attribute(keyPath), attribute.relationship == nil,
      let selection = attribute.selection(owner: schema.table)
    else {
      return try fetch(request).reduce(into: [:]) { $0[$1[keyPath: keyPath], default: 0] += 1 }
    }
    let records = try schema.plan(request).records("\(selection) AS value")
    try prepare(R.self)
    var counts: [Property: Int] = [:]
    // What differs in SQL, such as two spellings of one letter, may be equal in Swift.
    try connection.query("SELECT value, count(*) FROM (" + records.sql + ") GROUP BY value", records.arguments) { row in
      counts[attribute.value(in: row)[keyPath: keyPath], default: 0] += Int(row.integer(1))
    }
    return counts
  }
}

extension Attribute {
  /// A record that is blank but for this attribute, whose column is the row's first.
  fileprivate func value(in row: borrowing Row) -> R {
    var record = R()
    decode(&record, row, 0)
    return record
  }
}
