// SQLite through its C library: one connection, statements that are prepared once, rows as they
// come. It knows no table. A connection belongs to the caller that opened it and is used by one
// thread at a time. Invariant: whatever fails is an `ArchiveFailure` with SQLite's own sentence,
// and a transaction is carried out whole or not at all.

import Archive
import CSQLite

/// What is bound to a parameter.
enum Value {
  case null
  case int(Int)
  case text(String)
  case blob([UInt8])

  static func optional(_ number: Int?) -> Value { number.map(Value.int) ?? .null }
}

/// A row, for as long as it is looked at.
struct Row {
  fileprivate let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

  func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func blob(_ column: Int32) -> [UInt8] {
    let bytes = sqlite3_column_blob(statement, column)
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

/// A connection to a database, which only this target can use.
public final class Database {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a file, which is made if it is missing and may be written to.
  init(_ path: String, mayWrite: Bool) throws(ArchiveFailure) {
    var opened: OpaquePointer?
    let access = mayWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let handle = opened, code == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw ArchiveFailure(code, "cannot open \(path)", opened)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements without parameters, one after another.
  func execute(_ sql: String) throws(ArchiveFailure) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw ArchiveFailure(code, "cannot run \(sql)", handle) }
  }

  /// Runs a statement.
  ///
  /// - Returns: how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: Value...) throws(ArchiveFailure) -> Int {
    try step(sql, values) { _ in true }
    return Int(sqlite3_changes(handle))
  }

  /// What a query finds.
  func rows<Result>(
    _ sql: String, _ values: Value..., read: (Row) -> Result
  ) throws(ArchiveFailure) -> [Result] {
    var results: [Result] = []
    try step(sql, values) { row in
      results.append(read(row))
      return true
    }
    return results
  }

  /// Carries out all of `body`, or nothing.
  func transaction<Result>(
    _ body: () throws(ArchiveFailure) -> Result
  ) throws(ArchiveFailure) -> Result {
    try run("BEGIN IMMEDIATE")
    return try finish(body)
  }

  /// Asks everything of the same state, whatever is written meanwhile.
  func snapshot<Result>(
    _ body: () throws(ArchiveFailure) -> Result
  ) throws(ArchiveFailure) -> Result {
    try run("BEGIN")
    return try finish(body)
  }

  private func finish<Result>(
    _ body: () throws(ArchiveFailure) -> Result
  ) throws(ArchiveFailure) -> Result {
    do throws(ArchiveFailure) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Some failures have rolled it back already.
      if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
      throw error
    }
  }

  /// Runs a statement, and goes through its rows for as long as `body` says so.
  func step(
    _ sql: String, _ values: [Value], _ body: (Row) -> Bool
  ) throws(ArchiveFailure) {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in zip(Int32(1)..., values) { bind(value, to: index, of: statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw ArchiveFailure(code, "cannot run \(sql)", handle) }
      if !body(Row(statement: statement)) { return }
    }
  }

  private func prepared(_ sql: String) throws(ArchiveFailure) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard let statement, code == SQLITE_OK else {
      throw ArchiveFailure(code, "cannot prepare \(sql)", handle)
    }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: Value, to index: Int32, of statement: OpaquePointer) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .int(let number): sqlite3_bind_int64(statement, index, Int64(number))
      case .text(let text): csqlite_bind_text(statement, index, text, Int32(text.utf8.count))
      case .blob(let bytes): csqlite_bind_blob(statement, index, bytes, Int32(bytes.count))
      }
    precondition(code == SQLITE_OK, "a statement has a parameter for each value")
  }
}
