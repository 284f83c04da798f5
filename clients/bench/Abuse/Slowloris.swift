// Clients that never get to the point: each says a byte a second, of a request or of the first
// message of a TLS handshake, or says that message whole and no more, after the server has done its
// part. Who is sent away comes again.

/// A crowd of them.
struct Slowloris: Mischief {
  static let stepMilliseconds: Int32 = 10

  private struct Peer {
    var socket: RawSocket?
    var said = 0
  }

  private let victim: Victim
  private let request: [UInt8]
  private let handshake: [UInt8]
  private var peers: [Peer]
  /// How many times somebody was due, all of them counted; each is once a second.
  private var turns = 0
  private var now: Int64 = 0
  private var sentAway = 0

  init(_ victim: Victim, count: Int) {
    self.victim = victim
    let words = victim.words
    // Nobody gets as far as its end, which is left out all the same.
    request = words.request.dropLast(4)
    handshake = words.clientHello
    peers = [Peer](repeating: Peer(), count: count)
  }

  var isInFullSwing: Bool { turns >= peers.count }

  var notes: [(AbuseNote, Double)] { [(.sentAway, Double(sentAway) * 1_000 / Double(max(1, now)))] }

  mutating func goOn(at now: Int64) throws(BenchError) {
    self.now = now
    // The thousand of a second take their turns evenly, so that there is no rush but of bytes.
    let due = Int(now) * peers.count / 1_000
    while turns < due {
      try takeTurn(turns % peers.count)
      turns += 1
    }
  }

  private mutating func takeTurn(_ index: Int) throws(BenchError) {
    if let socket = peers[index].socket, socket.overhear() == nil {
      socket.close()
      peers[index] = Peer()
      sentAway += 1
    }
    let socket: RawSocket
    if let there = peers[index].socket {
      socket = there
    } else {
      socket = try victim.call(index)
      peers[index].socket = socket
    }
    // Half of them drip a request, a quarter half a handshake, a quarter say its beginning at once.
    let bytes: ArraySlice<UInt8>
    switch index % 4 {
    case 0, 1: bytes = request.dropFirst(peers[index].said).prefix(1)
    case 2: bytes = handshake.prefix(handshake.count / 2).dropFirst(peers[index].said).prefix(1)
    default: bytes = handshake.dropFirst(peers[index].said)
    }
    peers[index].said += socket.offer(bytes) ?? 0
  }
}
