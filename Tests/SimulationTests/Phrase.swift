// Lines with blanks, which are filled in when they are said: with what the speaker knows, or with
// what the whole world knows where a stranger's secret is to be tried. A blank stands in braces.
//
//     {nonce} {stale}   of the newest PING heard, and of the one before
//     {token N}         person N's token in this hall
//     {room N}          the code of the Nth newest room of this hall
//     {player N}        person N's number as a player
//     {secret} {seal}   the person's own nonce, and its seal
//     {key}             the key that the person owns
//     {signature}       what proves that, and {forgery} what does not
//     {answer}          what matches the open round, as values
//     {last}            the number of the last event heard, 0 when more may be on its way
//     {clock}           the speaker's own clock
//     {claim} {claim N} when the speaker believes it is, in milliseconds after the opening, and so
//                       many before that

import Game
import TranscriptSupport
import Wire

extension World {
  func fill(_ phrase: String, by person: Person) -> String {
    guard phrase.utf8.contains(UInt8(ascii: "{")) else { return phrase }
    var line = ""
    for part in phrase.split(separator: "{", omittingEmptySubsequences: false) {
      guard let end = part.firstIndex(of: "}") else {
        line += part
        continue
      }
      line += value(of: part[..<end], for: person) + part[part.index(after: end)...]
    }
    return line
  }

  private func value(of blank: Substring, for person: Person) -> String {
    let words = blank.split(separator: " ")
    let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    switch words.first {
    case "nonce": return person.nonces.newest
    case "stale": return person.nonces.stale
    case "token": return people[number % people.count].tokens[person.hall] ?? "none"
    case "room":
      let rooms = houses[person.hall].chronicles
      return rooms.isEmpty ? "2222" : rooms[max(rooms.count - 1 - number, 0)].code.text
    case "player": return people[number % people.count].viewer.me?.wire ?? "p0"
    case "secret": return person.secret.text
    case "seal": return person.seal
    case "key": return String(hex: person.keys.key.bytes)
    case "signature": return person.signature()
    case "forgery": return person.signature(of: [UInt8](repeating: 0, count: 32))
    case "answer": return person.answer?.values.map(String.init).joined(separator: ",") ?? "0,0,0"
    case "replay": return person.reading.next ?? "REPLAY index=\(number)"
    case "last": return String(person.isSettled ? person.viewer.room?.last ?? 0 : 0)
    case "clock": return String(person.clock.reading(at: now))
    case "claim": return String(max(0, (person.claim(at: now) ?? 0) - number))
    default: return "\(blank)"
    }
  }
}

extension Person {
  /// What matches the open round exactly; nil when there is none, or when it is out of sight.
  var answer: Guess? {
    guard let round, let mode = viewer.room?.settings?.rules.mode else { return nil }
    return mode.challenge(of: round).answer
  }

  /// What the person answers to who asks for the key: the signature of that question, or of
  /// another nonce.
  func signature(of other: [UInt8]? = nil) -> String {
    guard let (nonce, server) = challenge else { return String(repeating: "0", count: 128) }
    return String(
      hex: keys.sign(ProofText(to: server, nonce: other ?? nonce, key: keys.key, on: .inMemory)))
  }

  var secret: Nonce { Nonce(hex: "5ec2e7\(number)") ?? .none }

  /// Its seal, as it stands on the wire.
  var seal: String {
    secret.seal(.genuine).map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }
      .joined()
  }

  /// How many milliseconds after the opening it is, by the person's measure of the server's clock.
  func claim(at now: Int) -> Int? {
    guard let round, let time = clock.serverTime(at: now) else { return nil }
    return time - round.opens.milliseconds
  }
}
