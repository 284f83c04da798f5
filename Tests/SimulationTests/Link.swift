// One TCP connection between a person and a hall, both ends of it: bytes on their way, in order and
// each with the moment of its arrival; the server's outbox; the window that fills when nobody
// reads. Only whole lines matter to a person, so what arrives is counted in bytes and handed out as
// the lines that were encoded.
// Invariant: lines arrive whole, in order and once, or not at all.

import Framing
import Rooms
import TranscriptSupport
import Wire

/// A line of a server, encoded once however many hear it.
final class Line {
  let bytes: [UInt8]
  private let said: ServerMessage
  private var heard: ServerMessage?
  /// Whether it has been compared with the record of its room.
  var isOnRecord = false

  /// A message as a server says it.
  init(_ message: ServerMessage) {
    var line: [UInt8] = []
    message.encode(into: &line)
    said = message
    bytes = line
  }

  /// The message as a client reads it.
  ///
  /// - Throws: that it reads something else than was said.
  func read() throws(Violation) -> ServerMessage {
    if let heard { return heard }
    heard = try? ServerMessage.decode(bytes.dropLast())
    guard let heard, heard == said else { throw Violation("read otherwise than said: \(text)") }
    return heard
  }

  /// The line without its ending.
  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}

/// A connection.
final class Link {
  /// How far a connection is in its life; it only ever moves down this list.
  enum Phase {
    case open
    /// It is to be closed: the outbox empties, what comes in is thrown away.
    case flushing
    /// All is written and the server's half of the stream is closed.
    case parting
    /// The server has forgotten it.
    case gone
  }

  /// Whether what is sent is queued.
  enum Output {
    case flowing
    /// The outbox ran over and was dropped; the hall will be told at the end of the turn.
    case overflowed
    /// The hall has chosen to wait until the client can take a whole picture.
    case conflated
  }

  /// What travels to the server.
  enum Cargo {
    case bytes([UInt8])
    case end
    case loss
  }

  /// What its lane knows it by, and which lane that is.
  private(set) var id: ConnectionID
  private(set) var lane: Int
  /// Whether it is between two lanes; then neither reads or writes.
  var isTraveling = false
  let hall: Int
  let person: Int
  var path: Path
  /// Whether nobody is left at the client's end.
  var isAbandoned = false

  // The server's end.
  var phase = Phase.open
  var output = Output.flowing
  /// When what was read last arrived, however late it was read.
  var readAt = 0
  var framer = LineFramer(lineBytesMax: Wire.clientLineBytesMax)
  var outbox: Outbox
  /// The last write found no room.
  var isBlocked = false
  var peerEnded = false
  var isRefused = false
  /// When the server gives up on a client that does not part.
  var closesAt = Int.max
  /// How much may be on its way or unread at once.
  private let windowBytes: Int

  /// A piece on its way to the server.
  struct Rising {
    let at: Int
    let sent: Int
    let cargo: Cargo
  }

  /// What is on its way to the client, or waits to be.
  private struct Falling {
    let at: Int
    let upTo: Int
  }

  /// A line on its way to the client, by where in the stream it ends.
  private struct Queued {
    let end: Int
    let line: Line
    /// Whether lines before it were dropped.
    let isAfterGap: Bool
  }

  // On the way up.
  private var up: [Rising] = []
  private(set) var nextUp = Int.max

  // On the way down, counted in bytes since the beginning.
  private var queued: [Queued] = []
  private var firstQueued = 0
  private var isGapOpen = false
  private var hasHeardGap = false
  private var down: [Falling] = []
  private(set) var nextDown = Int.max
  private var written = 0
  private var arrived = 0
  private var read = 0
  private var endArrives = Int.max

  /// A connection that was just made.
  init(
    id: ConnectionID, hall: Int, lane: Int, person: Int, path: Path, outboxBytesMax: Int,
    windowBytes: Int
  ) {
    self.id = id
    self.lane = lane
    self.hall = hall
    self.person = person
    self.path = path
    self.windowBytes = windowBytes
    outbox = Outbox(bytesMax: outboxBytesMax)
  }
}

// Between lanes.
extension Link {
  /// It has been carried to another lane.
  func arrive(on lane: Int, as id: ConnectionID) {
    self.lane = lane
    self.id = id
    isTraveling = false
  }
}

// Up.
extension Link {
  /// Something leaves the client; it never overtakes what left before.
  func ship(_ cargo: Cargo, at now: Int) {
    let at = max(now + path.delay(at: now), up.last?.at ?? 0)
    up.append(Rising(at: at, sent: now, cargo: cargo))
    nextUp = up[0].at
  }

  /// What has arrived by `now`, oldest first; nil when nothing has.
  func land(at now: Int) -> Rising? {
    guard nextUp <= now else { return nil }
    let piece = up.removeFirst()
    nextUp = up.first?.at ?? .max
    return piece
  }

  /// Loses the newest pieces that are on their way; returns how many there were to lose.
  func loseNewest(_ count: Int) -> Int {
    let lost = min(count, up.count)
    up.removeLast(lost)
    nextUp = up.first?.at ?? .max
    return lost
  }
}

// Down.
extension Link {
  /// How many bytes wait for the client, read by nobody yet.
  var waitingBytes: Int { written - read + outbox.count }

  /// Whether nothing is on its way, up or down.
  var isIdle: Bool { up.isEmpty && waitingBytes == 0 }

  /// Whether the window is full.
  var hasNoRoom: Bool { written - read >= windowBytes }

  /// Queues a line; whether the outbox holds it is for the caller to ask.
  func queue(_ line: Line) {
    outbox.append(line.bytes)
    queued.append(Queued(end: written + outbox.count, line: line, isAfterGap: isGapOpen))
    isGapOpen = false
  }

  /// Writes what fits into the window.
  func write(at now: Int) {
    if isBlocked || outbox.isEmpty { return }
    let count = min(outbox.count, windowBytes - (written - read))
    if count > 0 {
      outbox.consumed(count)
      written += count
      let at = max(now + path.delay(at: now), down.last?.at ?? 0)
      down.append(Falling(at: at, upTo: written))
      nextDown = down[0].at
    }
    isBlocked = !outbox.isEmpty
  }

  /// Drops the lines that wait, as an outbox does.
  ///
  /// - Throws: that a line was cut in two.
  func drop() throws(Violation) {
    outbox.dropWholeLines()
    isGapOpen = true
    let kept = written + outbox.count
    while let last = queued.last, last.end > kept, queued.count > firstQueued {
      queued.removeLast()
    }
    let end = queued.count > firstQueued ? queued[queued.count - 1].end : written
    if end != kept { throw Violation("a line was cut in two") }
  }

  /// The server has written everything and ends the stream.
  func endStream(at now: Int) {
    guard endArrives == .max else { return }
    endArrives = max(now + path.delay(at: now), down.last?.at ?? 0)
    if nextDown == .max { nextDown = endArrives }
  }

  /// Takes in what has arrived by `now`.
  func arrive(at now: Int) {
    while let first = down.first, first.at <= now {
      arrived = first.upTo
      down.removeFirst()
    }
    nextDown = down.first?.at ?? (endArrives > now ? endArrives : .max)
  }

  /// The next whole line that a client who reads up to so many bytes more gets; nil when there is
  /// none.
  func hear(atMost count: inout Int) -> Line? {
    let reach = count < arrived - read ? read + count : arrived
    guard firstQueued < queued.count, queued[firstQueued].end <= reach else {
      count -= reach - read
      read = reach
      return nil
    }
    let end = queued[firstQueued].end
    let line = queued[firstQueued].line
    if queued[firstQueued].isAfterGap { hasHeardGap = true }
    firstQueued += 1
    if firstQueued > 64 {
      queued.removeFirst(firstQueued)
      firstQueued = 0
    }
    count -= end - read
    read = end
    return line
  }

  /// Whether lines were dropped before what was heard last, but after what was heard when this was
  /// asked before.
  func takeGap() -> Bool {
    defer { hasHeardGap = false }
    return hasHeardGap
  }

  /// Whether the client has read everything and seen the end.
  func hasEnded(at now: Int) -> Bool {
    endArrives <= now && read == written
  }
}
