// Clients that begin a TLS handshake and leave as soon as the server has done its part, which is
// the expensive one: thousands a second, each with the same first message, so that they pay next to
// nothing.

/// A stream of them.
struct Openings: Mischief {
  static let stepMilliseconds: Int32 = 5

  private let victim: Victim
  private let hello: [UInt8]
  /// Those who wait for an answer, the oldest first, with when they came.
  private var waiting: [(socket: RawSocket, came: Int64)] = []
  private var opened = 0
  private var sentAway = 0
  private var now: Int64 = 0

  init(_ victim: Victim) {
    self.victim = victim
    hello = victim.words.clientHello
  }

  var isInFullSwing: Bool { now >= 1_000 }

  var notes: [(AbuseNote, Double)] {
    let seconds = Double(max(1, now)) / 1_000
    return [(.opened, Double(opened) / seconds), (.sentAway, Double(sentAway) / seconds)]
  }

  mutating func goOn(at now: Int64) throws(BenchError) {
    // What could not be done in time is not done later: a rush would measure something else.
    let due = min(Openings.atOnceMax, Int(now - self.now) * Openings.perSecond / 1_000)
    self.now = now
    leave()
    for _ in 0..<due where waiting.count < Openings.waitingMax {
      let socket = try victim.call(opened)
      opened += 1
      socket.say(hello)
      waiting.append((socket, now))
    }
  }

  /// A client that has an answer, was sent away or has waited for long leaves.
  private mutating func leave() {
    var stillWaiting: [(socket: RawSocket, came: Int64)] = []
    for (socket, came) in waiting {
      switch socket.overhear() {
      case nil: sentAway += 1
      case .some(let bytes) where bytes.isEmpty && now - came < Openings.patienceMilliseconds:
        stillWaiting.append((socket, came))
        continue
      default: break
      }
      socket.close()
    }
    waiting = stillWaiting
  }

  private static let perSecond = 2_000
  private static let atOnceMax = 200
  private static let waitingMax = 1_000
  private static let patienceMilliseconds: Int64 = 1_000
}
