// Plays a transcript without knowing what it is played on. It says what has to be done next and is
// told what each client heard; sockets, memory and time belong to its driver:
//
//     while let request = try player.next() {
//       switch request {
//       case .connect(let client): …
//       case .send(let client, let bytes): …
//       case .listen(let client): let something happen; tell `heard` and `ended`; if nothing can
//                                 happen any more, throw player.failure("…")
//       …
//
// Invariant: `next` never skips a step that was not fulfilled.

import Game
import Net

package struct TranscriptPlayer: Sendable {
  package enum Request: Sendable, Equatable {
    case connect(String)
    case send(String, [UInt8])
    case listen(String)
    case cut(String)
    case wait(milliseconds: Int)
    case stop
    case drain
    /// The server is killed, and another one goes on from its journal. From now on no client has a
    /// connection.
    case crash
  }

  private struct Client {
    /// Lines that no step has asked for yet.
    var unheard: [String] = []
    var verbs: Set<String> = []
    var hasEnded = false
    /// What the connection is bound to, as it stands in a proof.
    var binding = "addr:127.0.0.1:7313"
  }

  /// What a client hears whenever it pleases the server; it counts only where a step asks for it.
  static let volatileVerbs = ["MOVE", "WATCHERS", "PING"]

  private let transcript: Transcript
  private var position = 0
  private var captures: Captures = [:]
  private var clients: [String: Client] = [:]

  package init(_ transcript: Transcript) { self.transcript = transcript }

  /// A client heard a line, given without its ending.
  package mutating func heard(_ line: String, by client: String) {
    clients[client]?.unheard.append(line)
    clients[client]?.verbs.insert(line.verb)
  }

  /// A client sees what its connection is bound to; to the address in memory unless this is told.
  package mutating func bound(_ client: String, to binding: String) {
    clients[client]?.binding = binding
  }

  package mutating func ended(_ client: String) { clients[client]?.hasEnded = true }

  /// What has to be done next; nil when the transcript has been played.
  package mutating func next() throws(TranscriptFailure) -> Request? {
    while position < transcript.steps.count {
      let step = transcript.steps[position]
      if let request = try fulfill(step.action) { return request }
      position += 1
    }
    return nil
  }

  /// Gives up at the present step, for a reason that only the driver knows.
  package func failure(_ why: String) -> TranscriptFailure {
    let step = transcript.steps[min(position, transcript.steps.count - 1)]
    let unheard = clients.keys.sorted()
      .flatMap { name in (clients[name]?.unheard ?? []).prefix(5).map { "\(name)< \($0)" } }
    return TranscriptFailure(
      transcript: transcript.name, line: step.line, why: why, unheard: unheard)
  }

  private mutating func fulfill(_ action: Transcript.Action) throws(TranscriptFailure) -> Request? {
    switch action {
    case .connect(let name): return connect(name)
    case .say(let name, let template):
      if let request = connect(name) { return request }
      guard let line = template.filled(from: captures) else {
        throw failure("a name in this line was not heard before")
      }
      return once(.send(name, Array(line.utf8) + [UInt8(ascii: "\n")]))
    case .prove(let name, let seed, let template):
      if let request = connect(name) { return request }
      return once(.send(name, try proof(by: name, seed, template)))
    case .send(let name, let bytes):
      if let request = connect(name) { return request }
      return once(.send(name, bytes))
    case .hear(let name, let pattern): return try hear(pattern, name, skipping: false)
    case .hearAtLast(let name, let pattern): return try hear(pattern, name, skipping: true)
    case .hearNever(let name, let verb):
      guard clients[name]?.verbs.contains(verb) == false else {
        throw failure("\(name) heard \(verb), or is not connected")
      }
      return nil
    case .hearEnd(let name): return try hearEnd(name)
    case .cut(let name):
      clients[name] = nil
      return once(.cut(name))
    case .wait(let milliseconds): return once(.wait(milliseconds: milliseconds))
    case .stop: return once(.stop)
    case .drain: return once(.drain)
    case .crash:
      clients = [:]
      return once(.crash)
    }
  }

  /// The line that proves a text, which ends in what the connection is bound to.
  private func proof(
    by name: String, _ seed: [UInt8], _ template: Template
  ) throws(TranscriptFailure) -> [UInt8] {
    var captures = captures
    captures["bind"] = clients[name]?.binding
    guard let text = template.filled(from: captures),
      let signature = ed25519Signature(of: Array(text.utf8), seed: seed),
      let bind = text.split(separator: " ").last?.split(separator: "=", maxSplits: 1).last
    else { throw failure("this cannot be signed") }
    let kind = bind.prefix { $0 != ":" }
    return Array("PROVE sig=\(String(hex: signature)) bind=\(kind)\n".utf8)
  }

  private mutating func once(_ request: Request) -> Request {
    position += 1
    return request
  }

  private mutating func connect(_ name: String) -> Request? {
    if clients[name] != nil { return nil }
    clients[name] = Client()
    return .connect(name)
  }

  private mutating func hear(
    _ pattern: LinePattern, _ name: String, skipping: Bool
  ) throws(TranscriptFailure) -> Request? {
    while let line = clients[name]?.unheard.first {
      if pattern.matches(line, &captures) {
        clients[name]?.unheard.removeFirst()
        return nil
      }
      let isVolatile =
        line.verb != pattern.verb && TranscriptPlayer.volatileVerbs.contains(line.verb)
      if !skipping && !isVolatile { throw failure("\(name) heard something else") }
      clients[name]?.unheard.removeFirst()
    }
    guard clients[name]?.hasEnded == false else { throw failure("\(name) is not connected") }
    return .listen(name)
  }

  private mutating func hearEnd(_ name: String) throws(TranscriptFailure) -> Request? {
    while let line = clients[name]?.unheard.first {
      guard TranscriptPlayer.volatileVerbs.contains(line.verb) else {
        throw failure("\(name) heard something else")
      }
      clients[name]?.unheard.removeFirst()
    }
    guard let client = clients[name] else { throw failure("\(name) is not connected") }
    if !client.hasEnded { return .listen(name) }
    clients[name] = nil
    return nil
  }
}

package struct TranscriptFailure: Error, CustomStringConvertible {
  let transcript: String
  let line: Int
  let why: String
  let unheard: [String]

  package var description: String {
    (["\(transcript).txt:\(line) \(why)"] + unheard).joined(separator: "\n  ")
  }
}

extension String {
  fileprivate var verb: String { String(prefix { $0 != " " }) }
}
