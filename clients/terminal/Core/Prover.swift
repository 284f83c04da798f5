// Who the user is, as far as a session has to know it: the public half of a key, and something that
// signs with the other half, which never comes here.

package import Game

/// What a session proves with who its user is.
package struct Prover: Sendable {
  package let key: PublicKey
  package let sign: @Sendable (_ message: [UInt8]) -> [UInt8]

  /// The owner of a key.
  ///
  /// - Parameter sign: gives the signature of a message, 64 bytes.
  package init(key: PublicKey, sign: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]) {
    self.key = key
    self.sign = sign
  }
}
