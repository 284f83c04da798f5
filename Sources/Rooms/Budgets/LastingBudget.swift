// What somebody leaves behind that lasts: matches and their bytes, identities, tries of a day. All
// of it is charged to the address that it came from, for a day of UTC, so that nobody fills the
// disk or the log alone, however fast and with however many connections. What a match costs is
// charged to every address that plays it to its end, and it is kept as long as one of them has
// something left, so nobody can keep others from keeping theirs.
// Invariant: what is charged on one lane is charged on all, as soon as they hear of it.

import Archive
public import Game
import Wire

/// Something that lasts.
public enum Lasting: Hashable, Sendable {
  /// A match of so many bytes is kept.
  case match(bytes: Int)
  /// Somebody has proved an identity.
  case identity(KeyID)
  /// A ranked try is written down.
  case attempt
}

/// What an address has left behind on one day.
struct LastingAccount: Sendable {
  private var day = Day(number: 0)
  private var (matches, bytes, attempts) = (0, 0, 0)
  private var identities: Set<KeyID> = []

  /// Whether there is room for something; `share` is how many times the budget of an address.
  mutating func holds(_ what: Lasting, on day: Day, _ limits: Limits, share: Int) -> Bool {
    begin(day)
    return switch what {
    case .match:
      matches < limits.addressMatchesMax * share && bytes < limits.addressRecordBytesMax * share
    case .identity(let id):
      identities.contains(id) || identities.count < limits.addressIdentitiesMax * share
    case .attempt: attempts < limits.addressAttemptsMax * share
    }
  }

  /// Charges it.
  mutating func spend(_ what: Lasting, on day: Day) {
    begin(day)
    switch what {
    case .match(let bytes): (matches, self.bytes) = (matches + 1, self.bytes + bytes)
    case .identity(let id): identities.insert(id)
    case .attempt: attempts += 1
    }
  }

  private mutating func begin(_ day: Day) {
    if self.day == day { return }
    self = LastingAccount()
    self.day = day
  }
}

extension Hall {
  /// Keeps what has come of a room, as far as those whom it came from may still leave something.
  ///
  /// - Returns: the tries that are not to be written down.
  mutating func keepWhatLasts(_ turn: inout Turn) -> [Claim] {
    for (code, number, match) in turn.finished {
      if mayKeep(match, opener: rooms[code]?.room.origin, &turn) {
        turn.effects.append(.keep(match))
      } else {
        turn.note(.unkept(code, match: number))
      }
    }
    turn.finished = []
    var denied: [Claim] = []
    for claim in turn.claims {
      let player = rooms[claim.room]?.room.claiming?.player
      if let maker = player.flatMap({ origin(of: $0) }),
        !ledger.holds(.attempt, from: maker, at: turn.now)
      {
        denied.append(claim)
      } else {
        turn.effects.append(.claim(claim))
      }
    }
    turn.claims = []
    return denied
  }

  private mutating func mayKeep(
    _ match: FinishedMatch, opener: Origin?, _ turn: inout Turn
  ) -> Bool {
    var makers: [Origin] = []
    for person in match.persons {
      if let origin = origin(of: person.player), !makers.contains(origin) { makers.append(origin) }
    }
    // Those of whom nothing is known any more share a budget.
    if makers.isEmpty { makers = [opener ?? Origin(household: .max)] }
    let what = Lasting.match(bytes: match.bytes.count)
    makers = makers.filter { ledger.holds(what, from: $0, at: turn.now) }
    for maker in makers { spend(what, from: maker, &turn) }
    return !makers.isEmpty
  }

  /// Charges somebody's address for what they leave behind, unless it has left too much today.
  ///
  /// - Returns: whether it was charged.
  mutating func mayLeave(_ what: Lasting, _ id: ConnectionID, _ turn: inout Turn) -> Bool {
    guard let origin = connections[id]?.origin,
      ledger.holds(what, from: origin, at: turn.now)
    else { return false }
    spend(what, from: origin, &turn)
    return true
  }

  /// Charges an address, on all lanes.
  mutating func spend(_ what: Lasting, from origin: Origin, _ turn: inout Turn) {
    ledger.spend(what, from: origin, at: turn.now)
    tellOthers(.charged(origin, what), &turn)
  }

  /// Where a player is connected.
  func origin(of player: PlayerID) -> Origin? {
    players[player]?.connection.flatMap { connections[$0]?.origin }
  }
}
