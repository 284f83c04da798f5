// Clients of one address that make as many matches as they can and have no wish to play them: each
// opens a room, begins a match alone and leaves, four times a second, which is about as often as a
// client may.

/// A handful of them.
struct Keepers: Mischief {
  static let stepMilliseconds: Int32 = 10
  static let count = 62
  private static let pauseMilliseconds: Int64 = 250

  private let victim: Victim
  private let deed = Array("CREATE mode=rgb rounds=1 time=5 seats=1\nSTART\nLEAVE\n".utf8)
  private var sockets: [RawSocket] = []
  private var dueAt: Int64 = 0
  private var now: Int64 = 0
  private var made = 0
  private var sentAway = 0

  init(_ victim: Victim) { self.victim = victim }

  var isInFullSwing: Bool { made > Keepers.count }

  var notes: [(AbuseNote, Double)] {
    let seconds = Double(max(1, now)) / 1_000
    return [(.sentAway, Double(sentAway) / seconds), (.made, Double(made) / seconds)]
  }

  mutating func goOn(at now: Int64) throws(BenchError) {
    self.now = now
    while sockets.count < Keepers.count { sockets.append(try come()) }
    for index in sockets.indices where sockets[index].overhear() == nil {
      sockets[index].close()
      sockets[index] = try come()
      sentAway += 1
    }
    if now < dueAt { return }
    dueAt = now + Keepers.pauseMilliseconds
    for socket in sockets { socket.say(deed) }
    made += sockets.count
  }

  private func come() throws(BenchError) -> RawSocket {
    let socket = try victim.call(0)
    socket.say(victim.words.hello)
    return socket
  }
}
