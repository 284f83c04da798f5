// More callers than a server has descriptors for. Some are inside, the others are told that it is
// full and call again after a moment, each at a time of its own; every now and then one who is
// inside leaves, and it is measured how long it takes until somebody else is welcomed. The one who
// left calls again like the others.

import Glibc
import Histogram
import Net

/// All of them.
struct Callers: Mischief {
  static let stepMilliseconds: Int32 = 1

  private let victim: Victim
  private let hello: [UInt8]
  private let count: Int
  /// In the order in which they came.
  private var inside: [RawSocket] = []
  private var waiting: [RawSocket] = []
  /// When those who were sent away call again, in milliseconds.
  private var callsAgainAt: [Int64] = []
  private var called = 0
  private var sentAway = 0
  /// When the last one was welcomed, and when the last one left, in milliseconds.
  private var welcomedAt: Int64 = 0
  private var leftAt: Int64 = 0
  /// The same in nanoseconds of the machine's clock; nil when nobody is to be let in for it.
  private var left: Int64?
  private var waits = Histogram<UInt64>(
    highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
  private let clock = FineClock(Clock())

  init(_ victim: Victim, count: Int) {
    self.victim = victim
    self.count = count
    hello = victim.words.hello
  }

  private(set) var isInFullSwing = false

  var notes: [(AbuseNote, Double)] {
    [
      (.letIn, Double(waits.totalCount)), (.letInMedian, waits.milliseconds(at: 50)),
      (.letInTail, waits.milliseconds(at: 99)), (.letInMax, waits.milliseconds(at: 100)),
    ]
  }

  mutating func goOn(at now: Int64) throws(BenchError) {
    callsAgainAt.removeAll { $0 <= now }
    while inside.count + waiting.count + callsAgainAt.count < count { try call() }
    try hear(at: now)
    if !isInFullSwing {
      isInFullSwing = !inside.isEmpty && now >= welcomedAt + Callers.quietMilliseconds
    } else if left == nil, now >= leftAt + Callers.leavingMilliseconds, !inside.isEmpty {
      leftAt = now
      left = clock.nanoseconds
      inside.removeFirst().close()
    }
  }

  private mutating func call() throws(BenchError) {
    let socket = try victim.call(called)
    called += 1
    socket.say(hello)
    waiting.append(socket)
  }

  private mutating func hear(at now: Int64) throws(BenchError) {
    var polls = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    if poll(&polls, nfds_t(polls.count), 0) <= 0 { return }
    var stillWaiting: [RawSocket] = []
    for (socket, poll) in zip(waiting, polls) {
      if poll.revents == 0 {
        stillWaiting.append(socket)
      } else if let bytes = socket.overhear(), bytes.starts(with: "WELCOME ".utf8) {
        inside.append(socket)
        welcomedAt = now
        if let left { waits.record(nanoseconds: clock.nanoseconds - left) }
        left = nil
      } else {
        socket.close()
        sentAway += 1
        callsAgainAt.append(now + Callers.patienceMilliseconds + Int64(sentAway % 100))
      }
    }
    waiting = stillWaiting
  }

  /// After so long without a welcome the house is full.
  private static let quietMilliseconds: Int64 = 500
  private static let leavingMilliseconds: Int64 = 100
  /// How long somebody waits at least who was sent away.
  private static let patienceMilliseconds: Int64 = 50
}
