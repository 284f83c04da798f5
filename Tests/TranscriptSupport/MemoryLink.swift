// One connection of a server in memory, both ends of it: two conversations, and between them bytes
// on their way, each piece with the moment of its arrival, and the window that fills when the
// client does not read. It decides nothing.
// Invariant: bytes arrive whole, in order and once, or not at all.

public import Framing
public import Rooms
import TestSupport

/// A connection between a `MemoryServer` and a client of it.
public final class MemoryLink {
  /// How far a connection is in its life, at the server.
  public enum Phase: Sendable {
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

  /// What travels to the server.
  public enum Cargo: Sendable {
    case bytes([UInt8])
    case end
    case loss
  }

  /// A piece on its way to the server.
  public struct Rising: Sendable {
    /// When it arrives.
    public let at: Int
    /// When it left.
    public let sent: Int
    let cargo: Cargo
  }

  /// A piece on its way to the client.
  private struct Falling {
    let at: Int
    let bytes: [UInt8]
  }

  /// What its lane knows it by.
  public internal(set) var id: ConnectionID
  /// Which lane that is, or was.
  public internal(set) var lane: Int
  /// The server's number, as its owner counts.
  public let server: Int
  /// The client's number.
  public let person: Int
  /// What the door calls it; 0 for one that was lost between two lanes.
  public let ticket: UInt64
  /// How long bytes take, either way.
  public var path: Path
  /// Whether nobody is left at the client's end.
  public var isAbandoned = false

  // The server's end.
  /// How far it is.
  public internal(set) var phase = Phase.open
  /// What is said and heard.
  public internal(set) var conversation: Conversation
  /// Whether the hall has given it away, and it could not go because it was being closed.
  public internal(set) var isDisowned = false
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
  public private(set) var nextUp = Int.max

  // On the way down, counted in bytes since the beginning.
  private var down: [Falling] = []
  /// When the next piece arrives at the client; `Int.max` when none is on its way.
  public private(set) var nextDown = Int.max
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
  public private(set) var farewell: WebSocketEnding?

  init(
    id: ConnectionID, lane: Int, server: Int, person: Int, ticket: UInt64, path: Path,
    limits: Conversation.Limits, windowBytes: Int
  ) {
    self.id = id
    self.lane = lane
    self.server = server
    self.person = person
    self.ticket = ticket
    self.path = path
    self.windowBytes = windowBytes
    conversation = Conversation(limits: limits)
    client = Conversation(
      toServer: Conversation.Limits(
        lineBytesMax: 1 << 16, headBytesMax: 8_192, messageBytesMax: 1 << 20,
        outboxBytesMax: 1 << 20))
  }
}

// Up.
extension MemoryLink {
  /// The client begins, in lines or by asking for a WebSocket.
  func begin(inWebSocket isWeb: Bool, at now: Int) {
    if !isWeb { return client.begin() }
    let invitation = WebSocketInvitation(
      host: "memory", path: "/play", subprotocol: nil,
      nonce: [UInt8](repeating: UInt8(truncatingIfNeeded: ticket), count: 16))
    let key = UInt32(truncatingIfNeeded: path.seed)
    client.ask(WebSocketCall(invitation, sha1: memoryDigest, nextMaskingKey: { key }))
    shipWhatWaits(at: now)
  }

  /// The client says whole lines, as soon as it can.
  public func say(_ lines: [UInt8], at now: Int) {
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
  public func ship(_ cargo: Cargo, at now: Int) {
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
  public func land(at now: Int) -> Rising? {
    guard nextUp <= now else { return nil }
    let piece = up.removeFirst()
    nextUp = up.first?.at ?? .max
    return piece
  }

  /// Loses the newest pieces that are on their way; returns how many there were to lose.
  public func loseNewest(_ count: Int) -> Int {
    let lost = min(count, up.count)
    up.removeLast(lost)
    nextUp = up.first?.at ?? .max
    return lost
  }
}

// Down.
extension MemoryLink {
  /// How many bytes wait for the client, read by nobody yet.
  public var waitingBytes: Int { written - read + conversation.outbox.count }

  /// Whether nothing is on its way, up or down.
  public var isIdle: Bool { up.isEmpty && waitingBytes == 0 }

  /// Whether the client has been told that it may speak.
  public var isOpened: Bool { client.isOpened }

  var hasNoRoom: Bool { written - read >= windowBytes }

  /// Writes what fits into the window.
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

  /// Drops the lines that wait.
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

  /// The server ends the stream.
  func endStream(at now: Int) {
    guard endArrives == .max else { return }
    endArrives = max(now + path.delay(at: now), down.last?.at ?? 0)
    if nextDown == .max { nextDown = endArrives }
  }

  /// Takes in what has arrived at the client by `now`.
  public func arrive(at now: Int) {
    while let first = down.first, first.at <= now {
      arrived.append(first.bytes[...])
      down.removeFirst()
    }
    nextDown = down.first?.at ?? (endArrives > now ? endArrives : .max)
  }

  /// The next line that a client who reads up to so many bytes more hears, without its ending; nil
  /// when there is none.
  ///
  /// - Throws: that the client could not read what the server wrote.
  public func hear(atMost count: inout Int, at now: Int) throws(Violation) -> ArraySlice<UInt8>? {
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
  public func takeGap() -> Bool {
    defer { hasHeardGap = false }
    return hasHeardGap
  }

  /// Whether the client has read everything and seen the end.
  public func hasEnded(at now: Int) -> Bool { endArrives <= now && read == written }
}

/// What stands for SHA-1 where both ends are in memory.
@Sendable func memoryDigest(_ bytes: [UInt8]) -> [UInt8] {
  var draw = SplitMix64(seed: bytes.reduce(0) { $0 &* 31 &+ UInt64($1) })
  return (0..<20).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
}
