// All that follows from records, made again: the rows beside them, players, ratings and boards.
// Invariant: it is one transaction, so a rebuild that fails leaves everything as it was.

public import Archive
public import Game

extension SQLiteArchive {
  /// Makes all that follows from records again.
  public func rebuild(hashing: Hashing) throws(ArchiveFailure) -> Int {
    let mended = try database.transaction { () throws(ArchiveFailure) in
      try database.execute("DELETE FROM ratings; DELETE FROM boards")
      let known = try players()
      var (acquaintances, mended) = (Acquaintances(), 0)
      for index in 0..<(try size()) {
        guard let look = try look(at: index, hashing: hashing, known: known) else { continue }
        var review = look.review
        acquaintances.see(review)
        review.enter(try enter(review.outcome, at: index) { _ in false })
        if !review.differences.isEmpty { mended += 1 }
        if review.rows != look.rows { try write(review.rows, at: index) }
      }
      for player in acquaintances.everybody {
        guard let row = acquaintances.row(of: player, keptAs: known[player]) else { continue }
        if row != known[player] { try write(row) }
      }
      return mended
    }
    // It may have deleted the line of somebody who was forgotten.
    try dropTraces()
    return mended
  }

  private func write(_ rows: MatchRows, at index: Int) throws(ArchiveFailure) {
    let name = rows.name
    // No two matches have the same name: one that has this by mistake gets its own when its turn
    // comes.
    try database.run(
      """
      UPDATE matches SET number = -1 - seq
      WHERE began = ? AND room = ? AND number = ? AND seq != ?
      """, .int(name.began.milliseconds), .text(name.room), .int(name.number), .int(index))
    try database.run(
      """
      UPDATE matches SET began = ?, room = ?, number = ?, mode = ?, family = ?, usual = ?,
        daily = ?, ranked = ?, open = ?, copies = ?
      WHERE seq = ?
      """, .int(name.began.milliseconds), .text(name.room), .int(name.number), .text(rows.mode),
      rows.family.map(Value.text) ?? .null, .int(rows.isUsual ? 1 : 0),
      .optional(rows.daily?.number), .int(rows.isRanked ? 1 : 0),
      .int(rows.isOpen ? 1 : 0), .optional(rows.copies), .int(index))
    try database.run("DELETE FROM seats WHERE seq = ?", .int(index))
    try insert(rows.seats, of: index)
  }

  private func write(_ row: PlayerRow) throws(ArchiveFailure) {
    try database.run(
      """
      INSERT OR REPLACE INTO players(id, name, icon, color, bot, first, last)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """,
      .blob(row.profile.id.bytes), .text(row.profile.name), .text(row.profile.icon),
      .int(row.profile.color), .int(row.profile.isBot ? 1 : 0), .int(row.first.number),
      .int(row.last.number))
  }
}
