// The folder of an archive: the database, its backups, and what was damaged. It opens an archive
// that is whole, or says why not; it never throws anything away but the oldest backups.
//
//     archive.db         the database, with archive.db-wal and archive.db-shm beside it
//     backups/           2026-11-22.db, one a day (`Backups.swift`)
//     damaged-MOMENT/    a database that was found damaged
//     lock               held by the process that writes
//
// Invariants: what is opened for writing has passed SQLite's own check, is of this version, and is
// held by nobody else; what is opened at all is a file of the owner's, to which nobody else has
// access.

public import Archive
public import Game

/// What was done so that an archive could be opened.
public struct Opening: Hashable, Sendable {
  /// The database was damaged and is there now.
  public var damaged: String?
  /// The backup that took its place; nil while nothing was restored.
  public var restored: String?
  /// The matches that the damaged database had and the backup has not, as far as it could still be
  /// read.
  public var missing: Range<Int>?
  /// The version that it was of; nil if it is new or was of this one.
  public var migratedFrom: Int?
}

extension Opening {
  /// What an administrator should know, a sentence each; nothing if all was well.
  public var sentences: [String] {
    var sentences: [String] = []
    if let damaged { sentences.append("the archive was damaged; it is in \(damaged)") }
    if let restored {
      sentences.append("the archive is the backup \(restored)")
    } else if damaged != nil {
      sentences.append("there was no backup: the archive begins anew")
    }
    if let missing {
      sentences.append("matches \(missing.lowerBound) to \(missing.upperBound - 1) are missing")
    }
    if let migratedFrom {
      sentences.append("the archive was of version \(migratedFrom); a backup of that was made")
    }
    return sentences
  }
}

/// The folder of an archive.
public struct ArchiveFolder: Sendable {
  let path: String
  let schema: Schema

  /// Names the folder; it is made when it is opened.
  public init(_ path: String) { self.init(path, schema: .current) }

  init(_ path: String, schema: Schema) {
    self.path = path
    self.schema = schema
  }

  var file: String { "\(path)/archive.db" }

  /// Opens the archive for the one who writes.
  ///
  /// - Parameter now: names what has to be moved aside.
  public func open(
    now: Instant
  ) throws(ArchiveFailure) -> (archive: SQLiteArchive, opening: Opening) {
    try makeDirectory(path)
    try requireOwnFiles()
    let lock = try FolderLock(path)
    var opening = Opening()
    if !exists(file), !backupNames.isEmpty {
      // Somebody took it away, or a restoration was cut short.
      try restore(now, &opening)
    }
    try makeFile(file)
    let database: Database
    do throws(ArchiveFailure) {
      database = try opened()
    } catch {
      guard error.kind == .damaged else { throw error }
      try restore(now, &opening)
      try makeFile(file)
      database = try opened()
    }
    let version = try database.version()
    if version > 0, version < schema.steps.count {
      opening.migratedFrom = version
      let day = Day(of: now)
      try backUp(named: "\(day.text)-version-\(version)", on: day)
    }
    try database.migrate(to: schema)
    return (SQLiteArchive(database: database, lock: lock), opening)
  }

  /// Opens the archive for questions, beside the process that writes.
  public func reader() throws(ArchiveFailure) -> SQLiteReader {
    guard exists(file) else { throw ArchiveFailure(.failing, "there is no archive in \(path)") }
    try requireOwnFiles()
    let database = try Database(file, mayWrite: false)
    try database.requireKnown(schema, path: file)
    let version = try database.version()
    if version > 0, version < schema.steps.count {
      throw ArchiveFailure(
        .failing,
        "\(file) is of version \(version): start the server once, which brings it up to date")
    }
    return SQLiteReader(database: database)
  }

  /// Refuses files that others have access to, or that only lead to another one.
  private func requireOwnFiles() throws(ArchiveFailure) {
    for name in ["lock", "archive.db", "archive.db-wal", "archive.db-shm"] {
      try requireOwn("\(path)/\(name)")
    }
    for name in backupNames { try requireOwn("\(backups)/\(name)") }
  }

  /// A database that passes SQLite's check, set up for writing.
  private func opened() throws(ArchiveFailure) -> Database {
    let database = try Database(file, mayWrite: true)
    try database.requireKnown(schema, path: file)
    try database.requireWhole(path: file)
    // What is deleted is overwritten. A commit is on the disk before it is told.
    try database.execute(
      "PRAGMA secure_delete = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    return database
  }
}

extension Database {
  /// Refuses a database that SQLite finds damaged.
  func requireWhole(path: String) throws(ArchiveFailure) {
    var first = ""
    try step("PRAGMA quick_check(1)", []) { row in
      first = row.text(0)
      return false
    }
    if first != "ok" { throw ArchiveFailure(.damaged, "\(path) is damaged: \(first)") }
  }
}
