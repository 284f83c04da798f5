// The archive on disk, for the one who writes. Each call is a transaction that is on the disk when
// the call returns. It waits for the disk, so no lane calls it. It knows no rule of ratings or
// boards: those are in `Consequences`.

public import Archive
public import Game

/// Writes an archive.
public struct SQLiteArchive: OnDatabase, Archive {
  /// The one connection that writes.
  public let database: Database
  /// Held for as long as the archive is open.
  let lock: FolderLock

  /// Keeps matches, all or none.
  public func keep(_ matches: [MatchEntry]) throws(ArchiveFailure) -> [KeptMatch] {
    try database.transaction { () throws(ArchiveFailure) in
      var kept: [KeptMatch] = []
      for match in matches { kept.append(try keep(match)) }
      return kept
    }
  }

  private func keep(_ match: MatchEntry) throws(ArchiveFailure) -> KeptMatch {
    if let index = try self.index(of: match.name) {
      return KeptMatch(knownAt: index, seats: match.seats.count)
    }
    let index = try size()
    try database.run(
      """
      INSERT INTO matches(
        seq, leaf, began, room, number, mode, family, usual, daily, ranked, open, copies,
        length, body)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .int(index), .blob(match.leaf), .int(match.began.milliseconds), .text(match.room),
      .int(match.number), .text(match.mode), match.family.map(Value.text) ?? .null,
      .int(match.isUsual ? 1 : 0), .optional(match.daily?.number),
      .int(match.isRanked ? 1 : 0), .int(match.isOpen ? 1 : 0), .optional(match.copies),
      .int(match.body.count),
      .blob(deflated(match.body)))
    let consequences = try enter(Outcome(match), at: index) {
      (meeting) throws(ArchiveFailure) in try isKnown(meeting)
    }
    for meeting in consequences.meetings {
      try database.run(
        "INSERT OR IGNORE INTO meetings VALUES(?, ?, ?, ?)", .int(meeting.day.number),
        .text(meeting.family), .blob(meeting.one.bytes), .blob(meeting.other.bytes))
    }
    let rows = MatchRows(match, consequences)
    try insert(rows.seats, of: index)
    for profile in match.seats.compactMap(\.profile) { try see(profile, on: match.day) }
    var kept = KeptMatch(index: index, consequences)
    kept.firstTries = try firstTries(of: match, at: index)
    return kept
  }

  /// Writes the rows of seats.
  func insert(_ seats: [MatchRows.Seat], of index: Int) throws(ArchiveFailure) {
    for (number, seat) in seats.enumerated() {
      try database.run(
        """
        INSERT INTO seats(
          seq, seat, who, id, person, place, total, colors, mean, deviation, bot, rivals)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, .int(index), .int(number), .int(seat.who),
        seat.player.map { Value.blob($0.bytes) } ?? .null, seat.person.map(Value.text) ?? .null,
        .optional(seat.place), .int(seat.total), .blob(stored(seat.colors)),
        .optional(seat.ratingBefore?.mean), .optional(seat.ratingBefore?.deviation),
        .int(seat.isBot ? 1 : 0), .optional(seat.rivals))
    }
  }

  private func see(_ profile: PlayerProfile, on day: Day) throws(ArchiveFailure) {
    try database.run(
      """
      INSERT INTO players(id, name, icon, color, bot, first, last) VALUES(?, ?, ?, ?, ?, ?6, ?6)
      ON CONFLICT DO UPDATE SET name = excluded.name, icon = excluded.icon,
        color = excluded.color, bot = excluded.bot, last = excluded.last
      """, .blob(profile.id.bytes), .text(profile.name), .text(profile.icon), .int(profile.color),
      .int(profile.isBot ? 1 : 0), .int(day.number))
  }

  /// Enters what follows from a match.
  func enter(
    _ outcome: Outcome, at index: Int, isKnown: (Meeting) throws(ArchiveFailure) -> Bool
  ) throws(ArchiveFailure) -> Consequences {
    let family = outcome.family ?? ""
    let consequences = try Consequences(
      of: outcome,
      career: { (player) throws(ArchiveFailure) in try career(of: player, in: family) },
      isKnown: isKnown)
    for (seat, career) in zip(outcome.seats, consequences.careers) {
      guard let player = seat.player, let career else { continue }
      try database.run(
        "INSERT OR REPLACE INTO ratings VALUES(?, ?, ?, ?, ?, ?)", .blob(player.bytes),
        .text(family), .int(career.rating.mean), .int(career.rating.deviation),
        .int(career.matches), .int(career.day))
    }
    for entry in consequences.entries {
      try database.run(
        """
        INSERT INTO boards(board, span, id, value, seq) VALUES(?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq
        WHERE excluded.value > value
        """, .text(entry.board.name), .int(entry.span.number), .blob(entry.player.bytes),
        .int(entry.value), .int(index))
    }
    return consequences
  }

  private func isKnown(_ meeting: Meeting) throws(ArchiveFailure) -> Bool {
    try database.number(
      "SELECT count(*) FROM meetings WHERE day = ? AND family = ? AND one = ? AND other = ?",
      .int(meeting.day.number), .text(meeting.family), .blob(meeting.one.bytes),
      .blob(meeting.other.bytes)) > 0
  }

  /// Writes down a ranked try. A third try of one player costs the disk nothing.
  public func claim(_ attempt: Attempt) throws(ArchiveFailure) -> Bool {
    if try self.attempt(of: attempt.player, on: attempt.day)?.isFinal == true { return false }
    return try database.transaction { () throws(ArchiveFailure) in try enter(attempt) }
  }

  private func enter(_ attempt: Attempt) throws(ArchiveFailure) -> Bool {
    let (id, day) = (Value.blob(attempt.player.bytes), Value.int(attempt.day.number))
    if let earlier = try self.attempt(of: attempt.player, on: attempt.day) {
      let hasShown = try hasShownColors(earlier.attempt)
      let isOpen = earlier.attempt == attempt ? hasShown != true : hasShown == false
      guard isOpen, !earlier.isFinal else {
        try database.run("UPDATE tries SET final = 1 WHERE id = ? AND day = ?", id, day)
        return false
      }
    }
    try database.run(
      "INSERT OR REPLACE INTO tries(id, day, room, number) VALUES(?, ?, ?, ?)", id, day,
      .text(attempt.room), .int(attempt.number))
    return true
  }

  /// Whether the match of a try showed its player a color; nil while it is not kept. One that
  /// showed none was no try. It may have become unranked, and then has colors all the same.
  private func hasShownColors(_ attempt: Attempt) throws(ArchiveFailure) -> Bool? {
    try database.rows(
      """
      SELECT ranked = 1 OR length(colors) > 0 FROM seats JOIN matches USING(seq)
      WHERE id = ? AND room = ? AND number = ? AND daily = ?
      """, .blob(attempt.player.bytes), .text(attempt.room), .int(attempt.number),
      .int(attempt.day.number)
    ) { row in row.int(0) == 1 }
    .first
  }

  /// The try of a day. It is final once another was refused: its player has been able to see the
  /// colors since, so it is not given back.
  private func attempt(
    of player: KeyID, on day: Day
  ) throws(ArchiveFailure) -> (attempt: Attempt, isFinal: Bool)? {
    try database.rows(
      "SELECT room, number, final FROM tries WHERE id = ? AND day = ?", .blob(player.bytes),
      .int(day.number)
    ) { row -> (attempt: Attempt, isFinal: Bool) in
      (Attempt(player: player, day: day, room: row.text(0), number: row.int(1)), row.int(2) == 1)
    }
    .first
  }
}

// Forgetting.
extension SQLiteArchive {
  /// Deletes all that says who somebody is.
  public func forget(_ player: KeyID, on day: Day) throws(ArchiveFailure) -> Bool {
    let wasThere = try database.transaction { () throws(ArchiveFailure) in
      try delete(player, on: day)
    }
    try dropTraces()
    return wasThere
  }

  private func delete(_ player: KeyID, on day: Day) throws(ArchiveFailure) -> Bool {
    let id = Value.blob(player.bytes)
    try database.run("UPDATE seats SET id = NULL, person = NULL WHERE id = ?", id)
    try database.run("DELETE FROM ratings WHERE id = ?", id)
    try database.run("DELETE FROM boards WHERE id = ?", id)
    try database.run("DELETE FROM tries WHERE id = ? AND day < ?", id, .int(day.number))
    try database.run(
      "DELETE FROM meetings WHERE (one = ?1 OR other = ?1) AND day < ?2", id, .int(day.number))
    return try database.run("DELETE FROM players WHERE id = ?", id) > 0
  }

  /// Empties the log of writes, in which deleted rows would stay for a while. What is deleted in
  /// the database itself is overwritten (`secure_delete`).
  func dropTraces() throws(ArchiveFailure) {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The day that counts when the clock shows one: from one look to the next no more than
  /// `Retention.stepDays` pass, so a clock that jumps deletes nothing that was kept for less.
  public func countedDay(on day: Day) throws(ArchiveFailure) -> Day {
    try database.transaction { () throws(ArchiveFailure) in
      let last =
        try database.rows("SELECT shown, counted FROM dates") {
          ($0.optionalInt(0), $0.optionalInt(1))
        }
        .first
      var counted = last?.1
      if counted == nil {
        // Before the first look the newest match says how late it is.
        counted = try database.rows("SELECT max(began) FROM matches") { $0.optionalInt(0) }[0]
          .map { Day(of: Instant(milliseconds: $0)).number }
      }
      if let before = counted, last?.0 != day.number { counted = before + Retention.stepDays }
      let number = min(counted ?? day.number, day.number)
      try database.run("UPDATE dates SET shown = ?, counted = ?", .int(day.number), .int(number))
      return Day(number: number)
    }
  }

  /// Deletes what has been kept long enough.
  public func expire(on day: Day) throws(ArchiveFailure) {
    try database.transaction { () throws(ArchiveFailure) in
      func began(_ days: Int) -> Value { .int((day.number - days) * 86_400_000) }
      try database.run(
        "UPDATE matches SET body = NULL WHERE body IS NOT NULL AND began < ?",
        began(Retention.bodyDays))
      try database.run(
        """
        UPDATE seats SET person = NULL WHERE id IS NULL AND person IS NOT NULL
        AND (SELECT began FROM matches WHERE matches.seq = seats.seq) < ?
        """, began(Retention.guestDays))
      let unseen = try database.rows(
        "SELECT id FROM players WHERE last < ?", .int(day.number - Retention.playerDays)
      ) { KeyID(bytes: $0.blob(0)) }
      for player in unseen.compactMap(\.self) { _ = try delete(player, on: day) }
      try database.run("DELETE FROM meetings WHERE day < ?", .int(day.number - 1))
      try database.run(
        "DELETE FROM tries WHERE day < ? AND id NOT IN (SELECT id FROM players)",
        .int(day.number - 1))
    }
    try dropTraces()
  }
}

// Following a cluster's journal.
extension SQLiteArchive {
  /// Does what the journal says before a place, all of it or nothing.
  public func follow(
    _ deeds: [ArchiveDeed], before place: UInt64
  ) throws(ArchiveFailure) -> [ArchiveOutcome] {
    let outcomes = try database.transaction { () throws(ArchiveFailure) -> [ArchiveOutcome] in
      try database.run("UPDATE journal SET next = ?", .int(Int(clamping: place)))
      var outcomes: [ArchiveOutcome] = []
      for deed in deeds {
        switch deed {
        case .keep(let match): outcomes.append(.kept(try keep(match)))
        case .claim(let attempt): outcomes.append(.claimed(try enter(attempt)))
        case .forget(let player, let day): outcomes.append(.forgot(try delete(player, on: day)))
        }
      }
      return outcomes
    }
    if outcomes.contains(.forgot(true)) { try dropTraces() }
    return outcomes
  }
}
