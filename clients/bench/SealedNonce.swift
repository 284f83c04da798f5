// What a program that plays gives to the randomness of a match: a nonce that nobody can guess, and
// its seal, which is said first.

import Game
import Net
import Server

/// A nonce of one's own for one match.
struct SealedNonce {
  let nonce: Nonce
  /// What READY says of it.
  var share: Share { Share(seal: nonce.seal(.openSSL)) }

  init() {
    nonce = Nonce(hex: String(hex: randomBytes(16))) ?? .none
  }
}
