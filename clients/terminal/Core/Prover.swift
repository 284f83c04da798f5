// Who the user is, as far as a session has to know it: the public half of a key, and something that
// signs with the other half, which never comes here.

public import Game

/// What a session proves with who its user is.
public struct Prover: Sendable {
  /// The public half.
  public let key: PublicKey
  /// Gives the signature of a message, 64 bytes, by the other half.
  public let sign: @Sendable (_ message: [UInt8]) -> [UInt8]

  /// The owner of a key.
  ///
  /// - Parameters:
  ///   - key: the public half.
  ///   - sign: gives the signature of a message, 64 bytes.
  public init(key: PublicKey, sign: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]) {
    self.key = key
    self.sign = sign
  }
}
