// The tables, as the steps that lead to them. A step never changes once a release has had it; a new
// one is added at the end. Moments are milliseconds since 1970, days are days of UTC since then,
// ratings are millionths. Invariant: a database is at a whole step, whatever happened between two.

import Archive

/// The steps from an empty database to the one of this version.
struct Schema {
  /// What marks a database as an archive: "chro".
  static let applicationID = 0x6368_726f

  let steps: [String]

  /// The tables of this version.
  static let current = Schema(steps: [first, second, third, fourth, fifth, sixth])

  /// Matches, seats, players and tries are told from outside. Ratings and boards follow from them,
  /// and are made again by `rebuild`.
  private static let first = """
    CREATE TABLE players(
      id BLOB PRIMARY KEY CHECK(length(id) = 16), name TEXT NOT NULL, icon TEXT NOT NULL,
      color INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- seq is the index of the leaf; body is raw DEFLATE of length bytes, NULL once its time is up.
    CREATE TABLE matches(
      seq INTEGER PRIMARY KEY, leaf BLOB NOT NULL CHECK(length(leaf) = 32),
      began INTEGER NOT NULL, room TEXT NOT NULL, number INTEGER NOT NULL, mode TEXT NOT NULL,
      family TEXT, usual INTEGER NOT NULL, daily INTEGER, ranked INTEGER NOT NULL,
      length INTEGER NOT NULL, body BLOB,
      UNIQUE(began, room, number)
    ) STRICT;
    CREATE INDEX matchesWithBody ON matches(began) WHERE body IS NOT NULL;
    -- id is NULL for guests, bots and who was forgotten; mean and deviation are from before the
    -- match, NULL where nobody is rated; colors are three bytes each.
    CREATE TABLE seats(
      seq INTEGER NOT NULL, seat INTEGER NOT NULL, who INTEGER NOT NULL, id BLOB, person TEXT,
      place INTEGER, total INTEGER NOT NULL, colors BLOB NOT NULL, mean INTEGER,
      deviation INTEGER, PRIMARY KEY(seq, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seatsOfPlayer ON seats(id, seq) WHERE id IS NOT NULL;
    CREATE INDEX seatsOfGuests ON seats(seq) WHERE id IS NULL AND person IS NOT NULL;
    CREATE TABLE tries(
      id BLOB NOT NULL, day INTEGER NOT NULL, room TEXT NOT NULL, number INTEGER NOT NULL,
      PRIMARY KEY(id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ratings(
      id BLOB NOT NULL, family TEXT NOT NULL, mean INTEGER NOT NULL, deviation INTEGER NOT NULL,
      matches INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY(id, family)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ratingsByValue ON ratings(family, mean - 3 * deviation);
    -- span is 0 for ever, a day, or 1000000 and a week.
    CREATE TABLE boards(
      board TEXT NOT NULL, span INTEGER NOT NULL, id BLOB NOT NULL, value INTEGER NOT NULL,
      seq INTEGER NOT NULL, PRIMARY KEY(board, span, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX boardsByValue ON boards(board, span, value DESC, seq);
    CREATE INDEX boardsOfPlayer ON boards(id);
    """

  /// Where a cluster's journal goes on that the archive follows.
  private static let second = """
    CREATE TABLE journal(next INTEGER NOT NULL) STRICT;
    INSERT INTO journal VALUES(1);
    """

  /// Whether anybody could look on at a match. Rated rooms are for everybody; of others the records
  /// say it, and where those are gone nobody is told who sat there.
  private static let third = """
    ALTER TABLE matches ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
    UPDATE matches SET open = family IS NOT NULL;
    """

  /// The step from which on what records say of `open` has still to be entered.
  static let openStep = 2

  /// Where a bot sat, and who was one when last seen.
  private static let fourth = """
    ALTER TABLE seats ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seats ADD COLUMN rivals INTEGER;
    CREATE TABLE meetings(
      day INTEGER NOT NULL, family TEXT NOT NULL, one BLOB NOT NULL, other BLOB NOT NULL,
      PRIMARY KEY(day, family, one, other)
    ) STRICT, WITHOUT ROWID;
    """

  /// The day of the clock on which was last looked for what has been kept long enough, and the day
  /// that counted as then; NULL before the first look.
  private static let fifth = """
    CREATE TABLE dates(shown INTEGER, counted INTEGER) STRICT;
    INSERT INTO dates VALUES(NULL, NULL);
    """

  /// Which match a ghost race copies, of which there were none before this step; and whether a try
  /// can no longer be given back.
  private static let sixth = """
    ALTER TABLE matches ADD COLUMN copies INTEGER;
    CREATE INDEX matchesThatCopy ON matches(copies) WHERE copies IS NOT NULL;
    ALTER TABLE tries ADD COLUMN final INTEGER NOT NULL DEFAULT 0;
    """
}

extension Database {
  /// Which step the database is at.
  func version() throws(ArchiveFailure) -> Int { try number("PRAGMA user_version") }

  /// Refuses what is no archive, or one of a version that is not known here.
  func requireKnown(_ schema: Schema, path: String) throws(ArchiveFailure) {
    let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
    if try number("PRAGMA application_id") != (isEmpty ? 0 : Schema.applicationID) {
      throw ArchiveFailure(.refused, "\(path) is a database, but not an archive of chromatch")
    }
    let version = try version()
    if version > schema.steps.count {
      throw ArchiveFailure(
        .refused,
        "\(path) is of version \(version); this program knows \(schema.steps.count) and older ones")
    }
  }

  /// Takes the steps that are missing, each in a transaction.
  func migrate(to schema: Schema) throws(ArchiveFailure) {
    for step in try version()..<schema.steps.count {
      try transaction { () throws(ArchiveFailure) in
        try execute(schema.steps[step])
        if step == Schema.openStep { try enterOpen() }
        try execute("PRAGMA application_id = \(Schema.applicationID)")
        try execute("PRAGMA user_version = \(step + 1)")
      }
    }
  }

  /// Enters what records say of who could look on.
  private func enterOpen() throws(ArchiveFailure) {
    for index in 0..<(try number("SELECT max(seq) + 1 FROM matches")) {
      let bodies = try rows(
        "SELECT body, length FROM matches WHERE seq = ? AND body IS NOT NULL", .int(index)
      ) { inflated($0.blob(0), count: $0.int(1)) }
      guard let body = bodies.first ?? nil else { continue }
      try run(
        "UPDATE matches SET open = ? WHERE seq = ?", .int(MatchEntry.isOpen(body) ? 1 : 0),
        .int(index))
    }
  }

  /// The one number that a query gives; 0 if it gives none.
  func number(_ sql: String, _ values: Value...) throws(ArchiveFailure) -> Int {
    var number = 0
    try step(sql, values) { row in
      number = row.int(0)
      return false
    }
    return number
  }
}
