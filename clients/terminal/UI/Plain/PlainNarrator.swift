// What has become new in a session, as lines: it remembers what it has told and says only the rest,
// so that nothing is repeated, whatever way the news came: one event at a time, or all at once in
// the picture after a lost connection. It asks the session and never changes it.
// Here: connection, notices and the home screen; rooms and races are in the files beside.

import ClientCore
import Game
import Wire

/// Tells a session's news, one event a line.
struct PlainNarrator: Sendable {
  /// What the server is called.
  let server: String
  /// The room as it was told last.
  var told: RoomModel?
  /// How far the match was told.
  var toldMatch = ToldMatch()
  private var connection = Connection.none
  private var wasOnline = false
  private var lostSince: Instant?
  private var saidLong = false
  private var saidWaiting = false
  private var isReturning = false
  private var meBefore: PlayerID?
  private var noticesTold = 0
  private var foundTold = 0
  private var roomsTold: [RoomCode]?

  /// The connection as it was told last.
  private enum Connection: Equatable {
    case none, connecting, online, ended
    case lost(String)
  }

  /// After this long without a connection it is worth saying again: a seat is kept no longer.
  static let longMilliseconds = 60_000

  init(server: String) {
    self.server = server
  }

  /// A narrator of what was: how a connection was nobody needs to hear any more.
  static func ofReplay() -> PlainNarrator {
    var narrator = PlainNarrator(server: "")
    (narrator.connection, narrator.wasOnline) = (.online, true)
    return narrator
  }

  /// Everything that is new at a local moment.
  mutating func news(of session: Session, at now: Instant) -> [String] {
    var lines: [String] = []
    tellConnection(of: session, at: now, &lines)
    tellRoom(of: session, at: now, &lines)
    tellNotices(of: session, &lines)
    tellHome(of: session, &lines)
    if let found = session.found, found.number != foundTold {
      foundTold = found.number
      lines += found.spoken(for: session)
    }
    return lines
  }

  /// The local moment at which there will be news by time alone; nil when there will not.
  func deadline(_ session: Session) -> Instant? {
    let long = saidLong ? nil : lostSince.map { $0 + PlainNarrator.longMilliseconds }
    let race = raceDeadline(session).map(session.local(atRoomTime:))
    return [long, race].compactMap(\.self).min()
  }
}

// The connection.
extension PlainNarrator {
  private mutating func tellConnection(
    of session: Session, at now: Instant, _ lines: inout [String]
  ) {
    switch session.state {
    case .connecting, .greeting:
      if connection == .none { lines.append(Words["connecting to \(server)"]) }
      if connection == .none { connection = .connecting }
    case .online: tellOnline(session, &lines)
    case .lost(_, let reason): tellLost(reason, session, &lines, at: now)
    case .ended(let end):
      if connection != .ended {
        lines.append(end == .quit ? Words["goodbye"] : end.text.spokenInside)
        connection = .ended
      }
      lostSince = nil
    }
    if let lostSince, !saidLong, now - lostSince >= PlainNarrator.longMilliseconds {
      saidLong = true
      let seconds = Phrase.seconds(PlainNarrator.longMilliseconds)
      lines.append(Words["still no connection after \(seconds); trying on"])
    }
  }

  private mutating func tellOnline(_ session: Session, _ lines: inout [String]) {
    if connection != .online {
      saidWaiting = false
      let delay =
        session.clock.roundTrip.map { ", \(Phrase.milliseconds($0))" } ?? ""
      lines.append(
        wasOnline ? Words["connected again\(delay)"] : Words["connected to \(server)\(delay)"])
      isReturning = wasOnline && told != nil
      connection = .online
      wasOnline = true
      lostSince = nil
      saidLong = false
    }
    if session.isWaiting && !saidWaiting {
      lines.append(Words["the server does not answer; waiting"])
    }
    if !session.isWaiting && saidWaiting { lines.append(Words["the server answers again"]) }
    saidWaiting = session.isWaiting
    guard isReturning, session.isInRoom, let room = session.room else { return }
    isReturning = false
    guard room.code == told?.code else { return }
    let isSame = room.role == .watcher || room.me == meBefore
    lines.append(
      isSame
        ? Words["back in room \(room.code.text)"] : Words["in room \(room.code.text) on a new seat"]
    )
  }

  private mutating func tellLost(
    _ reason: String, _ session: Session, _ lines: inout [String], at now: Instant
  ) {
    if connection == .lost(reason) { return }
    switch connection {
    case .online:
      lines.append(Words["connection lost: \(reason). trying again"])
      meBefore = session.me
    case .none, .connecting:
      lines.append(Words["cannot reach \(server): \(reason). trying again"])
    case .lost: lines.append(Words["still trying: \(reason)"])
    case .ended: break
    }
    lostSince = lostSince ?? now
    connection = .lost(reason)
  }

  /// Refusals and the like; what the race tells in its own words is left out.
  private mutating func tellNotices(of session: Session, _ lines: inout [String]) {
    // What is heard on the way in is told once one is in.
    if session.state == .greeting { return }
    for notice in session.notices where notice.number > noticesTold {
      noticesTold = notice.number
      if notice.code == .tooFar { continue }
      lines.append(notice.text.spokenInside)
      if notice.code == .wrongPass, let door = session.door {
        let verb = door.watches ? "watch" : "join"
        lines.append(Words["\(verb) \(door.code.text) and the password gets you in"])
      }
    }
  }
}

extension SessionEnd {
  fileprivate var text: String {
    switch self {
    case .quit: ""
    case .failed(let text): text
    }
  }
}

// The home screen.
extension PlainNarrator {
  /// All rooms on arrival, then only those that were opened since.
  private mutating func tellHome(of session: Session, _ lines: inout [String]) {
    guard session.room == nil, session.state == .online else {
      roomsTold = nil
      return
    }
    if session.intent == .watch(nil, password: nil) {
      if session.listedAt != nil, roomsTold == nil {
        roomsTold = []
        lines.append(Words["no room is open; waiting for one"])
      }
      return
    }
    guard session.intent == .browse else {
      roomsTold = nil
      return
    }
    guard session.listedAt != nil else { return }
    guard let known = roomsTold else {
      lines += PlainNarrator.rooms(session)
      roomsTold = session.listings.map(\.code)
      return
    }
    for listing in session.listings where !known.contains(listing.code) {
      lines.append(Words["new: \(listing.spoken)"])
    }
    roomsTold = session.listings.map(\.code)
  }

  /// The open rooms, a line each.
  static func rooms(_ session: Session) -> [String] {
    guard !session.listings.isEmpty else { return [Words["no room is open. create opens one"]] }
    return session.listings.map(\.spoken)
  }
}

extension Listing {
  /// "room KM4T, sunday race: rgb, 1 of 2 seats taken, waiting".
  fileprivate var spoken: String {
    let rounds = self.of == 0 ? Words["round \(round)"] : Words["round \(round) of \(self.of)"]
    var parts = [mode, Words["\(taken) of \(seats) seats taken"]]
    if bots > 0 { parts.append(Words["\(bots) of them by bots"]) }
    parts.append(state == .waiting ? Words["waiting"] : Words["playing \(rounds)"])
    if isRated { parts.append(Words["rated"]) }
    if isExact { parts.append(Words["for exact colors only"]) }
    if isKnownOnly { parts.append(Words["for known players only"]) }
    if hasPassword { parts.append(Words["with a password"]) }
    return Words["room \(code.text), \(name): \(Phrase.list(parts))"]
  }
}
