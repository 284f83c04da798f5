// A real bus: who hears what, and what becomes of it when servers are killed.

#if Cluster
import BusNATS
@preconcurrency import Dispatch
import Foundation
import Glibc
import StoreEtcd
import Synchronization
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

  @Test("whoever listens to a subject hears it, on every server, in order, the sender too")
  func order() async throws {
    let engines = try Engines()
    let buses = try (1...3).map { try BusNATS(engines.busAddress(servers: [$0])) }
    let ears = try await [ear(on: buses[0], "cm.a.*"), ear(on: buses[2], "cm.a.*")]
    for ear in ears { try await knock(buses[0], "cm.a.1", ear) }
    for number in 0..<1_000 { buses[0].say(Array("\(number)".utf8), on: "cm.a.2") }
    buses[0].say(Array("elsewhere".utf8), on: "cm.b.2")
    for ear in ears {
      try await eventually { await ear.texts(on: "cm.a.2").count == 1_000 }
      #expect(await ear.texts(on: "cm.a.2") == (0..<1_000).map(String.init))
      #expect(await ear.texts(on: "cm.b.2").isEmpty)
    }
    for bus in buses { await bus.stop() }
  }

  @Test("when its server is killed, a bus goes on by another one")
  func killedServer() async throws {
    let engines = try Engines()
    let buses = try (1...2).map { _ in try BusNATS(engines.busAddress()) }
    let ear = try await ear(on: buses[1], "cm.a.*")
    try await knock(buses[1], "cm.a.1", ear)
    for number in 1...3 {
      try engines.run("kill", String(number), "nats")
      try engines.run("start", String(engines.port), String(number))
      try await eventually {
        buses[0].say(Array("after \(number)".utf8), on: "cm.a.1")
        return await ear.texts(on: "cm.a.1").contains("after \(number)")
      }
    }
    for bus in buses { await bus.stop() }
  }

  @Test("a bus whose only server hangs up on it goes on trying until that one has started")
  func startingServer() async throws {
    let engines = try Engines()
    try engines.run("kill", "1", "nats")
    let silent = try SilentServer(port: engines.port + 21)
    let bus = try BusNATS(engines.busAddress(servers: [1]))
    let ear = try await ear(on: bus, "cm.a.*")
    // By then one client has given up, and the next has begun.
    try await eventually { silent.hungUp >= 2 }
    #expect(await !bus.isConnected)
    await silent.stop()
    try engines.run("start", String(engines.port), "1")
    try await knock(bus, "cm.a.1", ear)
    await bus.stop()
  }

  @Test("without a certificate of the cluster's nobody is heard")
  func stranger() async throws {
    let (engines, other) = (try Engines(), try Engines())
    let address = engines.busAddress()
    let friend = try BusNATS(address)
    let stranger = try BusNATS(
      BusAddress(
        servers: address.servers, authority: address.authority,
        certificate: other.address.certificate, key: other.address.key))
    let ear = try await ear(on: friend, "cm.a.*")
    try await knock(friend, "cm.a.1", ear)
    stranger.say(Array("stranger".utf8), on: "cm.a.2")
    for number in 0..<50 { friend.say(Array("\(number)".utf8), on: "cm.a.3") }
    try await eventually { await ear.texts(on: "cm.a.3").count == 50 }
    #expect(await ear.texts(on: "cm.a.2").isEmpty)
    #expect(await !stranger.isConnected)
    await friend.stop()
    await stranger.stop()
  }

  @Test("what waits for a server is bounded; more is lost, and counted")
  func bounded() async throws {
    let engines = try Engines()
    let bus = try BusNATS(engines.busAddress())
    let ear = try await ear(on: bus, "cm.a.*")
    try await knock(bus, "cm.a.1", ear)
    for number in 1...3 { try engines.run("kill", String(number), "nats") }
    try await eventually { await !bus.isConnected }
    let message = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<40 { bus.say(message, on: "cm.a.2") }
    // The message that passes the bound is the last that is taken.
    #expect(await bus.lost >= 40 - BusNATS.waitingBytesMax / message.count - 1)
    await bus.stop()
  }
}

/// Takes connections and hangs up, as a server does that is about to start or to stop.
private final class SilentServer: Sendable {
  private let source: any DispatchSourceRead
  private let count = Atomic(0)
  private let ended: AsyncStream<Void>

  /// On how many it has hung up.
  var hungUp: Int { count.load(ordering: .relaxed) }

  init(port: Int) throws {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var (address, yes) = (sockaddr_in(), Int32(1))
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, listen(descriptor, 16) == 0 else {
      close(descriptor)
      throw EnginesFailed(what: ["listen on \(port)"])
    }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler { [weak self] in
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      close(connection)
      self?.count.add(1, ordering: .relaxed)
    }
    source.setCancelHandler {
      close(descriptor)
      end.finish()
    }
    source.activate()
  }

  /// Returns when another server can have the port.
  func stop() async {
    source.cancel()
    for await _ in ended {}
  }
}

/// Waits until something holds, for half a minute at most.
func eventually(within seconds: Int = 30, _ holds: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(seconds)
  while try await !holds() {
    if ContinuousClock.now > end { throw EnginesFailed(what: ["wait"]) }
    try await Task.sleep(for: .milliseconds(10))
  }
}
#endif
