// What lies on top of a screen: notices, the line of reactions, the state of the connection, the
// question before leaving, and the help.

import ClientCore
import Game
import Wire

extension Sheet {
  // MARK: Notices

  /// What the user should read. It goes as quietly as it came.
  mutating func notice(_ notice: Notice?) {
    // That a lock is frozen is told at the top, with the time that is left.
    guard let notice, notice.code != .tooFar, notice.code != .frozen else { return }
    canvas.fill(canvas.bounds.line(noticeRow), Neutral.surround)
    canvas.text(
      notice.text, column: Sheet.margin, row: noticeRow, .bright, limit: columns)
  }

  // MARK: Reactions

  /// All there is to say, in one row that hides nothing of the game.
  mutating func reactions(chosen: Int) {
    canvas.fill(canvas.bounds.line(noticeRow), Neutral.rail)
    let isWide = width >= 80
    var column = Sheet.margin
    for (index, reaction) in Reaction.allCases.enumerated() {
      let start = column
      let style: Style = index == chosen ? .strong : .label
      column = canvas.text("\(index + 1)", column: column, row: noticeRow, .key)
      column = canvas.text(
        reaction.word, column: column + (isWide ? 1 : 0), row: noticeRow, style)
      if index == chosen { canvas.park(column: start, row: noticeRow) }
      hits.mark(
        Area(column: start, row: noticeRow, width: column - start, height: 1),
        as: .reaction(index))
      column += isWide ? 3 : 1
    }
  }

  /// What the user has just said to the others, where their own seat is not on the screen.
  mutating func echo(_ reaction: Reaction) {
    canvas.fill(canvas.bounds.line(noticeRow), Neutral.surround)
    canvas.text(
      Words["You say \(Say.quoted(reaction))"], column: Sheet.margin, row: noticeRow, .label,
      limit: columns)
  }

  // MARK: Connection

  /// What is wrong with the connection, over whatever was last seen.
  mutating func connection(_ session: Session, at now: Instant) {
    guard Sheet.hasBanner(session, at: now), let (strong, rest) = Sheet.trouble(session, at: now)
    else { return }
    let row = Sheet.statusRow
    canvas.fill(canvas.bounds.line(row), Neutral.rail)
    status(strong, rest)
  }

  /// Whether `connection` covers the row of the status.
  static func hasBanner(_ session: Session, at now: Instant) -> Bool {
    session.welcome != nil && trouble(session, at: now) != nil
  }

  /// What there is to say about a connection that is not there, or is silent; nil when all is well.
  static func trouble(_ session: Session, at now: Instant) -> (String, String)? {
    switch session.state {
    case .online where session.isWaiting:
      return (Words["Waiting…"], Words["the server does not answer"])
    case .online: return nil
    case .connecting(let attempt):
      return attempt > 1
        ? (Words["Connecting…"], Words["attempt \(attempt)"])
        : (Words["Connecting…"], Words["to the server"])
    case .greeting: return (Words["Connected."], Words["waiting for the server's welcome"])
    case .lost(let retryAt, let reason):
      let left = Ticks.left(until: retryAt, at: now, every: 1_000)
      let lost = session.welcome == nil ? Words["No connection"] : Words["Connection lost"]
      return (lost, Words["\(reason); trying again in \(Say.seconds(left))"])
    case .ended(.quit): return (Words["Good-bye."], "")
    case .ended(.failed(let sentence)): return (Words["It is over."], sentence)
    }
  }

  /// All that there is to see before the first welcome and after the end.
  mutating func connecting(_ session: Session, at now: Instant) {
    header(setup.server, right: setup.support.label)
    let middle = height / 2 - 1
    if let (strong, rest) = Sheet.trouble(session, at: now) {
      canvas.text(strong, centeredIn: Sheet.margin..<endColumn, row: middle, .strong)
      canvas.text(rest, centeredIn: Sheet.margin..<endColumn, row: middle + 1, .label)
    }
    canvas.park(column: Sheet.margin, row: middle)
    keyLine([KeyBinding("q", Words["quit"], .character("q"))])
  }

  // MARK: Panels

  /// Asks before a match is left, and says what becomes of it.
  mutating func leaveQuestion(_ room: RoomModel) {
    let isTry = room.match.map { $0.isRanked && $0.newestRound > 0 } ?? false
    let sentence =
      isTry
      ? Words["Your ranked try counts with the points so far."]
      : room.goesOnWithoutMe
        ? Words["The others go on without you."] : Words["Without you the match ends."]
    question(
      sentence, title: Words["leave the match?"], yes: Words["leave"], no: Words["go on playing"])
  }

  /// The keys of a screen, with what they do.
  mutating func help(_ keys: [KeyBinding], title: String) {
    // The line of keys below stays.
    let inside = panel(
      width: 76, height: min(keys.count + 6, height + 1), title: Words["keys, \(title)"])
    let words = inside.column + 13
    for (index, key) in keys.prefix(inside.height - 1).enumerated() {
      let row = inside.row + index
      canvas.text(
        setup.name(ofKey: key.hint.key), column: inside.column, row: row, .key, limit: 12)
      canvas.text(
        key.meaning, column: words, row: row, .label, limit: max(0, inside.endColumn - words))
    }
    let back = ("Esc", Words["back"], Key?.some(.escape))
    choices(inside.width < 54 ? Sheet.keysEverywhere : Sheet.keysEverywhere + [back], inside)
    canvas.park(column: inside.column, row: inside.row)
  }

  /// What holds on every screen.
  private static var keysEverywhere: [(String, String, Key?)] {
    [
      ("Ctrl-L", Words["repaint"], nil), ("Ctrl-Z", Words["stop"], nil),
      ("Ctrl-C", Words["leave"], nil),
    ]
  }
}
