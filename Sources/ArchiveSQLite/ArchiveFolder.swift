// The folder of an archive: the database, its backups, and what was damaged. It opens an archive
// that is whole, or says why not; it never throws anything away but the oldest backups.
//
//     archive.db         the database, with archive.db-wal and archive.db-shm beside it
//     backups/           2026-11-22.db, one a day
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
  /// A backup goes when another one is made so many days after it, since it has the names of those
  /// who were forgotten meanwhile.
  public static let backupDays = 14

  private let path: String
  private let schema: Schema

  /// Names the folder; it is made when it is opened.
  public init(_ path: String) { self.init(path, schema: .current) }

  init(_ path: String, schema: Schema) {
    self.path = path
    self.schema = schema
  }

  private var file: String { "\(path)/archive.db" }
  private var backups: String { "\(path)/backups" }

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
    if !exists(file), names(in: backups).contains(where: isBackup) {
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

// Backups.
extension ArchiveFolder {
  /// Makes the backup of a day, if there is none yet, and deletes those that are `backupDays`
  /// days older. It only reads the archive, so it may run while somebody writes.
  ///
  /// - Parameter name: what the backup is called, if not by the day.
  public func backUp(named name: String? = nil, on day: Day) throws(ArchiveFailure) {
    let name = name ?? day.text
    try makeDirectory(backups)
    let (draft, backup) = ("\(backups)/\(name).new", "\(backups)/\(name).db")
    if !exists(backup) {
      delete(draft)
      try makeFile(draft)
      try Database(file, mayWrite: false).run("VACUUM INTO ?", .text(draft))
      try sync(draft)
      try move(draft, to: backup)
      try sync(backups)
    }
    for old in names(in: backups) where isBackup(old) && isOld(old, on: day) {
      delete("\(backups)/\(old)")
    }
  }

  /// The backups, the oldest first.
  var backupNames: [String] { names(in: backups).filter(isBackup) }

  /// Opens a backup for questions.
  func backup(_ name: String) throws(ArchiveFailure) -> SQLiteReader {
    let file = "\(backups)/\(name)"
    let database = try Database(file, mayWrite: false)
    try database.requireKnown(schema, path: file)
    return SQLiteReader(database: database)
  }

  private func isBackup(_ name: String) -> Bool { name.hasSuffix(".db") }

  private func isOld(_ name: String, on day: Day) -> Bool {
    guard let made = Day(String(name.prefix("2026-11-22".count))) else { return false }
    return day.number - made.number >= Self.backupDays
  }

  /// Moves the database aside and puts the newest backup that is whole in its place; without one
  /// there is no database afterwards.
  private func restore(_ now: Instant, _ opening: inout Opening) throws(ArchiveFailure) {
    let aside = "\(path)/damaged-\(now.milliseconds)"
    var size: Int?
    // The log of writes belongs to this database alone; applied to a backup it would damage that.
    for suffix in ["", "-wal", "-shm"] where exists(file + suffix) {
      try makeDirectory(aside)
      opening.damaged = aside
      if suffix.isEmpty { size = Self.sizeLeft(file) }
      try move(file + suffix, to: "\(aside)/archive.db\(suffix)")
    }
    for name in names(in: backups).filter(isBackup).reversed() {
      let backup = "\(backups)/\(name)"
      guard let kept = Self.sizeIfWhole(backup, schema) else { continue }
      let draft = "\(path)/restored.new"
      try copy(backup, to: draft)
      try move(draft, to: file)
      opening.restored = backup
      opening.missing = size.flatMap { $0 > kept ? kept..<$0 : nil }
      break
    }
    try sync(path)
  }

  /// How many matches a damaged database had, if that can still be read.
  private static func sizeLeft(_ file: String) -> Int? {
    guard let database = try? Database(file, mayWrite: false) else { return nil }
    return try? SQLiteReader(database: database).size()
  }

  private static func sizeIfWhole(_ file: String, _ schema: Schema) -> Int? {
    guard let database = try? Database(file, mayWrite: false),
      (try? database.requireKnown(schema, path: file)) != nil,
      (try? database.requireWhole(path: file)) != nil
    else { return nil }
    return try? SQLiteReader(database: database).size()
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
