// How a session seals its nonce and opens the seal: only when it is called on, never the same nonce
// for two calls, and a server that changes what it gave is found out. A server that knows no seals
// gets a nonce of its own.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Seals of a session")
struct SealTests {
  /// A person alone in a room of one, who has just said that they are ready.
  private func ready(_ name: String) throws -> World {
    var world = World(name)
    world.add(.create(RoomWishes(mode: .rgb, seats: 1), bots: []), name: "ada")
    world.run(100)
    world.act(0, .ready(true))
    return world
  }

  private func nonces(saidBy world: World) -> [Nonce] {
    world.said(0).compactMap { if case .reveal(let nonce) = $0 { nonce } else { nil } }
  }

  @Test("the nonce is said only when it is called for, and is what the match is drawn from")
  func whole() throws {
    var world = try ready("whole")
    expect(isEmpty: nonces(saidBy: world))
    world.run(300)
    let nonce = try require(nonces(saidBy: world).first)
    expect(nonces(saidBy: world).count, equals: 1)
    expect(world.room(0)?.match?.nonces, equals: [nonce])
    expect(world.room(0)?.heard.flaw, equals: nil)
  }

  private func view(_ mode: Mode) -> RoomView {
    RoomView(name: "x", rules: .usual(of: mode), seats: 1, isListed: true, hasPassword: false)
  }

  /// What a server that sees the nonces could try, and whether a player finds it out.
  @Test("a nonce that is given after the seals were opened is found out")
  func tricks() throws {
    let (me, other) = (PlayerID(number: 1), PlayerID(number: 2))
    let own = try require(Nonce(hex: "00112233445566778899aabbccddeeff"))
    let chosen = try require(Nonce(hex: "c0ffee"))
    let seal = own.seal(hashing)
    let begin: [RoomEvent] = [
      .commit(match: 1, hash: secret("seed")), .readied(me, true, Share(seal: seal)),
      .readied(other, true, Share(nonce: Nonce(hex: "aa"))),
    ]
    let opened = RoomEvent.readied(me, true, Share(nonce: own, seal: seal))
    let call = RoomEvent.reveal(match: 1, players: [me, other])
    let given = RoomEvent.readied(other, true, Share(nonce: chosen))
    func flaw(_ events: [RoomEvent], _ nonces: [Nonce]) throws -> Flaw? {
      var room = RoomModel(
        code: try require(RoomCode("KM4T")), role: .player, me: me, last: 0, before: nil)
      let countdown = RoomEvent.countdown(
        match: 1, opens: Instant(milliseconds: 0), players: [me, other], nonces: nonces)
      for (index, event) in (begin + events + [countdown]).enumerated() {
        room.fold(.room(n: index + 1, event), hashing: hashing)
      }
      return room.heard.flaw
    }
    let first = try require(Nonce(hex: "aa"))
    try expect(flaw([call, opened], [own, first]), equals: nil)
    try expect(flaw([call], [.none, first]), equals: nil, "who keeps silent gives nothing")
    try expect(flaw([call, opened], [.none, first]), equals: .nonces, "but it was opened")
    try expect(flaw([call], [own, first]), equals: .nonces, "it was not opened")
    try expect(flaw([opened], [own, first]), equals: .nonces, "nobody was called")
    try expect(flaw([], [.none, first]), equals: .nonces, "nobody was called")
    try expect(flaw([call, opened, given], [own, chosen]), equals: .nonces, "given too late")
    try expect(flaw([call, opened, given, call], [own, chosen]), equals: .nonces, "called again")
    // Only other rules bring another seed for the same match; nothing given before may go with it.
    let anew: [RoomEvent] = [
      .settings(view(.daily)), .settings(view(.rgb)), .commit(match: 1, hash: secret("other")),
    ]
    try expect(flaw([call] + anew + [opened], [own, first]), equals: .commitment, "another seed")
    try expect(
      flaw([call, .away(other, until: Instant(milliseconds: 9)), opened], [own, first]),
      equals: .nonces, "the start was called off")
    let wrong = RoomEvent.readied(me, true, Share(nonce: chosen, seal: seal))
    try expect(flaw([call, wrong], [chosen, first]), equals: .nonces, "not the sealed one")
  }
}
