// How somebody proves to be the owner of a key: the server gives a nonce, the client signs it
// together with whom it is said to and on which connection, and the server checks. Both ends write
// the same text from what they see themselves. It knows no connection, reads no clock, and leaves
// signatures to code that is handed in. Invariant: a challenge is answered once, in time, by the
// key that it was given to, or it is worth nothing.

/// Whom something is proved to.
public struct ServerName: Hashable, Sendable {
  /// What the server calls the log of its matches: visible ASCII without `%`.
  public let log: String
  /// How many bytes `key` has.
  public static let keyByteCount = 32
  /// The server's own key, or what stands for it: 32 bytes.
  public let key: [UInt8]

  /// Names a server.
  public init(log: String, key: [UInt8]) {
    self.log = log
    self.key = key
  }
}

/// What is signed.
public struct ProofText: Hashable, Sendable {
  /// The text, without a line ending.
  public let text: String

  /// Says that the owner of a key answers a nonce of that server on that connection.
  public init(to server: ServerName, nonce: [UInt8], key: PublicKey, on binding: Binding) {
    let bind =
      switch binding {
      case .tls(let exported): "tls:\(String(hex: exported))"
      case .web(let origin): "web:\(origin)"
      case .address(let address): "addr:\(address)"
      case .open: "open"
      }
    text =
      "PROVE log=\(server.log) server=\(String(hex: server.key)) nonce=\(String(hex: nonce)) "
      + "key=\(String(hex: key.bytes)) bind=\(bind)"
  }

  /// The bytes that are signed.
  public var bytes: [UInt8] { Array(text.utf8) }
}

/// The check of signatures, handed in from outside like hashing.
public struct Verifying: Sendable {
  /// Whether that is the signature of the message by a key.
  public let isSigned:
    @Sendable (_ message: [UInt8], _ signature: [UInt8], _ key: PublicKey) -> Bool

  /// Takes the function of whatever library is at hand.
  public init(
    isSigned:
      @escaping @Sendable (
        _ message: [UInt8], _ signature: [UInt8], _ key: PublicKey
      ) -> Bool
  ) {
    self.isSigned = isSigned
  }
}

/// A question that one key may answer once.
public struct ProofRequest: Hashable, Sendable {
  /// How many bytes its nonce has.
  public static let nonceByteCount = 32
  /// How many bytes a signature has.
  public static let signatureByteCount = 64

  /// The key that is to answer.
  public let key: PublicKey
  private let nonce: [UInt8]
  private let until: Instant

  /// Asks a key.
  ///
  /// - Parameters:
  ///   - key: whose owner is asked.
  ///   - nonce: 32 bytes that nobody could know before.
  ///   - until: when it is too late to answer.
  public init(for key: PublicKey, nonce: [UInt8], until: Instant) {
    self.key = key
    self.nonce = nonce
    self.until = until
  }

  /// Judges an answer. Whatever becomes of it, the challenge is used up.
  ///
  /// - Parameters:
  ///   - signature: the answer, 64 bytes.
  ///   - kind: what the client says that it is bound to.
  ///   - binding: what this end sees.
  ///   - server: how this server is named in proofs.
  ///   - now: when the answer came.
  ///   - verifying: checks signatures.
  /// - Throws: why it proves nothing.
  public func judge(
    _ signature: [UInt8], boundTo kind: Binding.Kind, on binding: Binding, to server: ServerName,
    at now: Instant, _ verifying: Verifying
  ) throws(ProofError) {
    guard now < until else { throw .late }
    if kind == .open || binding == .open { throw .unbound }
    guard kind == binding.kind else { throw .boundElsewhere(kind) }
    let proof = ProofText(to: server, nonce: nonce, key: key, on: binding)
    guard verifying.isSigned(proof.bytes, signature, key) else { throw .badSignature }
  }
}

/// Why a proof is none.
public enum ProofError: Error, Hashable, Sendable {
  /// The time to answer is over.
  case late
  /// Nothing ties the proof to the connection: anybody could have passed it on.
  case unbound
  /// The client sees another kind of connection than the server: something between ends it.
  case boundElsewhere(Binding.Kind)
  /// The signature is not that of the key under this text.
  case badSignature
}
