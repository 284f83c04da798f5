// Whom a player waits for, and whom not: seats whose people have said nothing for a minute, and the
// bot of a room that QUICK opened, which is there while somebody would be alone. A room without
// such a bot is its host's: there no clock runs, and nothing begins before the host wants it. A
// host who puts the bot out makes the room their own.
// Invariants: only people who are there are idle; the bot never begins a match with two people.

import Chroma
import Game
import Wire

// Idle seats.
extension Room {
  /// Notes that a player has done something.
  mutating func heed(_ player: PlayerID?, _ turn: inout Turn) {
    guard let player, let index = seats.firstIndex(where: { $0.player == player }) else { return }
    heed(index, &turn)
  }

  /// The same by the seat's place: every move asks for it.
  @inline(__always) mutating func heed(_ index: Int, _ turn: inout Turn) {
    seats[index].heeded = turn.now
    guard seats[index].isIdle else { return }
    seats[index].isIdle = false
    tell(.idle(seats[index].player, false), &turn)
  }

  /// While a match runs or is about to begin nobody becomes idle.
  var nextIdle: Instant? {
    guard isWaiting else { return nil }
    return seats.lazy.filter(\.mayBecomeIdle).map(\.heeded).min()
      .map { $0 + limits.quietMilliseconds }
  }

  /// Tells of those who have said nothing for too long; nobody waits for them any more.
  mutating func noteIdle(_ turn: inout Turn) {
    for index in seats.indices where seats[index].mayBecomeIdle {
      guard seats[index].heeded + limits.quietMilliseconds <= turn.now else { continue }
      seats[index].isIdle = true
      tell(.idle(seats[index].player, true), &turn)
    }
    reconsiderStart(&turn)
  }
}

// Company.
extension Room {
  /// Whether QUICK opened the room, and it has not become its host's.
  var isQuick: Bool { standIn != nil }

  /// Whether matches begin without the host: anybody comes in, and nobody has made it their own.
  var isNobodysOwn: Bool { isQuick && settings.isPublic }

  /// What follows for those who wait when somebody comes, goes or falls silent: the bot sits down
  /// beside a person who is alone, and silence is counted anew.
  mutating func keepCompany(_ turn: inout Turn) {
    if let standIn, hasFreeSeat, seats.count(where: \.isAwake) == 1,
      !seats.contains(where: \.isBot)
    {
      seatBot(standIn, &turn)
    }
    // A player who did nothing in a match that ends now is idle from now on.
    idleDue = nextIdle.map { max($0, turn.now) }
  }

  /// After a match of one person against that bot, it plays a step better if they won, and a step
  /// less well if they lost.
  mutating func followCompany() {
    guard let bot = standIn, let places = history.state.match?.places, places.count == 2,
      places.contains(where: { $0.who == bot.player }),
      let person = places.first(where: { $0.who != bot.player }),
      let skill = Skill(level: bot.skill.level + (person.place == 1 ? 1 : -1))
    else { return }
    standIn?.skill = skill
    if let index = seats.firstIndex(where: { $0.player == bot.player }) {
      seats[index].skill = skill
    }
  }

  /// Those who race now: without the bot that only keeps somebody company, if there are two people.
  /// In a host's own room nobody who is awake is left out: all are ready, or a series goes on.
  mutating func racers(onlyReady: Bool, _ turn: inout Turn) -> [Seat] {
    let racing = seats.filter {
      $0.isPresent && (!onlyReady || $0.isReady || ($0.isAwake && !isNobodysOwn))
    }
    guard let bot = standIn?.player, racing.count(where: { !$0.isBot }) > 1,
      let index = seats.firstIndex(where: { $0.player == bot })
    else { return racing }
    seats.remove(at: index)
    departed.append(bot)
    tell(.gone(bot, .left), &turn)
    return racing.filter { $0.player != bot }
  }

  /// Bots do not race on for nobody: they go when the last person has gone who sat here.
  mutating func dismissBots(_ turn: inout Turn) {
    guard isPlaying, seats.allSatisfy(\.isBot) else { return }
    for bot in seats { vacate(bot.player, .left, &turn) }
  }
}

// Names.
extension Room {
  /// Shows a player otherwise from now on; a name that is taken is told apart as for newcomers.
  mutating func rename(
    _ player: PlayerID, _ name: String?, _ icon: Icon?, _ color: Color?, _ turn: inout Turn
  ) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    heed(index, &turn)
    let old = seats[index].profile
    var new = old
    new.show(settings.names == .own ? name : nil, icon, color)
    if new.name != old.name { new = distinct(new, except: player) }
    if new != old {
      seats[index].profile = new
      tell(.seat(player, new), &turn)
    }
    reconsiderStart(&turn)
  }
}

extension Profile {
  /// Shows somebody otherwise; what is nil, or a name of which nothing is left, stays.
  mutating func show(_ name: String?, _ icon: Icon?, _ color: Color?) {
    if let name = name.flatMap({
      Names.cleaned($0, charactersMax: Profile.nameCharactersMax)
    }) {
      self.name = name
    }
    (self.icon, self.color) = (icon ?? self.icon, color ?? self.color)
  }
}
