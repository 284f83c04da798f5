// The backups of an archive: one a day, made while the server runs. A date is only a name, since
// clocks jump: the newest backup is the one that has the most matches. It never deletes the last
// two, and puts a backup in the place of a damaged database only if that backup is whole.

public import Archive
public import Game

extension ArchiveFolder {
  /// A backup goes when another one is made whose date is so many days away, since it has the names
  /// of those who were forgotten meanwhile.
  public static let backupDays = 14
  /// So many stay, whatever their dates.
  public static let backupsMin = 2

  var backups: String { "\(path)/backups" }

  /// The names of the backups, in the order of their dates.
  var backupNames: [String] { names(in: backups).filter { $0.hasSuffix(".db") } }

  /// The backups, the oldest first: those with fewer matches, and those whose dates are further
  /// away from a day.
  func backupsByAge(on day: Day) -> [String] {
    backupNames.map { name in (name, (try? backup(name).size()) ?? -1, distance(name, day)) }
      .sorted { ($0.1, -$0.2) < ($1.1, -$1.2) }
      .map(\.0)
  }

  /// How many days lie between the date of a backup and a day.
  private func distance(_ name: String, _ day: Day) -> Int {
    Day(String(name.prefix("2026-11-22".count))).map { abs(day.number - $0.number) } ?? .max
  }

  /// Makes the backup of a day, if there is none yet, and deletes those whose time is over. It only
  /// reads the archive, so it may run while somebody writes.
  ///
  /// - Parameter name: what the backup is called, if not by the day.
  public func backUp(named name: String? = nil, on day: Day) throws(ArchiveFailure) {
    let name = name ?? day.text
    try makeDirectory(backups)
    let backup = "\(backups)/\(name).db"
    if !exists(backup) { try copyArchive(to: backup, by: "\(backups)/\(name).new") }
    for old in backupsByAge(on: day).dropLast(Self.backupsMin)
    where (Self.backupDays..<Int.max).contains(distance(old, day)) {
      delete("\(backups)/\(old)")
    }
  }

  /// Writes the archive as it is to a new file, which is there whole or not at all. It only reads
  /// the archive, so it may run while somebody writes.
  public func copyArchive(to copy: String) throws(ArchiveFailure) {
    _ = try reader()
    try copyArchive(to: copy, by: "\(copy).new")
  }

  private func copyArchive(to copy: String, by draft: String) throws(ArchiveFailure) {
    delete(draft)
    try makeFile(draft)
    try Database(file, mayWrite: false).run("VACUUM INTO ?", .text(draft))
    try sync(draft)
    try move(draft, to: copy)
    try sync(copy.lastIndex(of: "/").map { String(copy[..<$0]) } ?? ".")
  }

  /// Opens a backup for questions.
  func backup(_ name: String) throws(ArchiveFailure) -> SQLiteReader {
    let file = "\(backups)/\(name)"
    let database = try Database(file, mayWrite: false)
    try database.requireKnown(schema, path: file)
    return SQLiteReader(database: database)
  }

  /// Moves the database aside and puts the newest backup that is whole in its place; without one
  /// there is no database afterwards.
  func restore(_ now: Instant, _ opening: inout Opening) throws(ArchiveFailure) {
    var size: Int?
    if let aside = try moveAside("damaged-\(now.milliseconds)", size: &size) {
      opening.damaged = aside
    }
    for name in backupsByAge(on: Day(of: now)).reversed() {
      let backup = "\(backups)/\(name)"
      guard let kept = try? requireWhole(backup) else { continue }
      try place(backup)
      opening.restored = backup
      opening.missing = size.flatMap { $0 > kept ? kept..<$0 : nil }
      break
    }
    try sync(path)
  }

  /// Puts a copy of an archive in the place of this one, which is moved aside.
  ///
  /// - Returns: how many matches the copy has, and where what was there is now; nil if nothing was.
  public func restore(
    from copy: String, now: Instant
  ) throws(ArchiveFailure) -> (matches: Int, aside: String?) {
    let matches: Int
    do throws(ArchiveFailure) {
      matches = try requireWhole(copy)
    } catch {
      guard error.kind == .damaged else { throw error }
      throw ArchiveFailure(.damaged, "\(copy) is no archive, or damaged")
    }
    try makeDirectory(path)
    let lock = try FolderLock(path)
    defer { withExtendedLifetime(lock) {} }
    var size: Int?
    let aside = try moveAside("replaced-\(now.milliseconds)", size: &size)
    try place(copy)
    try sync(path)
    return (matches, aside)
  }

  /// Moves the database aside, into a folder of its own; nil if there is none.
  ///
  /// - Parameter size: set to how many matches it had, if that can still be read.
  private func moveAside(_ name: String, size: inout Int?) throws(ArchiveFailure) -> String? {
    let aside = "\(path)/\(name)"
    var isThere = false
    // The log of writes belongs to this database alone; applied to a backup it would damage that.
    for suffix in ["", "-wal", "-shm"] where exists(file + suffix) {
      try makeDirectory(aside)
      isThere = true
      if suffix.isEmpty {
        size = try? SQLiteReader(database: Database(file, mayWrite: false)).size()
      }
      try move(file + suffix, to: "\(aside)/archive.db\(suffix)")
    }
    return isThere ? aside : nil
  }

  private func place(_ copy: String) throws(ArchiveFailure) {
    let draft = "\(path)/restored.new"
    try ArchiveSQLite.copy(copy, to: draft)
    try move(draft, to: file)
  }

  /// Refuses a file that is no archive, or damaged.
  ///
  /// - Returns: how many matches it has.
  private func requireWhole(_ file: String) throws(ArchiveFailure) -> Int {
    let database = try Database(file, mayWrite: false)
    try database.requireKnown(schema, path: file)
    try database.requireWhole(path: file)
    return try SQLiteReader(database: database).size()
  }
}
