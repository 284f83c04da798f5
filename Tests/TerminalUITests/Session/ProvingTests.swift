// How a session proves who its user is, against a real hall that checks it, and against servers
// that do it otherwise, or not at all.

import Game
import Net
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

@Suite("A session proves who its user is")
struct SessionProvingTests {
  private let seed = [UInt8](repeating: 1, count: 32)

  private func key() throws -> PublicKey {
    try require(ed25519PublicKey(ofSeed: seed).flatMap { PublicKey(bytes: $0) })
  }

  private func prover() throws -> Prover {
    Prover(key: try key()) { ed25519Signature(of: $0, seed: seed) ?? [] }
  }

  @Test func itDoesSoBeforeItAsksToBeLetInAndSoOpensARoomForKnownPlayers() throws {
    var world = World("known")
    let wishes = RoomWishes(isKnownOnly: true)
    world.add(.create(wishes, bots: []), name: "ada", prover: try prover())
    world.run(200)
    let said = world.said(0).map(\.verb).filter { $0 != .ping }
    expect(said.starts(with: [.identify, .prove, .create]))
    let id = KeyID(of: try key(), hashing: hashing)
    expect(world.room(0)?.seats.first?.profile.identity, equals: id)
    expect(world.room(0)?.settings.isKnownOnly, equals: true)
    // Who is unknown is refused, and reads why.
    let code = try require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "bob", then: 200)
    expect(world.clients[1].session.notices.map(\.code), equals: [.unproved])
    // A seat that was kept needs no second proof.
    world.cut(0, "connection reset", then: 2_000)
    expect(world.said(0).count { $0.verb == .identify }, equals: 1)
    expect(world.room(0)?.seats.first?.profile.identity, equals: id)
  }

  /// What a server says to IDENTIFY, and after how long the user is let in all the same.
  static let answers = ["NO code=unknown-verb verb=IDENTIFY", "NO code=not-now verb=IDENTIFY", ""]

  @Test("a server that knows no identities is played on all the same", arguments: answers)
  func unknown(answer: String) throws {
    var (session, outputs) = try welcomed(on: World.binding)
    expect(outputs, contains: .send(.identify(try key())))
    expect(!outputs.contains(.send(.quick(nil, bot: 2))))
    if answer.isEmpty {
      let late = start + SessionLimits.challengeMilliseconds
      try expect(require(session.deadline), isAtMost: late)
      outputs = session.handle(.tick, at: late)
    } else {
      outputs = hear(answer, &session)
    }
    expect(outputs, contains: .send(.quick(nil, bot: 2)))
    expect(isEmpty: session.notices)
    // It signs nothing that it is not waiting for any more.
    expect(isEmpty: hear(challenge, &session))
  }

  @Test("it signs what it sees of the connection, and nothing else", arguments: [true, false])
  func binding(isSecure: Bool) throws {
    let binding = isSecure ? Binding.tls([UInt8](repeating: 9, count: 32)) : World.binding
    var (session, _) = try welcomed(on: binding)
    let text = ProofText(
      to: ServerName(log: "here", key: [UInt8](repeating: 0xbb, count: 32)),
      nonce: [UInt8](repeating: 0xaa, count: 32), key: try key(), on: binding)
    let signature = try require(ed25519Signature(of: text.bytes, seed: seed))
    expect(
      hear(challenge, &session),
      contains: .send(.prove(signature: signature, binding.kind)))
  }

  /// What a session knows of the keys of servers, on what it is connected, and whether it signs for
  /// the server whose key is all b.
  static let acquaintances: [(own: UInt8?, other: UInt8?, on: Binding, signs: Bool)] = [
    (nil, nil, World.binding, true), (0xbb, nil, World.binding, true),
    (0xbb, 0xbb, World.binding, true), (0xaa, nil, World.binding, false),
    (nil, 0xbb, World.binding, false), (nil, 0xaa, World.binding, true),
    (nil, 0xbb, .tls([7]), true), (0xaa, nil, .tls([7]), false),
  ]

  @Test(
    "it signs nothing for a server that has another key than before, or the key of another server",
    arguments: acquaintances)
  func keys(own: UInt8?, other: UInt8?, on binding: Binding, signs: Bool) throws {
    var keys = ServerKeys()
    keys.own = own.map { [UInt8](repeating: $0, count: 32) }
    if let other { keys.others[[UInt8](repeating: other, count: 32)] = "play.example:7313" }
    var (session, _) = try welcomed(on: binding, knowing: keys)
    let outputs = hear(challenge, &session)
    let hasSigned = outputs.contains { if case .send(.prove) = $0 { true } else { false } }
    expect(hasSigned, equals: signs)
    expect(session.notices.isEmpty, equals: signs)
    // It plays on as somebody unknown.
    if !signs { expect(outputs, contains: .send(.quick(nil, bot: 2))) }
  }

  @Test func overPlainTCPToElsewhereAndAskedByAScriptItSaysWhoItIsToNobodyAndWhy() throws {
    let (script, guest) = try welcomed(on: World.binding, .absent)
    expect(guest, contains: .send(.quick(nil, bot: 2)))
    expect(script.whyUnknown != nil && !script.asksToProve)
    let (session, outputs) = try welcomed(on: .open)
    expect(outputs, contains: .send(.quick(nil, bot: 2)))
    expect(!outputs.contains(.send(.identify(try key()))))
    expect(
      session.notices.map(\.text),
      equals: ["You play as a guest, unencrypted. Better: tls:// before the address."])
  }

  @Test(
    "before its first proof to a new server on the network it asks, and waits for the answer",
    arguments: [true, false, nil])
  func consent(agrees: Bool?) throws {
    var (session, outputs) = try welcomed(on: World.binding, .asked)
    let key = try key()
    expect(!outputs.contains(.send(.identify(key))))
    expect(!outputs.contains(.send(.quick(nil, bot: 2))))
    expect(session.asksToProve)
    expect(
      session.notices.map(\.text),
      equals: ["New server, unencrypted: may it know who you are? yes or no"])
    // Somebody who asks for something else has not agreed.
    outputs = session.act(agrees.map { .consent($0) } ?? .quick(.rgb), at: start)
    expect(!session.asksToProve)
    if agrees == true {
      expect(outputs, equals: [.keepConsent, .send(.identify(key))])
    } else {
      expect(outputs, equals: [.send(.quick(agrees == nil ? .rgb : nil, bot: 2))])
    }
  }

  private func welcomed(
    on binding: Binding, _ consent: ProofConsent = .given, knowing keys: ServerKeys = ServerKeys()
  ) throws -> (Session, [SessionOutput]) {
    var session = Session(
      intent: .quick(nil), hello: Hello(name: "ada"), secret: secret("ada"), hashing: hashing,
      selfPlay: nil)
    session.prover = try prover()
    session.serverKeys = keys
    _ = session.start(at: start)
    _ = session.handle(.bound(binding, consent), at: start)
    _ = session.handle(.connected, at: start)
    let outputs = hear("WELCOME v=1 me=p1 now=5 resume=x app=old modes=rgb", &session)
    return (session, outputs)
  }

  private let start = Instant(milliseconds: 0)

  private func hear(_ line: String, _ session: inout Session) -> [SessionOutput] {
    session.handle(.received(Array(line.utf8)[...]), at: start)
  }

  private let challenge =
    "CHALLENGE nonce=\(String(repeating: "a", count: 64)) "
    + "server=\(String(repeating: "b", count: 64)) log=here"
}
