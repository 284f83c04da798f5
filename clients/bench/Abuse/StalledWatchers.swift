// Watchers of the rooms in which others play, who come in and never read a byte. Their receive
// buffers are as small as the kernel makes them, so the server has to keep what they do not take.

import Glibc

/// A crowd of them, spread over the rooms.
struct StalledWatchers: Mischief {
  static let stepMilliseconds: Int32 = 10

  private let victim: Victim
  private let greetings: [[UInt8]]
  private let count: Int
  private var sockets: [RawSocket] = []
  private var now: Int64 = 0
  private var lookedAt: Int64 = 0
  /// When the last of them came, in milliseconds.
  private var completeAt = Int64.max
  private var sentAway = 0

  init(_ victim: Victim, count: Int) {
    self.victim = victim
    self.count = count
    greetings = victim.rooms.map {
      victim.house.watching($0, number: 0, over: victim.house.carriage(of: 0))
    }
  }

  /// What they have no room for takes a moment to come.
  var isInFullSwing: Bool { completeAt <= now - StalledWatchers.settlingMilliseconds }

  var notes: [(AbuseNote, Double)] { [(.sentAway, Double(sentAway) * 1_000 / Double(max(1, now)))] }

  mutating func goOn(at now: Int64) throws(BenchError) {
    self.now = now
    while sockets.count < min(count, Int(now)) { sockets.append(try come(sockets.count)) }
    if sockets.count == count { completeAt = min(completeAt, now) }
    if now >= lookedAt + StalledWatchers.lookingMilliseconds {
      lookedAt = now
      try comeAgain()
    }
  }

  private func come(_ index: Int) throws(BenchError) -> RawSocket {
    let socket = try victim.call(
      index, receiveBufferBytes: StalledWatchers.receiveBufferBytes)
    if !greetings.isEmpty { socket.say(greetings[index % greetings.count]) }
    return socket
  }

  /// Those who were sent away come again. To see that one need not read.
  private mutating func comeAgain() throws(BenchError) {
    var polls = sockets.map { pollfd(fd: $0.descriptor, events: Self.peerHasEnded, revents: 0) }
    if poll(&polls, nfds_t(polls.count), 0) <= 0 { return }
    for (index, poll) in polls.enumerated() where poll.revents != 0 {
      sockets[index].close()
      sockets[index] = try come(index)
      sentAway += 1
    }
  }

  /// POLLRDHUP (poll(2)), which Glibc's module lacks.
  private static let peerHasEnded: Int16 = 0x2000
  private static let receiveBufferBytes: Int32 = 2_048
  private static let settlingMilliseconds: Int64 = 1_000
  private static let lookingMilliseconds: Int64 = 1_000
}
