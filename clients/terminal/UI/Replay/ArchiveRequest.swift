// Something that is asked of a server's archive on a connection of its own, and how one says there
// who asks: a match that was not for everybody is told to its players alone. It knows no socket and
// no clock.
// Invariant: what comes of a request is said once, as the last thing.

import ClientCore
import Game
package import Wire

/// What a request wants next.
package enum ArchiveStep: Equatable, Sendable {
  /// Wait for the next line.
  case wait
  /// Say this.
  case say(ClientMessage)
  /// Say this after `archivePauseMilliseconds`.
  case sayLater(ClientMessage)
  /// This is all of it.
  case whole([UInt8])
  /// There is none, for a reason.
  case failed(String)
}

/// From one piece to the next; so a server never has to say that it is too much at once.
package let archivePauseMilliseconds = 150

/// A request, which is told line by line what the server says.
package protocol ArchiveRequest: Sendable {
  /// What to say first.
  var greeting: ClientMessage { get }
  /// Takes a line of the server, without its ending.
  mutating func take(_ line: ArraySlice<UInt8>) -> ArchiveStep
}

/// Says who asks, to a server that wants to know.
struct Introduction: Sendable {
  /// What a message meant.
  enum Meaning {
    case say(ClientMessage)
    /// The server knows who asks, or never will.
    case over
    /// It is about something else.
    case foreign
  }

  private let prover: Prover?
  private let binding: Binding
  private let serverKeys: ServerKeys
  /// Whether the server may ask who this is.
  private var isProving = false

  init(of prover: Prover?, on binding: Binding, knowing serverKeys: ServerKeys) {
    // Over plain TCP to elsewhere nothing can be proved.
    self.prover = binding == .open ? nil : prover
    self.binding = binding
    self.serverKeys = serverKeys
  }

  mutating func take(_ message: ServerMessage) -> Meaning {
    switch message {
    case .welcome:
      guard let prover else { return .over }
      isProving = true
      return .say(.identify(prover.key))
    case .challenge(let nonce, let server):
      guard isProving, let prover else { return .foreign }
      isProving = false
      if serverKeys.doubt(about: server.key, on: binding) != nil { return .over }
      let text = ProofText(to: server, nonce: nonce, key: prover.key, on: binding)
      return .say(.prove(signature: prover.sign(text.bytes), binding.kind))
    case .proved: return .over
    // A server that knows no identities, or does not believe this one, tells what it tells anybody.
    case .no(let refusal)
    where [ClientVerb.identify.rawValue, ClientVerb.prove.rawValue].contains(refusal.verb):
      isProving = false
      return .over
    case .ping(let nonce): return .say(.pong(nonce: nonce))
    default: return .foreign
    }
  }
}
