// One connection of a server in memory, both ends of it: two conversations, and between them bytes
// on their way, each piece with the moment of its arrival, and the window that fills when the
// client does not read. It decides nothing.
// Invariant: bytes arrive whole, in order and once, or not at all.

package import Framing
package import Rooms
import TestSupport
import Wire

package final class MemoryLink: @unchecked Sendable {
  /// How far a connection is in its life, at the server.
  package enum Phase: Sendable {
    case open
    /// It is to be closed: the outbox empties, what comes in is thrown away.
    case flushing
    /// All is written and the server's half of the stream is closed.
    case parting
    /// It is on its way to another lane.
    case carried
    /// The server has forgotten it; the client may still read what was written.
    case gone
  }

  /// Whether what is sent is queued.
  enum Output {
    case flowing
    /// The outbox ran over and was dropped; the driver will be told at the end of the turn.
    case overflowed
    /// The hall has chosen to wait until the client can take a whole picture.
    case conflated
  }

  package enum Cargo: Sendable {
    case bytes([UInt8])
    case end
    case loss
  }

  /// A piece on its way to the server.
  package struct Rising: Sendable {
    package let at: Int
    package let sent: Int
    let cargo: Cargo
  }

  private struct Falling {
    let at: Int
    let bytes: [UInt8]
  }

  package internal(set) var id = ConnectionID(number: 0)
  /// Which lane that is, or was.
  package internal(set) var lane = 0
  package let server: Int
  package let person: Int
  /// What the door calls it; 0 for one that was lost between two lanes.
  package let ticket: UInt64
  package var path: Path
  package var isAbandoned = false

  // The server's end.
  package internal(set) var phase = Phase.open
  package internal(set) var conversation: Conversation
  /// Whether the hall has given it away, and it could not go because it was being closed.
  package internal(set) var isDisowned = false
  var output = Output.flowing
  /// The last write found no room.
  var isBlocked = false
  var isTouched = false
  var peerEnded = false
  /// When what was read last arrived, however late it was read.
  var readAt = 0
  /// When the server gives up on a client that does not part.
  var closesAt = Int.max
  /// How much may be on its way or unread at once.
  private let windowBytes: Int

  // On the way up.
  private var up: [Rising] = []
  /// When the next piece arrives at the server; `Int.max` when none is on its way.
  package private(set) var nextUp = Int.max

  // On the way down, counted in bytes since the beginning.
  private var down: [Falling] = []
  /// When the next piece arrives at the client; `Int.max` when none is on its way.
  package private(set) var nextDown = Int.max
  private var arrived: [ArraySlice<UInt8>] = []
  private var written = 0
  private var read = 0
  private var endArrives = Int.max
  /// Behind which bytes lines were dropped that the client has not come by.
  private var gaps: [Int] = []
  private var hasHeardGap = false

  // The client's end.
  private var client: Conversation
  /// Why the WebSocket ended, as the client was told.
  package private(set) var farewell: WebSocketEnding?

  init(_ setup: MemoryServer.Setup, ticket: UInt64, person: Int, path: Path) {
    server = setup.number
    self.ticket = ticket
    self.person = person
    self.path = path
    windowBytes = setup.windowBytes
    conversation = Conversation(
      limits: Conversation.Limits(
        lineBytesMax: Wire.clientLineBytesMax, headBytesMax: 8_192, messageBytesMax: 4_096,
        outboxBytesMax: setup.outboxBytesMax))
    client = Conversation(
      toServer: Conversation.Limits(
        lineBytesMax: 1 << 16, headBytesMax: 8_192, messageBytesMax: 1 << 20,
        outboxBytesMax: 1 << 20))
  }

  func begin(inWebSocket isWeb: Bool, at now: Int) {
    if !isWeb { return client.begin() }
    let invitation = WebSocketInvitation(
      host: "memory", path: "/play", subprotocol: nil,
      nonce: [UInt8](repeating: UInt8(truncatingIfNeeded: ticket), count: 16))
    let key = UInt32(truncatingIfNeeded: path.seed)
    client.ask(WebSocketCall(invitation, sha1: memoryDigest, nextMaskingKey: { key }))
    shipWhatWaits(at: now)
  }

  package func say(_ lines: [UInt8], at now: Int) {
    var batch = LineBatch(lines)
    client.send(&batch)
    shipWhatWaits(at: now)
  }

  private func shipWhatWaits(at now: Int) {
    if client.outbox.isEmpty { return }
    let bytes = client.outbox.withWaitingBytes { Array($0) }
    client.outbox.consumed(bytes.count)
    ship(.bytes(bytes), at: now)
  }

  /// Something leaves the client; it never overtakes what left before.
  package func ship(_ cargo: Cargo, at now: Int) {
    let at = max(now + path.delay(at: now), up.last?.at ?? 0)
    if case .bytes(let bytes) = cargo {
      let first = path.cut(bytes.count, at: now)
      if first < bytes.count {
        up.append(Rising(at: at, sent: now, cargo: .bytes(Array(bytes[..<first]))))
        up.append(Rising(at: at, sent: now, cargo: .bytes(Array(bytes[first...]))))
        nextUp = up[0].at
        return
      }
    }
    up.append(Rising(at: at, sent: now, cargo: cargo))
    nextUp = up[0].at
  }

  /// What has arrived by `now`, oldest first; nil when nothing has.
  package func land(at now: Int) -> Rising? {
    guard nextUp <= now else { return nil }
    let piece = up.removeFirst()
    nextUp = up.first?.at ?? .max
    return piece
  }

  /// Loses the newest pieces that are on their way; returns how many there were to lose.
  package func loseNewest(_ count: Int) -> Int {
    let lost = min(count, up.count)
    up.removeLast(lost)
    nextUp = up.first?.at ?? .max
    return lost
  }

  package var waitingBytes: Int { written - read + conversation.outbox.count }
  package var isIdle: Bool { up.isEmpty && waitingBytes == 0 }
  package var isOpened: Bool { client.isOpened }
  var hasNoRoom: Bool { written - read >= windowBytes }

  func write(at now: Int) {
    if isBlocked || conversation.outbox.isEmpty { return }
    let count = min(conversation.outbox.count, windowBytes - (written - read))
    if count > 0 {
      let bytes = conversation.outbox.withWaitingBytes { Array($0.prefix(count)) }
      conversation.outbox.consumed(count)
      written += count
      let at = max(now + path.delay(at: now), down.last?.at ?? 0)
      down.append(Falling(at: at, bytes: bytes))
      nextDown = down[0].at
    }
    isBlocked = !conversation.outbox.isEmpty
  }

  func drop() {
    conversation.outbox.dropWholeLines()
    let end = written + conversation.outbox.count
    if gaps.last != end { gaps.append(end) }
  }

  /// The server is gone; what it wrote may still arrive.
  func die(at now: Int) {
    phase = .gone
    closesAt = .max
    endStream(at: now)
  }

  func endStream(at now: Int) {
    guard endArrives == .max else { return }
    endArrives = max(now + path.delay(at: now), down.last?.at ?? 0)
    if nextDown == .max { nextDown = endArrives }
  }

  package func arrive(at now: Int) {
    while let first = down.first, first.at <= now {
      arrived.append(first.bytes[...])
      down.removeFirst()
    }
    nextDown = down.first?.at ?? (endArrives > now ? endArrives : .max)
  }

  /// The next line that a client who reads up to so many bytes more hears, without its ending; nil
  /// when there is none.
  package func hear(atMost count: inout Int, at now: Int) throws(Violation) -> ArraySlice<UInt8>? {
    while true {
      while let event = client.next() {
        switch event {
        case .line(let line): return line
        case .opened: shipWhatWaits(at: now)
        case .ended(let ending): farewell = ending
        // A client that has not said anything yet may be a person, and gets good-bye in a line.
        case .declined: break
        case .refused, .message, .request, .tls, .introduced, .misintroduced:
          throw Violation("the server wrote no lines")
        }
      }
      let replies = client.takeReplies()
      if !replies.isEmpty { ship(.bytes(replies), at: now) }
      guard let bytes = take(atMost: count) else { return nil }
      count -= bytes.count
      client.receive(bytes)
    }
  }

  /// Some of what has arrived, but nothing behind the next gap.
  private func take(atMost count: Int) -> ArraySlice<UInt8>? {
    guard count > 0, let first = arrived.first else { return nil }
    if gaps.first == read {
      gaps.removeFirst()
      hasHeardGap = true
    }
    let bytes = first.prefix(min(count, gaps.first.map { $0 - read } ?? .max))
    read += bytes.count
    if bytes.count == first.count {
      arrived.removeFirst()
    } else {
      arrived[0] = first.dropFirst(bytes.count)
    }
    return bytes
  }

  /// Whether lines were dropped before what was heard last, but after what was heard when this was
  /// asked before.
  package func takeGap() -> Bool {
    defer { hasHeardGap = false }
    return hasHeardGap
  }

  package func hasEnded(at now: Int) -> Bool { endArrives <= now && read == written }
}

/// What stands for SHA-1 where both ends are in memory.
@Sendable func memoryDigest(_ bytes: [UInt8]) -> [UInt8] {
  var draw = SplitMix64(seed: bytes.reduce(0) { $0 &* 31 &+ UInt64($1) })
  return (0..<20).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
}
