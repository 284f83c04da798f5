// How a session proves who its user is: after each WELCOME it says the key, signs what the server
// asks, and only then asks to be let in anywhere, since a room may be for known players. A server
// that knows nothing of it says so, or nothing, and the user plays on as somebody unknown.
// Invariant: nothing is signed but the answer to a question of our own, once, for this connection.

import Game
import Identity
import Wire

extension Session {
  /// Says which key the user owns.
  mutating func identify(_ outputs: inout [SessionOutput], at now: Instant) {
    guard state == .online, request == nil, let prover else { return }
    challengeDue = now + SessionLimits.challengeMilliseconds
    outputs.append(.send(.identify(prover.key)))
  }

  /// Signs what the server asks, if it was to be expected.
  mutating func prove(_ nonce: [UInt8], to server: ServerName, _ outputs: inout [SessionOutput]) {
    guard challengeDue != nil, let prover else { return }
    challengeDue = nil
    let text = ProofText(to: server, nonce: nonce, key: prover.key, on: binding)
    outputs.append(.send(.prove(signature: prover.sign(text.bytes), binding.kind)))
  }
}
