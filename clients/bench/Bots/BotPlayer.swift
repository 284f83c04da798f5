// One player who plays whole matches as the server's own bots do, with the same hand, but from
// outside: it sees what everybody sees and says what everybody says.

import Game
import Net
import Server
import Wire

/// A bot at the far end of a connection.
final class BotPlayer {
  /// Which room it is in, counted from 0.
  let room: Int
  /// Whether it opens the room.
  let isHost: Bool
  /// What it gives to the next match.
  private(set) var secret = SealedNonce()
  /// When the last match was told in full; nil once it is kept.
  var seedAt: ContinuousClock.Instant?
  /// The reactor's time minus the server's, at the most: measured at WELCOME, whose way it
  /// includes. So no move comes before its round is open.
  private var skew: Int64 = 0
  private var rules = Rules.standard
  private var hand: Hand?
  private var draw: RandomStream
  private let skill: Skill

  init(room: Int, isHost: Bool, skill: Skill) {
    self.room = room
    self.isHost = isHost
    self.skill = skill
    // The same hands on every run.
    draw = RandomStream(key: Array("bot \(room) \(isHost)".utf8), hashing: .openSSL)
  }

  /// Says that it is ready, with another nonce each time.
  func getReady() -> ClientMessage {
    secret = SealedNonce()
    return .ready(true, secret.share)
  }

  /// The first thing that a server says.
  func wasWelcomed(_ welcome: Welcome, at milliseconds: Int64) {
    skew = milliseconds - Int64(welcome.now.milliseconds)
  }

  /// What happens in the room, as far as it matters to a hand.
  func saw(_ event: RoomEvent) {
    if case .settings(let view) = event { rules = view.rules }
  }

  /// What happens in the match, as far as it matters to a hand.
  func saw(_ event: Event) {
    switch event {
    case .round(let start):
      hand = Hand(
        skill: skill, mode: rules.mode, challenge: rules.mode.challenge(of: start),
        opens: start.opens, tolerance: rules.tolerance(inRound: start.round), draw: &draw)
    case .shut: hand = nil
    default: break
    }
  }

  /// The moves that are due, in order.
  func moves(at milliseconds: Int64) -> [Command] {
    hand?.act(at: Instant(milliseconds: Int(milliseconds - skew))) ?? []
  }
}
