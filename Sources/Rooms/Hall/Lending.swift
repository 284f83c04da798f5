// How somebody goes to another node of a cluster and back: their connection stays, and what the
// hall knows of them travels. Here that is made into a guest, which can be written as bytes, and
// taken from one. The clocks of two nodes differ; only ages are told.
// Invariant: a hall that knows a player takes no guest for the same one.

public import Game
public import Wire

extension Handoff {
  /// Somebody as another node can take them in.
  ///
  /// - Parameter limits: those of the hall that they leave.
  public func guest(_ limits: Limits, at now: Instant) -> Guest {
    guard let message = errand.message else {
      preconditionFailure("nobody is lent for what lanes do for each other")
    }
    var guest = connection.guest(for: message, at: now, limits: limits)
    if case .resume(_, let search) = errand { guest.search = search }
    if let number = connection.player, let player {
      guest.who = Sitter(
        player: number, profile: player.profile, token: player.token, depth: player.depth,
        roundTrip: connection.ping.roundTrip)
    }
    return guest
  }

  /// Somebody who is lent by another node, or given back by it.
  ///
  /// - Parameters:
  ///   - hall: the one that takes them in.
  /// - Returns: nil when the hall knows that player already: then what comes is old.
  public init?(_ guest: Guest, to hall: Hall, at now: Instant) {
    if let who = guest.who, hall.players[who.player] != nil || hall.tokens[who.token] != nil {
      return nil
    }
    let player = guest.who.map { who in
      Hall.Player(profile: who.profile, token: who.token, depth: who.depth)
    }
    var errand = Errand.ask(guest.message)
    if case .hello(let hello) = guest.message, hello.resume != nil {
      errand = .resume(hello, guest.search)
    }
    let connection = Connection(guest, at: now, limits: hall.limits)
    self.init(errand: errand, from: hall.lane, connection: connection, player: player)
  }
}
