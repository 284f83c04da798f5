// Who takes part, as the instrument sees them: guests are connections, rooms are where they are,
// movers are those guests who play. They hold what is known and decide nothing.

import Game
import Net
import Server
import Wire

final class Guest {
  /// Which room it is in, counted from 0.
  let room: Int
  /// Which player of the room it is, counted from 0; nil for a watcher. The first is the host.
  let seat: Int?
  /// Which of its house's ways it takes, counted from 0, over and over.
  let way: Int
  var socket: SocketID?
  /// What it gives to the randomness of the next match, as a player: a nonce that nobody can guess,
  /// whose seal is said first.
  private(set) var nonce = Nonce.none
  /// When the last match was told in full, in nanoseconds of the clock; nil once it is kept.
  var seedAt: Int64?
  /// The newest move that it was shown of each player in the room; -1 before the first.
  var shown: [Int]

  init(room: Int, seat: Int?, way: Int = 0, players: Int) {
    self.room = room
    self.seat = seat
    self.way = way
    shown = [Int](repeating: -1, count: players)
  }

  var isHost: Bool { seat == 0 }

  /// Says that it is ready, with another nonce each time.
  func getReady() -> ClientMessage {
    nonce = Nonce(hex: String(hex: randomBytes(16))) ?? .none
    return .ready(true, Share(seal: nonce.seal(.openSSL)))
  }
}

/// One room. Times are milliseconds of the reactor's clock.
struct BenchRoom {
  /// What it is called, once the host has opened it.
  var code: RoomCode?
  var players: [PlayerID?]
  /// The reactor's time minus the server's, at the most: measured at the host's WELCOME, whose way
  /// it includes. So nobody moves before a round is open.
  var skew: Int64 = 0
  var opens = Int64.max
  /// When moves would come too late for the present round.
  var closes = Int64.min

  /// Before a round closes, its last moves must have come and been passed on.
  static let closingMilliseconds: Int64 = 200

  func isOpen(at milliseconds: Int64) -> Bool { opens <= milliseconds && milliseconds < closes }
}

/// One player as a source of moves.
struct Mover {
  /// The connection that it moves by.
  let guest: Guest
  /// The last move sent; -1 before the first.
  var sent = -1
  /// The first move of the present round: none before it is still to be shown.
  var firstOfRound = 0
  /// The last move sent that is measured; -1 before the first.
  var measured = -1

  init(_ guest: Guest) { self.guest = guest }
}
