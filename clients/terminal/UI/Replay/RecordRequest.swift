// A record on its way from a server's archive to somebody who wants to see it again. It first
// proves who asks, since a match that was not for everybody names its players to them alone, and
// then asks for one piece after the other. It knows no socket and no clock, and does not believe
// what it gets: whether a record is true is checked once it is whole.
// Invariant: what comes of it is said once, as the last thing.

package import ClientCore
package import Game
package import Wire

/// One record that is asked for.
package struct RecordRequest: Sendable {
  /// What to do next.
  package enum Next: Equatable, Sendable {
    /// Wait for the next line.
    case wait
    /// Say this.
    case say(ClientMessage)
    /// Say this after `pauseMilliseconds`.
    case sayLater(ClientMessage)
    /// This is all of it.
    case whole([UInt8])
    /// There is none, for a reason.
    case failed(String)
  }

  /// From one piece to the next; so a server never has to say that it is too much at once.
  package static let pauseMilliseconds = 100

  /// What to say first.
  package let greeting: ClientMessage
  private let index: Int
  private let prover: Prover?
  private let binding: Binding
  private let serverKeys: ServerKeys
  private var pieces: RecordPieces
  /// Whether the server may ask who this is.
  private var isProving = false

  /// - Parameters:
  ///   - index: which match of the server's log.
  ///   - prover: who asks; nil for somebody unknown.
  ///   - binding: what the connection is bound to.
  ///   - serverKeys: what is known of this server's key, and of those of others.
  package init(
    _ index: Int, as hello: Hello, _ prover: Prover?, on binding: Binding,
    knowing serverKeys: ServerKeys = ServerKeys()
  ) {
    greeting = .hello(hello)
    self.index = index
    // Over plain TCP to elsewhere nothing can be proved.
    self.prover = binding == .open ? nil : prover
    self.binding = binding
    self.serverKeys = serverKeys
    pieces = RecordPieces(of: index)
  }

  /// Takes a line of the server, without its ending.
  package mutating func take(_ line: ArraySlice<UInt8>) -> Next {
    do throws(RecordPieces.Nonsense) {
      switch try pieces.take(line) {
      case .taken: return .wait
      case .next: return .sayLater(pieces.question)
      case .whole(let bytes): return .whole(bytes)
      case .refused(let refusal): return .failed(sentence(of: refusal))
      case .foreign(let message): return answer(message)
      }
    } catch {
      return .failed(Words["What the server said is not match #\(index)."])
    }
  }

  private mutating func answer(_ message: ServerMessage) -> Next {
    switch message {
    case .welcome:
      guard let prover else { return .say(pieces.question) }
      isProving = true
      return .say(.identify(prover.key))
    case .challenge(let nonce, let server):
      guard isProving, let prover else { return .wait }
      isProving = false
      if serverKeys.doubt(about: server.key, on: binding) != nil { return .say(pieces.question) }
      let text = ProofText(to: server, nonce: nonce, key: prover.key, on: binding)
      return .say(.prove(signature: prover.sign(text.bytes), binding.kind))
    case .proved: return .say(pieces.question)
    // A server that knows no identities, or does not believe this one, tells what it tells anybody.
    case .no(let refusal)
    where [ClientVerb.identify.rawValue, ClientVerb.prove.rawValue].contains(refusal.verb):
      isProving = false
      return .say(pieces.question)
    case .no(let refusal): return .failed(refusal.code.sentence)
    case .ping(let nonce): return .say(.pong(nonce: nonce))
    default: return .wait
    }
  }

  private func sentence(of refusal: RefusalLine) -> String {
    switch refusal.code {
    case .noMatch: Words["This server has no match #\(index), or does not keep it any longer."]
    case .notNow: Words["This server cannot show a match again: \(refusal.text ?? "not now")."]
    default: refusal.code.sentence
    }
  }
}
