// Three nodes that play one game, with real halls and real drivers, over stores that compare as the
// real one does, in a world where requests, answers and beats are late, lost and doubled, nodes are
// killed, sleep and are cut off, and people come back to wherever they find their rooms. Its seed
// repeats it exactly.

import Game
import TestSupport
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

/// What a cluster may do wrong.
enum ClusterSlip: Hashable {
  /// Tells what is not stored yet.
  case tellsFirst
  /// Says what waited when the shard is somebody else's already.
  case keepsHeld
  /// Numbers messages between nodes as if none had been lost.
  case hidesHoles
  /// Numbers a message that comes twice as if it were another.
  case repeatsMessages
  /// Tells nobody of its rooms.
  case hidesRooms
}

/// A node.
final class ClusterNode {
  /// Nil while it is killed.
  var server: MemoryServer?
  var life = 0
  var claimant: Claimant?
  var asleepUntil = 0, withoutStoreUntil = 0, withoutBusUntil = 0
  /// When each of its lanes last heard its own beat, since it started.
  var echoedAt: [Int: Int] = [:]
  /// How far its clock is ahead, in milliseconds.
  let ahead: Int

  init(ahead: Int) { self.ahead = ahead }
}

/// Nodes, stores and people.
final class ClusterWorld {
  static let nodes = 3
  static let people = 8
  static let shards = [0, 1, 2, 3]
  /// Faults begin for so long, in milliseconds.
  static let troubleMilliseconds = 12_000
  /// So long after the last of them everybody has their seat, and every shard one holder.
  static let recoveryMilliseconds = 15_000
  /// A lane that has not heard its own beat for so long is deaf, and asks for no shard.
  static let deafMilliseconds = 600
  /// Until then people lose connections on their own.
  static let restlessMilliseconds = 5_000

  enum Event {
    case request(node: Int, life: Int, lane: Int, shard: Int, ShardRequest)
    case answer(node: Int, life: Int, lane: Int, shard: Int, Tenure.Input)
    case beat(node: Int, life: Int, LaneBeat)
    case message(node: Int, life: Int, NodeMessage)
    case list(node: Int, life: Int, NodeList)
    case start(node: Int)
    case act(person: Int)
    case fault
  }

  var draw: SplitMix64
  var now = 0
  private var agenda: [Int: [Event]] = [:]
  var nodes: [ClusterNode] = []
  var stores: [ShardStore]
  var truth: ClusterTruth
  private(set) var people: [ClusterPerson] = []
  /// Every connection that a server still has.
  private var links: [MemoryLink] = []
  private(set) var codes: [RoomCode] = []
  var storeAwayUntil = 0
  var calmFrom = 0
  private(set) var tally: [String: Int] = [:]
  /// What a node has done that none may.
  private var misdeed: String?
  private var toldInTrouble = 0
  private let setup: MemoryServer.Setup
  let slip: ClusterSlip?
  /// Whether people are lent to the node that has their room; else they look for it.
  let lends: Bool
  /// When the newest message from one node to another arrives: none overtakes another.
  var newest: [Int: Int] = [:]
  /// How far nodes that do wrong are off with the numbers of a link and way.
  var shifts: [String: Int] = [:]

  init(seed: UInt64, slip: ClusterSlip?, laxities: Set<ShardStore.Laxity>) {
    draw = SplitMix64(seed: seed)
    self.slip = slip
    stores = Array(
      repeating: ShardStore(laxities: laxities, pageMax: 20, keepsPast: false),
      count: ClusterWorld.shards.count)
    var setup = MemoryServer.Setup()
    setup.laneCount = draw.number(in: 1...2)
    if draw.chance(50) { setup.limits.watchersAtHomeMax = 0 }
    lends = draw.chance(70)
    self.setup = setup
    truth = ClusterTruth(setup)
    let astray = draw.chance(15) ? draw.number(in: 0...(ClusterWorld.nodes - 1)) : nil
    for node in 0..<ClusterWorld.nodes {
      nodes.append(ClusterNode(ahead: node == astray ? 3_000 : draw.number(in: 0...200)))
      plan(.start(node: node), at: draw.number(in: 1...300))
    }
    for person in 0..<ClusterWorld.people {
      people.append(ClusterPerson(person, at: person % ClusterWorld.nodes))
      plan(.act(person: person), at: 1_500 + draw.number(in: 0...500))
    }
    plan(.fault, at: draw.number(in: 3_500...5_000))
  }

  var isTroubled: Bool { now < ClusterWorld.troubleMilliseconds }

  func count(_ name: String, _ more: Int = 1) { tally[name, default: 0] += more }

  func plan(_ event: Event, at moment: Int) {
    agenda[max(moment, now + 1), default: []].append(event)
  }

  /// Lets everything happen until trouble is long over.
  func live() throws(Violation) {
    while isTroubled || now < calmFrom + ClusterWorld.recoveryMilliseconds {
      if !isTroubled, now == calmFrom + ClusterWorld.restlessMilliseconds {
        toldInTrouble = tally["told"] ?? 0
      }
      try pass()
    }
    try checkEnd()
    try checkLists()
  }

  /// Lets everything happen in a millisecond.
  func pass() throws(Violation) {
    now += 1
    for event in agenda.removeValue(forKey: now) ?? [] { try take(event) }
    for number in nodes.indices { run(number) }
    for person in people { try listen(person) }
    if let misdeed { throw Violation(misdeed) }
    try checkSockets()
  }

  private func take(_ event: Event) throws(Violation) {
    switch event {
    case .request(let node, let life, let lane, let shard, let request):
      try arrive(request, of: shard, node, life, lane, event)
    case .answer(let node, let life, let lane, let shard, let input):
      guard isLiving(node, life, or: event) else { return }
      if slip == .keepsHeld, case .refused(let name, _, let lying) = input, name != lying {
        step(node) { ClusterWorld.sayAll(of: shard, on: $0.lanes[lane]) }
      }
      step(node) { $0.lanes[lane].answer([(shard, input)]) }
      try checkDirectories(of: node)
    case .beat(let node, let life, let beat):
      guard isLiving(node, life, or: event) else { return }
      if beat.claimant == nodes[node].claimant { nodes[node].echoedAt[beat.lane] = now }
      step(node) { server in for lane in server.lanes { lane.hear(beat) } }
    case .message(let node, let life, let message):
      guard isLiving(node, life, or: event) else { return }
      try hear(message, at: node)
    case .list(let node, let life, let list):
      guard isLiving(node, life, or: event) else { return }
      try hear(list, at: node)
    case .start(let node): start(node)
    case .act(let person): act(people[person])
    case .fault: trouble()
    }
  }

  /// Whether a node is there to hear something; if it sleeps, it hears that later.
  private func isLiving(_ node: Int, _ life: Int, or event: Event) -> Bool {
    guard nodes[node].server != nil, nodes[node].life == life else { return false }
    if now >= nodes[node].asleepUntil { return true }
    plan(event, at: nodes[node].asleepUntil)
    return false
  }
}

// Nodes.
extension ClusterWorld {
  private func start(_ number: Int) {
    let node = nodes[number]
    guard node.server == nil else { return }
    node.life += 1
    var setup = setup
    setup.number = number
    setup.begins = now + node.ahead
    setup.secret = Hashing.genuine.sha256(Array("\(draw.next())".utf8))
    // Of two processes that are one node the later one stays.
    let start = UInt64(now + 1) << 16 | draw.next() >> 48
    let claimant = Claimant(node: number, start: start)
    (node.claimant, node.echoedAt) = (claimant, [:])
    setup.member = MemoryMember(
      claimant, shards: ClusterWorld.shards,
      playersBefore: node.life * 10_000)
    setup.member?.lends = lends
    node.server = MemoryServer(setup)
    collect(number)
  }

  func kill(_ number: Int, for span: Int) {
    guard let server = nodes[number].server else { return }
    server.die()
    nodes[number].server = nil
    plan(.start(node: number), at: trouble(span))
  }

  /// Something happens on a node, and what it wants is carried.
  func step(_ number: Int, _ body: (MemoryServer) -> Void) {
    guard let server = nodes[number].server else { return }
    server.now = now + nodes[number].ahead
    body(server)
    collect(number)
  }

  /// Says everything that waits for a shard, as nobody may.
  private static func sayAll(of shard: Int, on lane: MemoryLane) {
    lane.cluster?.held.note(stored: .max, of: shard)
    if var late = lane.cluster?.held.sweep() { lane.driver.perform(&late) }
  }

  /// What is due happens, and what clients have sent is heard.
  private func run(_ number: Int) {
    guard let server = nodes[number].server, now >= nodes[number].asleepUntil else { return }
    let moment = now + nodes[number].ahead
    let links = links.filter { $0.server == number && $0.nextUp <= moment && $0.phase != .gone }
    guard server.deadline <= moment || !links.isEmpty else { return }
    step(number) { server in
      for link in links where link.phase != .carried && link.phase != .gone { server.settle(link) }
      while server.takePost() {}
      server.advance()
    }
  }

  /// No lane has asked its sockets for what makes no sense.
  private func checkSockets() throws(Violation) {
    for lane in nodes.compactMap(\.server).flatMap(\.lanes) {
      if let misuse = lane.sockets.misuse { throw Violation(misuse) }
    }
    links.removeAll { link in
      link.phase == .gone && !people.contains { $0.link === link }
    }
  }

  private func collect(_ number: Int) {
    guard let server = nodes[number].server else { return }
    let life = nodes[number].life
    if server.lanes.contains(where: { $0.cluster?.tenures.isClockAstray == true }) {
      count("another clock")
    }
    for (lane, port) in server.lanes.map(\.port).enumerated() {
      for (shard, request) in port.takeQuestions() {
        let event = Event.request(node: number, life: life, lane: lane, shard: shard, request)
        let deafness = nodes[number].echoedAt[lane].map { now - $0 } ?? .max
        if case .claim = request, deafness > ClusterWorld.deafMilliseconds {
          misdeed = "node \(number) asks for shard \(shard), and hears nobody"
        }
        if slip == .tellsFirst, case .append(let entry, _) = request {
          plan(
            .answer(node: number, life: life, lane: lane, shard: shard, .stored(entry.name)),
            at: now + 1)
        }
        send(event, cutUntil: nodes[number].withoutStoreUntil)
      }
      for beat in port.takeBeats() { announce(beat, by: number) }
      for message in port.takeMessages() { post(message) }
      for list in port.takeLists() { announce(list) }
    }
  }
}

// What lies between.
extension ClusterWorld {
  private func delay() -> Int {
    if !isTroubled || draw.chance(92) { return draw.number(in: 1...5) }
    let span = draw.chance(80) ? draw.number(in: 1...80) : draw.number(in: 1...4_000)
    calmFrom = max(calmFrom, now + span)
    return span
  }

  func send(_ event: Event, cutUntil: Int) {
    if now < cutUntil {
      if draw.chance(50) { return count("cut off") }
      return plan(event, at: cutUntil + delay())
    }
    if isTroubled, draw.chance(3) { return count("lost") }
    if isTroubled, draw.chance(3) {
      count("doubled")
      plan(event, at: now + delay())
    }
    plan(event, at: now + delay())
  }

  /// A request is with the store, whatever has become of who sent it.
  private func arrive(
    _ request: ShardRequest, of shard: Int, _ node: Int, _ life: Int, _ lane: Int, _ event: Event
  ) throws(Violation) {
    if now < storeAwayUntil {
      return draw.chance(50) ? count("lost") : plan(event, at: storeAwayUntil + delay())
    }
    guard let answer = stores[shard].carryOut(request) else { return count("dropped") }
    switch (answer, request) {
    case (.stored, .append(let entry, _)):
      // What comes back below the floor, very late, counts for nobody.
      if entry.place >= stores[shard].floor { try truth.take(entry, of: shard) }
    case (.refused(let name, _, let lying), _):
      count(name == lying ? "stored already" : "refused")
    default: break
    }
    send(
      .answer(node: node, life: life, lane: lane, shard: shard, answer),
      cutUntil: nodes[node].withoutStoreUntil)
  }

  private func announce(_ beat: LaneBeat, by number: Int) {
    for (other, node) in nodes.enumerated() {
      let cut = max(nodes[number].withoutBusUntil, node.withoutBusUntil)
      if now >= cut { send(.beat(node: other, life: node.life, beat), cutUntil: 0) }
    }
  }
}

// People.
extension ClusterWorld {
  private func act(_ person: ClusterPerson) {
    plan(.act(person: person.number), at: now + draw.number(in: 20...300))
    guard let link = person.link else { return connect(person) }
    let moment = now + nodes[person.node].ahead
    if person.isImpatient(at: now) {
      count("impatient")
      return person.letGo(.loss, at: moment, nodes: nodes.count)
    }
    if draw.chance(1), now < calmFrom + ClusterWorld.restlessMilliseconds || isTroubled {
      count("cut by people")
      return person.letGo(.loss, at: moment, nodes: nodes.count)
    }
    if let words = person.words(codes, &draw) { link.say(Array("\(words)\n".utf8), at: moment) }
  }

  private func connect(_ person: ClusterPerson) {
    guard let server = nodes[person.node].server, now >= nodes[person.node].asleepUntil else {
      return person.letGo(.loss, at: now, nodes: nodes.count)
    }
    var link: MemoryLink?
    step(person.node) { _ in
      link = server.connect(person: person.number, from: .of(person: person.number))
    }
    guard let link else { return }
    if person.seat != nil { count("asked for a seat") }
    links.append(link)
    person.begin(link, at: now)
    link.say(Array("\(person.hello)\n".utf8), at: now + nodes[person.node].ahead)
  }

  /// Somebody hears what has come.
  private func listen(_ person: ClusterPerson) throws(Violation) {
    guard let link = person.link else { return }
    let moment = now + nodes[person.node].ahead
    guard link.nextDown <= moment || link.hasEnded(at: moment) else { return }
    link.arrive(at: moment)
    var all = Int.max
    while person.link === link, let line = try link.hear(atMost: &all, at: moment) {
      let message: ServerMessage?
      do { message = try ServerMessage.decode(line) } catch { throw Violation("\(error)") }
      if let message { try hear(message, person, on: link, at: moment) }
    }
    if person.link === link, link.hasEnded(at: moment) {
      person.letGo(.end, at: moment, nodes: nodes.count)
    }
  }

  private func hear(
    _ message: ServerMessage, _ person: ClusterPerson, on link: MemoryLink, at moment: Int
  ) throws(Violation) {
    let (wasAsking, wasQuick) = (person.isAsking, person.isQuick)
    do { try person.hear(message, at: now) } catch {
      throw Violation("person \(person.number): \(error) (\(message.asLine))")
    }
    switch message {
    case .ping(let nonce): link.say(Array("PONG nonce=\(nonce)\n".utf8), at: moment)
    case .entered(let code, _, let number):
      if wasAsking { count("came back") }
      if !isOpen(code.shard, at: person.node) {
        count(wasQuick ? "quick from afar" : "from afar")
      }
      if !codes.contains(code) { codes.append(code) }
      try demand(number <= truth.last(of: code), "a picture of what is not stored")
    case .no(let refusal): try refuse(refusal, person, wasAsking, at: moment)
    case .listed(let room):
      if !isOpen(room.code.shard, at: person.node) { count("listed from afar") }
    default: break
    }
    guard let number = message.eventNumber, let code = person.viewer.room?.code else { return }
    count("told")
    let stored = truth.events(number, of: code)
    try demand(
      stored.contains(message),
      "person \(person.number) is told what is not stored: \(message.asLine); "
        + (stored.isEmpty ? "nothing" : stored.map(\.asLine).joined(separator: ", or ")))
  }

  private func refuse(
    _ refusal: RefusalLine, _ person: ClusterPerson, _ wasAsking: Bool, at moment: Int
  ) throws(Violation) {
    switch refusal.code {
    case .badToken:
      if let seat = person.seat, !truth.seats(seat.player, in: seat.code) {
        count("seats given up")
        return person.giveUp()
      }
      try demand(!lends, "person \(person.number) is told that a seat is not kept")
      count("no seat here")
      person.letGo(.loss, at: moment, nodes: nodes.count)
    case .notNow where refusal.text?.contains("another server") == true:
      count("elsewhere")
      if !lends, !wasAsking, person.seat == nil {
        person.letGo(.loss, at: moment, nodes: nodes.count)
      }
    case .moved: count("moved on")
    case .notNow where refusal.text?.contains("stands") == true: count("stood")
    default: break
    }
  }

  private func isOpen(_ shard: Int, at node: Int) -> Bool {
    nodes[node].server?.lanes.contains { $0.cluster?.journal.isOpen(shard) == true } == true
  }

  private func checkEnd() throws(Violation) {
    try demand(tally["told"] ?? 0 > toldInTrouble, "nothing is told any more")
    for shard in ClusterWorld.shards {
      let holders = nodes.compactMap(\.server).flatMap(\.lanes)
        .count { $0.cluster?.journal.isOpen(shard) == true }
      try demand(holders == 1, "\(holders) have shard \(shard) in the end")
    }
    for person in people {
      guard let seat = person.seat, truth.seats(seat.player, in: seat.code) else { continue }
      let isThere = person.viewer.role == .player && person.link != nil
      try demand(isThere, "person \(person.number) has lost a seat")
    }
  }
}
