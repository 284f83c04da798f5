// Answers commands: what each means in the session as it is, or why it means nothing just now. It
// changes nothing itself.

import Chroma
import Game
import Wire

/// A session at one moment, and what can be said about it.
struct PlainDesk {
  let session: Session
  let now: Instant

  func reply(to command: PlainCommand) -> PlainReply {
    switch command {
    case .sliders(let moves): move(moves)
    case .lock: lock()
    case .hint: say(hint)
    case .time: say(time)
    case .target: say(target)
    case .yours: say(yours)
    case .players: say(players)
    case .standings: say(standings)
    case .rooms: PlainReply(lines: PlainNarrator.rooms(session))
    case .help: PlainReply(lines: help)
    case .ready(let isReady): onSeat(.ready(isReady))
    case .start: onSeat(.start)
    case .bot(let level): onSeat(.addBot(level: level))
    case .join(let code, let password): PlainReply(actions: [.join(code, password: password)])
    case .watch(let code, let password): PlainReply(actions: [.watch(code, password: password)])
    case .create(let wishes): PlainReply(actions: [.create(wishes, bots: [])])
    case .leave: session.room == nil ? say(noRoom) : PlainReply(actions: [.leave])
    case .quit: PlainReply(actions: [.quit])
    }
  }

  private func say(_ line: String) -> PlainReply { PlainReply(lines: [line]) }

  private var room: RoomModel? { session.room }
  private var match: MatchModel? { room?.match }
  private var server: Instant { session.clock.server(at: now) }
  /// The round, once it is open.
  private var openRound: RoundModel? {
    match?.round.flatMap { $0.start.opens <= server ? $0 : nil }
  }

  private var noRoom: String { "you are in no room. rooms lists them, join goes in" }
  private var noRound: String { "no round is on" }

  private func onSeat(_ action: UserAction) -> PlainReply {
    guard let room else { return say(noRoom) }
    guard room.role == .player else { return say("you are watching, without a seat") }
    return PlainReply(actions: [action])
  }
}

// Playing.
extension PlainDesk {
  /// Why the sliders cannot be moved; nil when they can.
  private var obstacle: String? {
    guard let room else { return noRoom }
    guard room.role == .player else { return "you are watching, without a seat" }
    guard let round = openRound, session.guess != nil else { return noRound }
    guard round.locks[room.me] == nil else { return "you have locked; the round goes on" }
    return session.canMove(at: now) ? nil : "not just now"
  }

  private func move(_ moves: [PlainCommand.SliderMove]) -> PlainReply {
    if let obstacle { return say(obstacle) }
    guard let match, let target = match.round?.start.target, let before = session.guess else {
      return say(noRound)
    }
    let mode = match.rules.mode
    var guess = before
    var moved: [String] = []
    for move in moves {
      let channel = mode.channels[move.channel]
      let wish = wish(move.step, from: guess.values[move.channel])
      let value = channel.nearest(to: wish)
      if case .to = move.step, value != wish {
        let range = "\(channel.grid.lowerBound) to \(channel.grid.upperBound)"
        return say("\(channel.word) goes from \(range)")
      }
      guess.values[move.channel] = value
      let end = value == wish || channel.wraps ? "" : ", as far as it goes"
      moved.append("\(channel.word) \(value)\(end)")
    }
    guard let old = mode.color(of: before), let new = mode.color(of: guess) else {
      return say(noRound)
    }
    let difference = new.difference(from: target)
    let trend = difference.trend(from: old.difference(from: target))
    let isEnough = difference <= match.rules.level.tolerance
    let near = isEnough ? ", near enough to lock" : ""
    return PlainReply(
      lines: ["\(Phrase.list(moved)). \(difference.spoken), \(trend)\(near)"],
      actions: [.set(guess)])
  }

  private func wish(_ step: SliderStep, from value: Int) -> Int {
    switch step {
    case .to(let wish): wish
    case .by(let step): value + step
    }
  }

  private func lock() -> PlainReply {
    if let obstacle { return say(obstacle) }
    return PlainReply(actions: session.guess.map { [.lock($0)] } ?? [])
  }
}

// Telling.
extension PlainDesk {
  private var hint: String {
    guard let round = openRound else { return noRound }
    guard let guess = session.guess, let color = match?.rules.mode.color(of: guess) else {
      return "you do not play this round"
    }
    return "hint: \(Chroma.hint(from: color, to: round.start.target))"
  }

  private var yours: String {
    guard openRound != nil, let yours = PlainNarrator.yours(session) else { return noRound }
    return "yours: \(yours)"
  }

  private var target: String {
    openRound.map { "target: \(name(of: $0.start.target))" } ?? noRound
  }

  private var time: String {
    guard let match else { return noRound }
    if let round = match.round, round.start.opens <= server {
      return "\(Phrase.seconds(round.closes - server)) left"
    }
    guard let opens = match.round?.start.opens ?? match.opens else { return noRound }
    return "the next round opens in \(Phrase.seconds(opens - server))"
  }

  private var players: String {
    guard let room else { return noRoom }
    if let round = openRound { return "players: \(PlainNarrator.nearness(in: room, round))" }
    return PlainNarrator.players(of: room)
  }

  private var standings: String {
    guard let room, let match, !match.results.isEmpty else { return "nothing is scored yet" }
    let when = match.isOver ? "the last match" : "so far"
    return "\(when): \(room.spoken(match.standings, asMe: "you"))"
  }

  private var help: [String] {
    var lines: [String] = []
    if let mode = match?.rules.mode, session.guess != nil {
      let letters = mode.channels.map { $0.name.lowercased() }.joined(separator: " ")
      lines.append("\(letters) with a number or +n -n moves a slider; lock; hint; target; yours")
    }
    if let room {
      lines.append(
        room.role == .player
          ? "ready; unready; start; bot LEVEL; players; time; standings; leave; quit"
          : "players; time; target; standings; leave; quit")
    } else {
      lines.append("rooms; join CODE; watch CODE; create MODE LEVEL; quit")
    }
    return lines
  }
}
