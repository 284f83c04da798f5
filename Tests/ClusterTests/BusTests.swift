// A real bus: who hears what, and what becomes of it when servers are killed.

#if Cluster
import Engines
import Cluster
import Rooms
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("The bus", .serialized)
struct BusTests {
  /// What was heard, by subject.
  private actor Ear {
    private(set) var heard: [(subject: String, text: String)] = []

    func hear(_ subject: String, _ bytes: [UInt8]) {
      heard.append((subject, String(decoding: bytes, as: UTF8.self)))
    }

    func texts(on subject: String) -> [String] {
      heard.filter { $0.subject == subject }.map(\.text)
    }
  }

  private func ear(on bus: BusNATS, _ subject: String) async throws -> Ear {
    let ear = Ear()
    let (stream, input) = AsyncStream.makeStream(of: (String, [UInt8]).self)
    try await bus.listen(subject) { input.yield(($0, $1)) }
    Task { for await (subject, bytes) in stream { await ear.hear(subject, bytes) } }
    return ear
  }

  /// Says numbers until one of them has been heard, since nothing says when a listener is known.
  private func knock(_ bus: BusNATS, _ subject: String, _ ear: Ear) async throws {
    try await eventually {
      bus.say(Array("knock".utf8), on: subject)
      return await ear.texts(on: subject).contains("knock")
    }
  }

  @Test("what is said on a subject is heard on every server, in order, by the sender too")
  func order() async throws {
    let engines = try Engines()
    let buses = try (1...3).map { try BusNATS(engines.busAddress(servers: [$0])) }
    let ears = try await [ear(on: buses[0], "cm.beat.*.*"), ear(on: buses[2], "cm.beat.*.*")]
    for ear in ears { try await knock(buses[0], "cm.beat.1.1", ear) }
    for number in 0..<1_000 { buses[0].say(Array("\(number)".utf8), on: "cm.beat.1.2") }
    buses[0].say(Array("elsewhere".utf8), on: "cm.list.1.2")
    for ear in ears {
      try await eventually { await ear.texts(on: "cm.beat.1.2").count == 1_000 }
      await expect(ear.texts(on: "cm.beat.1.2"), equals: (0..<1_000).map(String.init))
      await expect(isEmpty: ear.texts(on: "cm.list.1.2"))
    }
    for bus in buses { await bus.stop() }
  }

  @Test("when its server is killed, a bus goes on by another one")
  func killedServer() async throws {
    let engines = try Engines()
    let buses = try (1...2).map { _ in try BusNATS(engines.busAddress()) }
    let ear = try await ear(on: buses[1], "cm.beat.*.*")
    try await knock(buses[1], "cm.beat.1.1", ear)
    for number in 1...3 {
      try engines.run("kill", String(number), "nats")
      try engines.run("start", String(engines.port), String(number))
      try await eventually {
        buses[0].say(Array("after \(number)".utf8), on: "cm.beat.1.1")
        return await ear.texts(on: "cm.beat.1.1").contains("after \(number)")
      }
    }
    for bus in buses { await bus.stop() }
  }

  @Test("a server that takes nothing is given up, however much waits for it")
  func frozenServer() async throws {
    let engines = try Engines()
    try engines.run("kill", "2", "nats")
    let bus = try BusNATS(engines.busAddress(servers: [1, 2]))
    let other = try BusNATS(engines.busAddress(servers: [3]))
    let ear = try await ear(on: other, "cm.beat.*.*")
    try await knock(bus, "cm.beat.1.1", ear)
    try engines.run("start", String(engines.port), "2")
    try engines.run("freeze", "1", "nats")
    // More than the system keeps for a program that reads nothing.
    let much = [UInt8](repeating: UInt8(ascii: "."), count: 60_000)
    for _ in 0..<400 { bus.say(much, on: "cm.beat.1.2") }
    try await eventually {
      bus.say(Array("after".utf8), on: "cm.beat.1.1")
      return await ear.texts(on: "cm.beat.1.1").contains("after")
    }
    try engines.run("thaw", "1", "nats")
    await bus.stop()
    await other.stop()
  }

  @Test("a bus without a certificate of the cluster's is not heard")
  func stranger() async throws {
    let (engines, other) = (try Engines(), try Engines())
    let address = engines.busAddress()
    let friend = try BusNATS(address)
    let stranger = try BusNATS(
      EngineAddress(
        address.servers, authority: address.authority,
        certificate: other.address.certificate, key: other.address.key))
    let ear = try await ear(on: friend, "cm.beat.*.*")
    try await knock(friend, "cm.beat.1.1", ear)
    stranger.say(Array("stranger".utf8), on: "cm.beat.1.2")
    for number in 0..<50 { friend.say(Array("\(number)".utf8), on: "cm.beat.1.3") }
    try await eventually { await ear.texts(on: "cm.beat.1.3").count == 50 }
    await expect(isEmpty: ear.texts(on: "cm.beat.1.2"))
    await expect(!stranger.isConnected)
    await friend.stop()
    await stranger.stop()
  }

  @Test("a node is heard as itself and as no other, and is told what is refused")
  func ownSubjects() async throws {
    let engines = try Engines()
    let news = Reporter()
    let sender = try BusNATS(engines.busAddress(of: 1)) { news.take($0) }
    let listener = try BusNATS(engines.busAddress(of: 2))
    let subjects = [LaneBeat.subjects, NodeList.subjects] + NodeMessage.subjects(for: 2)
    var ears: [Ear] = []
    for subject in subjects { ears.append(try await ear(on: listener, subject)) }
    try await knock(sender, "cm.beat.1.1", ears[0])
    let others = [
      "cm.beat.2.1", "cm.beat.3.0", "cm.list.2.1", "cm.up.2.1.2", "cm.up.2.0.3", "cm.down.2.0.3",
      "cm.beat.1.1.2", "cm.anything",
    ]
    for subject in others { sender.say(Array("forged".utf8), on: subject) }
    // A server takes what one node says in order.
    let own = ["cm.beat.1.0", "cm.list.1.0", "cm.up.2.0.1", "cm.down.2.0.1"]
    for subject in own { sender.say(Array("own".utf8), on: subject) }
    for (ear, subject) in zip(ears, own) {
      try await eventually { await ear.texts(on: subject) == ["own"] }
    }
    for ear in ears {
      await expect(ear.heard.filter { $0.text == "forged" }.map(\.subject), equals: [])
    }
    try await eventually { await sender.refused == others.count }
    // The client keeps one text, so of several refusals at once it may have the last alone.
    expect(news.texts.contains { $0.contains("Publish") })
    // What others say to a node is for that node.
    let spy = try await ear(on: sender, "cm.up.2.*.*")
    try await eventually { await sender.refused == others.count + 1 }
    expect(news.texts.contains { $0.contains("Subscription") })
    sender.say(Array("again".utf8), on: "cm.up.2.0.1")
    try await eventually { await ears[2].texts(on: "cm.up.2.0.1").contains("again") }
    await expect(isEmpty: spy.heard)
    await sender.stop()
    await listener.stop()
  }

  @Test("an engine's certificate makes no node, and the node is told why it has no bus")
  func engineAsNode() async throws {
    let engines = try Engines()
    let address = engines.busAddress()
    let news = Reporter()
    let bus = try BusNATS(
      EngineAddress(
        address.servers, authority: address.authority,
        certificate: "\(engines.folder)/keys/engine1.pem",
        key: "\(engines.folder)/keys/engine1.key")
    ) { news.take($0) }
    try await eventually { news.texts.contains { $0.contains("Authorization Violation") } }
    // It goes on trying, by one client after another, and says nothing twice.
    try await eventually {
      let refusals = try (1...3)
        .map { try String(contentsOfFile: "\(engines.folder)/nats\($0).log", encoding: .utf8) }
        .flatMap { $0.split(separator: "\n") }.count { $0.contains("authentication error") }
      return refusals >= 60
    }
    expect(news.texts.count, equals: Set(news.texts).count)
    await expect(!bus.isConnected)
    await bus.stop()
  }

  @Test("a certificate of a node's opens no route, by which a server may say everything")
  func nodeAsServer() async throws {
    let engines = try Engines()
    try engines.run("kill", "3", "nats")
    for kind in ["pem", "key"] {
      let own = "\(engines.folder)/keys/engine3.\(kind)"
      try FileManager.default.removeItem(atPath: own)
      try FileManager.default.copyItem(
        atPath: "\(engines.folder)/keys/node3.\(kind)", toPath: own)
    }
    try engines.run("start", String(engines.port), "3")
    // It is sent away by both, whenever it tries, and goes on trying.
    for peer in [31, 32] {
      try await eventually {
        let refusals = try String(contentsOfFile: "\(engines.folder)/nats3.log", encoding: .utf8)
          .split(separator: "\n")
          .filter { $0.contains("Route Error 'Authorization Violation'") }
        return refusals.count { $0.contains("127.0.0.1:\(engines.port + peer) ") } >= 2
      }
    }
  }

  @Test("a member of the store and a server of the bus that are away are known, and back")
  func watched() async throws {
    let engines = try Engines()
    let store = try StoreEtcd(engines.address)
    let servers = [1, 2, 3]
    let watches = try servers.map {
      try BusNATS(engines.busAddress(servers: [$0]), isWatch: true)
    }
    func there() async -> [[Bool]] {
      let members = await store.membersThere
      var buses: [Bool] = []
      for watch in watches { buses.append(await watch.isConnected) }
      return [engines.address.servers.map { members[$0] ?? false }, buses]
    }
    // Nobody asks the second one: the first answers.
    _ = await store.answer(to: MemberQuestion())
    try await eventually { await there() == [[true, true, true], [true, true, true]] }
    let asked = await store.counts
    try engines.run("kill", "2")
    try engines.run("freeze", "3", "nats")
    try await eventually { await there() == [[true, false, true], [true, false, false]] }
    try engines.run("thaw", "3", "nats")
    try engines.run("start", String(engines.port), "2")
    try await eventually { await there() == [[true, true, true], [true, true, true]] }
    await expect(store.counts, equals: asked, "looks do not count as requests")
    for watch in watches { await watch.stop() }
    await store.stop()
  }

  @Test("a bus without a server says so, keeps a bounded queue, counts what is lost, and is back")
  func bounded() async throws {
    let engines = try Engines()
    let news = Reporter()
    let bus = try BusNATS(engines.busAddress()) { news.take($0) }
    try await eventually { news.isThere == true }
    for number in 1...3 { try engines.run("kill", String(number), "nats") }
    try await eventually { news.isThere == false }
    try await eventually { await !bus.isConnected }
    let message = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<40 { bus.say(message, on: "cm.beat.1.2") }
    // The message that passes the bound is the last that is taken.
    await expect(bus.lost, isAtLeast: 40 - EngineLimits.waitingBytesMax / message.count - 1)
    try engines.run("start", String(engines.port))
    try await eventually { news.isThere == true }
    await bus.stop()
  }
}

/// What a bus has said of itself.
private final class Reporter: Sendable {
  private let news = Mutex<[BusNews]>([])

  func take(_ one: BusNews) { news.withLock { $0.append(one) } }

  /// What was refused, and why no server was there.
  var texts: [String] {
    news.withLock { news in
      news.compactMap { one in
        switch one {
        case .refused(let what): what
        case .away(let why): why
        case .there: nil
        }
      }
    }
  }

  /// Whether a server is there, as was said last; nil where nothing was.
  var isThere: Bool? {
    for one in news.withLock({ $0 }).reversed() {
      switch one {
      case .there: return true
      case .away: return false
      case .refused: continue
      }
    }
    return nil
  }
}

#endif
