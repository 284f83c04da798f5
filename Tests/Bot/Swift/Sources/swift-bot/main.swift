// A bot: it takes a seat in a room, locks on every target of one match, and checks that match.

import CCrypto
import ClientCore
import Game
import Glibc
import Wire

let words = CommandLine.arguments
guard words.count == 4, let code = RoomCode(words[3]) else { fatalError("say HOST PORT ROOM") }
@Sendable func bytes(_ at: UnsafePointer<UInt8>?) -> [UInt8] { (0..<32).map { at?[$0] ?? 0 } }
let hashing = Hashing(
  sha256: { bytes(SHA256($0, $0.count, nil)) },
  hmac: { bytes(HMAC(EVP_sha256(), $0, Int32($0.count), $1, $1.count, nil, nil)) })
var session = Session(
  intent: .join(code, password: nil), hello: Hello(name: "Swift", isBot: true, app: "swift-bot"),
  secret: (0..<32).map { _ in .random(in: 0...255) }, hashing: hashing, selfPlay: nil)
let began = ContinuousClock.now
var now: Instant { Instant(milliseconds: Int(began.duration(to: .now) / .milliseconds(1))) }
var (wishes, wire, unread, match) = (session.start(at: now)[...], Int32(-1), [UInt8]()[...], 0)

while true {
  while let wish = wishes.popFirst() {
    switch wish {
    case .connect:
      var found: UnsafeMutablePointer<addrinfo>?
      getaddrinfo(words[1], words[2], nil, &found)
      guard let end = found?.pointee else { fatalError("there is no \(words[1])") }
      (wire, unread) = (socket(end.ai_family, Int32(SOCK_STREAM.rawValue), 0), [])
      let isMade = connect(wire, end.ai_addr, end.ai_addrlen) == 0
      wishes += session.handle(isMade ? .connected : .lost("nobody answers"), at: now)
    case .send(let message):
      var line: [UInt8] = []
      message.encode(into: &line)
      _ = send(wire, line, line.count, Int32(MSG_NOSIGNAL))
    case .disconnect: close(wire)
    case .keepConsent, .remember: break
    }
  }
  if case .ended(let end) = session.state { exit(end == .quit ? 0 : 1) }
  usleep(20_000)
  var read = [UInt8](repeating: 0, count: 4_096)
  let count = recv(wire, &read, read.count, Int32(MSG_DONTWAIT))
  if count == 0 { wishes += session.handle(.lost("the server is gone"), at: now) }
  unread += read.prefix(max(0, count))
  while let line = unread.takeLine() { wishes += session.handle(.received(line), at: now) }
  wishes += session.handle(.tick, at: now)
  guard let room = session.room, session.isInRoom else { continue }
  if match == 0, room.isBetweenMatches, room.commitment != nil {
    match = room.matchNumber
    wishes += session.act(.ready(true), at: now)
  } else if let round = room.match?.round, session.canMove(at: now) {
    wishes += session.act(.lock(round.challenge.answer), at: now)
  }
  if let played = room.match, played.number == match, let verdict = room.verdict {
    let points = played.results.compactMap { $0.score(of: room.me)?.points }
    print("the match was \(verdict == .verified ? "fair" : "not fair"); points: \(points)")
    wishes += session.act(.quit, at: now)
  }
}
