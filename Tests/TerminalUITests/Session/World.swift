// A server and its clients in memory, on one virtual clock: a real hall, real sessions, and lines
// of real bytes that take their time in between. Nothing waits; time jumps to whatever is due next.
// Same scenario, same world, to the byte.

import Chroma
import ClientCore
import Game
import Net
import Rooms
import TerminalUI
import TestSupport
import Testing
import Wire

let verifying = Verifying { message, signature, key in

  isEd25519Signature(signature, of: message, key: key.bytes)

}

let hashing = Hashing(sha256: sha256, hmac: { hmacSHA256(key: $0, message: $1) })

func secret(_ name: String) -> [UInt8] { hashing.sha256(Array(name.utf8)) }

struct World {
  struct Client {
    var session: Session
    /// What the local clock shows when the server's shows 0.
    var epoch: Int
    /// Milliseconds that a line takes to the server, and back.
    var up: Int
    var down: Int
    var isReachable = true
    var screen: PlainScreen?
    fileprivate(set) var connection: ConnectionID?
    /// Everything the session sent, with the server's moment at which it did.
    fileprivate(set) var sent: [(at: Instant, message: ClientMessage)] = []
    fileprivate(set) var heard: [ServerMessage] = []
    fileprivate(set) var attempts: [Instant] = []

    func local(_ server: Instant) -> Instant { server + epoch }
    func server(_ local: Instant) -> Instant { local - epoch }
  }

  /// What connections are bound to: everybody is on one machine.
  static let binding = Binding.address("127.0.0.1:7313")

  private enum What {
    case toServer(Input)
    case toClient(Int, ConnectionID, [UInt8])
    case closed(Int, ConnectionID, String)
    case answered(Int, ConnectionID)
    case refused(Int)
  }

  private(set) var now = Instant(milliseconds: 1_700_000_000_000)
  private(set) var hall: Hall
  var clients: [Client] = []
  private var queue: [(at: Instant, order: Int, what: What)] = []
  private var made = 0
  /// What a server in another's place can know.
  private var journal: [UInt8] = []
  private var secretName: String
  private var stepsNow = 0
  private static let stepsAtOnceMax = 10_000

  init(_ secretName: String = "hall") {
    self.secretName = secretName
    hall = World.hall(secretName, app: "hall/1")
  }

  @discardableResult mutating func add(
    _ intent: Intent, name: String, selfPlay: SelfPlay? = nil, epoch: Int = -1_000_000, up: Int = 5,
    down: Int = 5, screen: PlainScreen? = nil, prover: Prover? = nil, then pause: Int? = nil
  ) -> Int {
    var session = Session(
      intent: intent, hello: Hello(name: name, app: "test/1"), secret: secret(name),
      hashing: hashing, selfPlay: selfPlay)
    session.prover = prover
    clients.append(Client(session: session, epoch: epoch, up: up, down: down, screen: screen))
    let index = clients.count - 1
    let local = clients[index].local(now)
    perform(clients[index].session.start(at: local), for: index)
    screen?.update(clients[index].session, at: local)
    if let pause { run(pause) }
    return index
  }

  mutating func act(_ client: Int, _ action: UserAction, then pause: Int? = nil) {
    take(clients[client].session.act(action, at: clients[client].local(now)), of: client)
    if let pause { run(pause) }
  }

  mutating func type(_ client: Int, _ line: String, then pause: Int? = nil) {
    let local = clients[client].local(now)
    let actions = clients[client].screen?.type(line, in: clients[client].session, at: local)
    for action in actions ?? [] { act(client, action) }
    if let pause { run(pause) }
  }

  /// The connection of a client breaks; both ends hear of it.
  mutating func cut(
    _ client: Int, _ reason: String = "connection reset", then pause: Int? = nil
  ) {
    defer { if let pause { run(pause) } }
    guard let id = clients[client].connection else { return }
    clients[client].connection = nil
    add(.toServer(.disconnected(id)), at: now)
    tell(client, .lost(reason))
  }

  /// The connection of a client goes silent; only the server's end hears of its end.
  mutating func silence(_ client: Int) {
    guard let id = clients[client].connection else { return }
    clients[client].connection = ConnectionID(number: id.number + 1_000_000)
    add(.toServer(.disconnected(id)), at: now)
  }

  /// Another server takes the place of this one: nobody is known to it, unless it has the journal.
  mutating func restartServer(isKept: Bool = false) {
    for client in clients.indices { cut(client, "connection reset") }
    secretName += "+"
    queue.removeAll { if case .toServer = $0.what { true } else { false } }
    hall = World.hall(secretName, app: "hall/2")
    guard isKept else { return }
    var restoration = Restoration(
      daily: secret("daily"), hashing: hashing, limits: Limits())
    restoration.take(journal[...]) { _ in }
    var turn = Turn(at: now)
    hall.restore(restoration, &turn)
    perform(turn)
  }

  private static func hall(_ name: String, app: String) -> Hall {
    Hall(
      secret: secret(name), daily: secret("daily"), hashing: hashing, verifying: verifying,
      name: ServerName(log: "world", key: secret("log")), limits: Limits(), app: app, lane: 0,
      of: 1)
  }

  mutating func inject(_ message: ServerMessage, into client: Int) {
    clients[client].heard.append(message)
    tell(client, .received(line(message)[...]))
  }
}

extension World {
  mutating func run(_ milliseconds: Int) {
    let end = now + milliseconds
    while step(by: end) {}
    now = end
  }

  /// Runs until something holds, for at most `within` milliseconds.
  ///
  /// - Returns: whether it does.
  mutating func run(within: Int = 300_000, until holds: (World) -> Bool) -> Bool {
    let end = now + within
    while !holds(self) {
      guard step(by: end) else { return false }
    }
    return true
  }

  /// Runs until something holds, which has to come.
  mutating func reach(
    within: Int = 300_000, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (World) -> Bool
  ) {
    let isThere = run(within: within, until: holds)
    expect(isThere, "it never came", sourceLocation: sourceLocation)
  }

  /// Lets the next thing happen; false when nothing does by `end`.
  private mutating func step(by end: Instant) -> Bool {
    let sessions = clients.map { client in
      [client.session.deadline, client.screen?.deadline(client.session)].compactMap(\.self)
        .min().map(client.server)
    }
    let deadlines = [hall.deadline, queue.map(\.at).min()] + sessions
    guard let next = deadlines.compactMap(\.self).min(), next <= end else { return false }
    guard timePasses(to: next) else { return false }
    if let index = queue.indices.filter({ queue[$0].at <= now })
      .min(by: { (queue[$0].at, queue[$0].order) < (queue[$1].at, queue[$1].order) })
    {
      happen(queue.remove(at: index).what)
    } else if let due = hall.deadline, due <= now {
      var turn = Turn(at: now)
      hall.advance(&turn)
      perform(turn)
    } else if let index = sessions.firstIndex(where: { $0.map { $0 <= now } ?? false }) {
      tell(index, .tick)
    }
    return true
  }

  /// Moves time on; false when so much happens at one moment that nothing will ever come after it.
  private mutating func timePasses(to next: Instant) -> Bool {
    stepsNow = next > now ? 0 : stepsNow + 1
    now = max(now, next)
    guard stepsNow >= World.stepsAtOnceMax else { return true }
    Issue.record("time stands still")
    return false
  }

  private mutating func add(_ what: What, at moment: Instant) {
    made += 1
    queue.append((moment, made, what))
  }

  private mutating func perform(_ turn: Turn) {
    journal += turn.jottings.lines
    perform(turn.effects)
  }

  private mutating func happen(_ what: What) {
    switch what {
    case .toServer(let input):
      var turn = Turn(at: now)
      hall.handle(input, &turn)
      perform(turn)
    case .toClient(let client, let id, let line):
      guard clients[client].connection == id else { return }
      if let message = try? ServerMessage.decode(line[...]) {
        clients[client].heard.append(message)
      }
      tell(client, .received(line[...]))
    case .closed(let client, let id, let reason):
      guard clients[client].connection == id else { return }
      clients[client].connection = nil
      tell(client, .lost(reason))
    case .answered(let client, let id):
      guard clients[client].connection == id else { return }
      tell(client, .bound(World.binding))
      tell(client, .connected)
    case .refused(let client): tell(client, .lost("connection refused"))
    }
  }
}

extension World {
  private mutating func tell(_ client: Int, _ input: SessionInput) {
    take(clients[client].session.handle(input, at: clients[client].local(now)), of: client)
  }

  private mutating func take(_ outputs: [SessionOutput], of client: Int) {
    let local = clients[client].local(now)
    if let deadline = clients[client].session.deadline {
      expect(deadline, isAbove: local, "a deadline that is past would be told for ever")
    }
    perform(outputs, for: client)
    guard let screen = clients[client].screen else { return }
    screen.update(clients[client].session, at: local)
    if let deadline = screen.deadline(clients[client].session) {
      expect(deadline, isAbove: local, "a deadline that is past would be told for ever")
    }
  }

  private mutating func perform(_ outputs: [SessionOutput], for index: Int) {
    let client = clients[index]
    for output in outputs {
      switch output {
      case .connect: connect(index)
      case .send(let message):
        clients[index].sent.append((now, message))
        guard let id = clients[index].connection else { continue }
        var bytes: [UInt8] = []
        message.encode(into: &bytes)
        let input: Input
        do throws(RefusalLine) {
          guard let message = try ClientMessage.decode(bytes.dropLast()) else { continue }
          input = .said(id, message)
        } catch {
          input = .garbled(id, error)
        }
        add(.toServer(input), at: now + client.up)
      case .disconnect:
        guard let id = clients[index].connection else { continue }
        clients[index].connection = nil
        add(.toServer(.disconnected(id)), at: now + client.up)
      // Nobody watches a log here.
      case .remember, .keepConsent: break
      }
    }
  }

  private mutating func connect(_ index: Int) {
    let client = clients[index]
    clients[index].attempts.append(now)
    guard client.isReachable else {
      add(.refused(index), at: now + client.up + client.down)
      return
    }
    made += 1
    let id = ConnectionID(number: UInt64(made))
    clients[index].connection = id
    add(.toServer(.connected(id, from: Origin(household: 1))), at: now + client.up)
    add(.toServer(.bound(id, World.binding)), at: now + client.up)
    add(.answered(index, id), at: now + client.up + client.down)
  }

  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message, let receivers):
        for (index, client) in clients.enumerated() {
          guard let id = client.connection, receivers.contains(id) else { continue }
          add(.toClient(index, id, line(message)), at: now + client.down)
        }
      case .close(let id):
        guard let index = clients.firstIndex(where: { $0.connection == id }) else { continue }
        let moment = now + clients[index].down
        add(.closed(index, id, "connection closed"), at: moment)
        add(.toServer(.disconnected(id)), at: moment)
      // There is no other lane.
      case .conflate, .keep, .claim, .ask, .note, .carry, .publish: break
      }
    }
  }
}

func line(_ message: ServerMessage) -> [UInt8] {
  var bytes: [UInt8] = []
  message.encode(into: &bytes)
  return bytes.dropLast()
}
