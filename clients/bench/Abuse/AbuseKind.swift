// The ways in which somebody can be a nuisance, as a table: how many peers come, how fast, and what
// each says when. How that is done is the abuser's.

import CBenchFloor
import Game
import Net
import Wire

enum AbuseKind: String, CaseIterable, Sendable {
  case slowloris, openings, stalled, flood

  var mischief: Mischief {
    switch self {
    case .slowloris:
      Mischief(
        "1,000 clients that never get to the end of a request or a TLS handshake",
        peers: 1_000, every: 1_000
      ) { peer, _ in
        // Half of them drip a request, a quarter half a handshake, a quarter say its beginning at
        // once. Nobody gets as far as the end of the request, which is left out all the same.
        switch peer.index % 4 {
        case 0, 1: Victim.request.dropLast(4).dropFirst(peer.said).prefix(1)
        case 2:
          Victim.clientHello.prefix(Victim.clientHello.count / 2).dropFirst(peer.said).prefix(1)
        default: Victim.clientHello.dropFirst(peer.said)
        }
      }
    case .openings:
      Mischief(
        "2,000 TLS handshakes begun a second, each left after the server's answer",
        peers: 1_000, arrivals: 2_000, every: 1_000, leaves: true
      ) { peer, _ in Victim.clientHello.dropFirst(peer.said) }
    case .stalled:
      Mischief(
        "1,000 watchers of the rooms that never read", peers: 1_000, every: 1_000, reads: false
      ) { peer, victim in
        House.watch(victim.rooms[peer.index % victim.rooms.count]).dropFirst(peer.said)
      }
    case .flood:
      Mischief(
        "100,000 lines a second from one client, which comes again when it is cut off",
        peers: 1, every: 10, reads: false
      ) { peer, _ in
        // What is not taken in time is not said later, but a line that is under way is ended.
        let begun = (peer.said - Victim.hello.count) % Victim.ping.count
        return peer.said == 0 ? Victim.hello[...] : Victim.flood.dropFirst(begun)
      }
    }
  }
}

/// What peers do, all of them the same.
struct Mischief: Sendable {
  let words: String
  let peers: Int
  /// How many come a second at most.
  let arrivals: Int
  /// From one word of a peer to the next, in milliseconds.
  let interval: Int64
  /// Whether they read, or let what comes wait in a buffer as small as the kernel makes them.
  let reads: Bool
  /// Whether a peer leaves once it is answered, or has waited in vain.
  let leaves: Bool
  /// What a peer says next.
  let says: @Sendable (Abuser.Peer, Victim) -> ArraySlice<UInt8>

  init(
    _ words: String, peers: Int, arrivals: Int = 1_000, every interval: Int64, reads: Bool = true,
    leaves: Bool = false,
    says: @escaping @Sendable (Abuser.Peer, Victim) -> ArraySlice<UInt8>
  ) {
    (self.words, self.peers, self.arrivals, self.interval) = (words, peers, arrivals, interval)
    (self.reads, self.leaves, self.says) = (reads, leaves, says)
  }
}

/// Where an abuser goes, whose rooms it goes to, and what a real client says there, of which
/// abusers say parts.
struct Victim: Sendable {
  let port: UInt16
  let rooms: [RoomCode]

  static let hello = House.hello(isPlayer: false)
  static let request = House.request(to: Endpoint(host: "127.0.0.1", port: 443))
  /// The first message of a TLS handshake.
  static let clientHello = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
    count = bench_client_hello(buffer.baseAddress, buffer.count)
  }
  static let ping = Array("PING t=1\n".utf8)
  /// A hundredth of a second of lines.
  static let flood = Array(repeatElement(ping, count: 1_000).joined())
}
