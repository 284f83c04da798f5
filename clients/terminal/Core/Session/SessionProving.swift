// How a session proves who its user is: after each WELCOME it says the key, signs what the server
// asks, and only then asks to be let in anywhere, since a room may be for known players. A server
// that knows nothing of it says so, or nothing, and the user plays on as somebody unknown.
// A server could pass on another server's challenge, and be the user there. So what is signed names
// the server as this end sees it. Nothing is signed for a key that is known as another server's, or
// is not the one of this address. Over plain TCP nothing is signed for a server that is not on this
// machine or network, nor for one on this network before the user has agreed, once for each
// address. On this machine there is nothing to ask: nobody stands between.
// Invariant: nothing is signed but the answer to a question of our own, once, for this connection.

public import Game
import Wire

extension Session {
  /// Says which key the user owns.
  mutating func identify(_ outputs: inout [SessionOutput], at now: Instant) {
    guard state == .online, request == nil, prover != nil else { return }
    if binding == .open { return stayUnknown(SessionProving.unencrypted, at: now) }
    switch consent {
    case .given: askForChallenge(&outputs, at: now)
    case .asked where hasRefusedConsent: break
    case .asked:
      asksToProve = true
      tell(SessionProving.question, nil, lasts: true, at: now)
    case .absent: stayUnknown(SessionProving.unasked, at: now)
    }
  }

  /// Takes the user's answer. A no holds as long as the session.
  mutating func answer(agrees: Bool, _ outputs: inout [SessionOutput], at now: Instant) {
    guard asksToProve else { return }
    asksToProve = false
    hasRefusedConsent = !agrees
    guard agrees else { return }
    consent = .given
    outputs.append(.keepConsent)
    askForChallenge(&outputs, at: now)
  }

  /// Says once why the server is not told who the user is.
  private mutating func stayUnknown(_ why: String, at now: Instant) {
    if whyUnknown == nil { tell(why, nil, at: now) }
    whyUnknown = why
  }

  private mutating func askForChallenge(_ outputs: inout [SessionOutput], at now: Instant) {
    guard let prover else { return }
    challengeDue = now + SessionLimits.challengeMilliseconds
    outputs.append(.send(.identify(prover.key)))
  }

  /// Signs what the server asks, if it was to be expected.
  mutating func prove(
    _ nonce: [UInt8], to server: ServerName, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    guard challengeDue != nil, let prover else { return }
    challengeDue = nil
    if let doubt = doubt(about: server.key) {
      whyUnknown = doubt
      return tell(doubt, nil, lasts: true, at: now)
    }
    let text = ProofText(to: server, nonce: nonce, key: prover.key, on: binding)
    outputs.append(.send(.prove(signature: prover.sign(text.bytes), binding.kind)))
  }
}

/// What is known of servers by their keys.
public struct ServerKeys: Hashable, Sendable {
  /// The key of the server at this address; nil if it has shown none yet.
  public var own: [UInt8]?
  /// The addresses of other servers, by their keys.
  public var others: [[UInt8]: String] = [:]

  /// Nothing is known.
  public init() {}

  /// Why a server that says that it has this key is not to be believed.
  ///
  /// - Parameters:
  ///   - key: the key that it says it has.
  ///   - binding: how the connection is bound; over TLS a server may well have two addresses, and
  ///     can pass nothing on.
  public func doubt(about key: [UInt8], on binding: Binding) -> String? {
    if let own {
      return own == key
        ? nil : Words["This server has another key than before: you play as a guest."]
    }
    switch binding {
    case .tls, .web: return nil
    case .address, .open:
      return others[key].map { Words["This server has the key of \($0): you play as a guest."] }
    }
  }
}

extension Session {
  /// Why a server that says that it has this key is not to be believed.
  func doubt(about key: [UInt8]) -> String? {
    var keys = serverKeys
    keys.own = keys.own ?? logWatch?.memory?.key
    return keys.doubt(about: key, on: binding)
  }
}

/// What is said about proofs.
private enum SessionProving {
  static var unencrypted: String {
    Words["You play as a guest, unencrypted. Better: tls:// before the address."]
  }
  static var question: String {
    Words["New server, unencrypted: may it know who you are? yes or no"]
  }
  static var unasked: String {
    Words["You play as a guest: nobody was asked if this server may know you."]
  }
}
