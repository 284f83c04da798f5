// Plays rounds without sockets, clock or disk, so that a counter of instructions sees nothing but
// what a move and a delivery cost a lane: reading the line, judging, jotting down, telling.
//
// Two players move by turns: before nobody, before forty who watch, and once more before nobody
// where nothing is jotted down or recorded. Of each match it prints the number of moves and how
// many batches of lines were handed to somebody meanwhile. Right before the moves and right after
// them it calls getppid(), which a counter can see.

import Framing
import Game
import Glibc
import Rooms
import Wire

@main
struct CostProgram {
  static func main() {
    play(watchers: 0, keeps: true)
    play(watchers: 40, keeps: true)
    play(watchers: 0, keeps: false)
  }

  private static func play(watchers: Int, keeps: Bool) {
    let lane = SilentLane(keeps: keeps)
    let players = (0..<2).map { _ in lane.connect() }
    lane.say("CREATE mode=rgb seats=2 rounds=20 time=120", on: players[0])
    lane.say("JOIN room=\(lane.room)", on: players[1])
    for _ in 0..<watchers { lane.say("WATCH room=\(lane.room)", on: lane.connect()) }
    for player in players { lane.say("READY nonce=ab", on: player) }
    lane.wait(milliseconds: 5_000)
    let lines = (0..<200).map { Array("SET v=\($0),\($0 % 90),7\n".utf8) }
    let (before, count) = (lane.deliveries, 1_000)
    _ = getppid()
    for move in 0..<count {
      lane.say(lines[move % lines.count], on: players[move % 2])
      lane.wait(milliseconds: 40)
    }
    _ = getppid()
    print(count, lane.deliveries - before)
  }
}

/// A lane of a server whose sockets take everything and send nothing.
private final class SilentLane {
  private let sockets = SilentSockets()
  private let driver: HallDriver
  private let journal = SilentJournal()
  private var now = Instant(milliseconds: 1_700_000_000_000)

  /// - Parameter keeps: whether what happens is jotted down and recorded.
  init(keeps: Bool) {
    let hashing = Hashing(sha256: { mixed($0) }, hmac: { mixed($0 + $1) })
    let secret = [UInt8](repeating: 7, count: 32)
    let hall = Hall(
      secret: secret, daily: secret, hashing: hashing,
      verifying: Verifying(isSigned: { _, _, _ in false }),
      name: ServerName(log: "cost", key: secret), limits: Limits(), app: "cost",
      log: keeps ? "cost" : nil, lane: 0, of: 2)
    driver = HallDriver(hall, index: 0, over: sockets, bus: SilentBus())
    if keeps { driver.keep(in: journal) }
  }

  var deliveries: Int { sockets.deliveries }
  var room: String { sockets.room }

  func connect() -> ConnectionID {
    let id = sockets.open()
    driver.connected(id, from: Origin(household: id.number), at: now)
    say("HELLO v=1 name=Ada", on: id)
    return id
  }

  func say(_ line: String, on id: ConnectionID) { say(Array("\(line)\n".utf8), on: id) }

  /// Takes what somebody says, as a reactor does.
  func say(_ bytes: [UInt8], on id: ConnectionID) {
    sockets.receive(bytes, on: id) { line in
      driver.received(line, from: id, arrived: now...now, at: now)
    }
    driver.turnEnded()
    sockets.flush()
    driver.finished()
  }

  /// Time passes, and what is due happens when it is.
  func wait(milliseconds: Int) {
    let end = now + milliseconds
    while let due = sockets.wakeAt, due <= end {
      now = max(now, due)
      sockets.wakeAt = nil
      driver.woke(dueBy: now, at: now)
      sockets.flush()
      driver.finished()
    }
    now = end
  }
}

/// Sockets that take everything at once; what passes over them is put together and taken apart as
/// for real ones. As in a reactor, those who are told something with others are written to at once
/// unless something waits for them, and all else is written at the end of a turn.
private final class SilentSockets: Sockets {
  /// A connection without a descriptor.
  final class Connection {
    let place: Int
    var conversation: Conversation
    var isTouched = false

    init(_ place: Int, _ limits: Conversation.Limits) {
      (self.place, conversation) = (place, Conversation(limits: limits))
    }
  }

  var deliveries = 0
  /// The code of the room that somebody was told of first.
  private(set) var room = ""
  var wakeAt: Instant?
  private var connections: [Connection] = []
  private var touched: [Connection] = []
  /// What lines are wrapped in for each connection, while nothing waits for it.
  private var outlets: [Envelope?] = []
  private var bytesWritten = 0

  var connectionCount: Int { connections.count }

  func open() -> ConnectionID {
    let limits = Conversation.Limits(
      lineBytesMax: 512, headBytesMax: 8_192, messageBytesMax: 4_096, outboxBytesMax: 1 << 16)
    connections.append(Connection(connections.count, limits))
    outlets.append(nil)
    return ConnectionID(number: UInt64(connections.count))
  }

  private subscript(id: ConnectionID) -> Connection { connections[Int(id.number) - 1] }

  func receive(_ bytes: [UInt8], on id: ConnectionID, _ take: (ArraySlice<UInt8>) -> Void) {
    let connection = self[id]
    connection.conversation.receive(bytes[...])
    while let event = connection.conversation.next() {
      if case .line(let line) = event { take(line) }
    }
  }

  func send(_ lines: [UInt8], to audience: [ConnectionID]) {
    deliveries += audience.count
    var batch = LineBatch(lines)
    for id in audience {
      if audience.count > 1, let outlet = outlets[Int(id.number) - 1] {
        bytesWritten += batch.withBytes(in: outlet, \.count)
        continue
      }
      let connection = self[id]
      connection.conversation.send(&batch)
      outlets[connection.place] = nil
      if connection.isTouched { continue }
      connection.isTouched = true
      touched.append(connection)
    }
  }

  /// Has all that waits be gone.
  func flush() {
    for connection in touched {
      connection.isTouched = false
      if room.isEmpty { connection.conversation.outbox.withWaitingBytes(readRoom) }
      let count = connection.conversation.outbox.withWaitingBytes(\.count)
      connection.conversation.outbox.consumed(count)
      outlets[connection.place] = connection.conversation.envelope
    }
    if !touched.isEmpty { touched.removeAll(keepingCapacity: true) }
  }

  private func readRoom(_ bytes: UnsafeRawBufferPointer) {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    if let word = words.first(where: { $0.hasPrefix("room=") }) { room = "\(word.dropFirst(5))" }
  }

  func conflate(_ id: ConnectionID) {}
  func close(_ id: ConnectionID, saying code: WebSocketCloseCode) {}
  func abort(_ id: ConnectionID) {}
  func carry(_ id: ConnectionID) -> (any CarriedConnection)? { nil }
  func adopt(_ carried: (any CarriedConnection)?) -> ConnectionID { ConnectionID(number: 0) }
  func ticket(of id: ConnectionID) -> UInt64? { id.number }
  func binding(of id: ConnectionID) -> Binding { .open }
  func takeDeparted() -> [UInt64]? { nil }
  func wake(at moment: Instant?) { wakeAt = moment }
  func stop() {}
}

/// Another lane that nobody is on.
private struct SilentBus: Bus {
  var laneCount: Int { 2 }
  func deliver(_ parcels: [Parcel], from sender: Int, to recipient: Int) {}
  func tell(_ news: LaneNews) {}
}

/// A journal that is written to memory and forgotten.
private final class SilentJournal: Journal {
  private var bytes: [UInt8] = []

  func keep(_ deeds: inout Jottings) {
    bytes.removeAll(keepingCapacity: true)
    deeds.write(to: &bytes)
    deeds.clear()
  }

  func takeOld() -> RoomCode? { nil }
  var markDue: Instant? { nil }
  func mark(at now: Instant) {}
}

/// 32 bytes that depend on all that went in. Nobody is to be kept from guessing here, and a real
/// hash would be counted along.
private func mixed(_ bytes: [UInt8]) -> [UInt8] {
  var state: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return (0..<32)
    .map { index in
      state = (state ^ UInt64(index)) &* 0x100_0000_01B3
      return UInt8(truncatingIfNeeded: state >> 24)
    }
}
