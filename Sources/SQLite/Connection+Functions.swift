import CSQLite

extension Connection {
  /// Makes an SQL function of a Swift one, for this connection's queries.
  ///
  /// It must not be used in the schema: other tools that open the file don't have it.
  ///
  /// - Parameters:
  ///   - name: The function's name in SQL.
  ///   - argumentCount: How many arguments it takes.
  ///   - body: Receives the arguments' values; must depend on nothing else.
  /// - Throws: ``SQLiteError`` if SQLite refuses the name.
  package func define(
    _ name: String, argumentCount: Int32, _ body: @escaping @Sendable ([Value]) -> Value
  ) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      handle, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(FunctionBox(body: body)).toOpaque(),
      { context, count, arguments in
        guard let box = sqlite3_user_data(context) else { return }
        let values = (0..<Int(count)).map { arguments?[$0].map(Value.init(copying:)) ?? .null }
        Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue().body(values).answer(context)
      }, nil, nil,
      { box in if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() } })
    guard code == SQLITE_OK else { throw SQLiteError(connection: handle, code: code) }
  }
}

private final class FunctionBox {
  let body: @Sendable ([Value]) -> Value

  init(body: @escaping @Sendable ([Value]) -> Value) { self.body = body }
}

extension Value {
  fileprivate func answer(_ context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text):
      sqlite3_result_text(context, text, Int32(text.utf8.count), besties_sqlite_transient())
    case .blob(let bytes):
      sqlite3_result_blob(context, bytes, Int32(bytes.count), besties_sqlite_transient())
    }
  }
}
