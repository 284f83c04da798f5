// Tells the player who typed an address what went wrong on the way to a server, and what to do
// about it. Net says what happened; what to do next depends on being a player of this game, so it
// is said here. Also here: after which failures trying again would be of no use.

import ClientCore
import Net
import TerminalUI

extension NetError {
  /// What happened and what to do, in whole sentences.
  var advice: String { next.map { "\(sentence) \($0)" } ?? sentence }

  /// What happened, for where there is space for no more.
  var sentence: String { "\(capitalized)." }

  /// A sentence begins with a capital letter; a host and a system call keep theirs.
  private var capitalized: String {
    switch self {
    case .addressInUse, .speaksOtherwise, .failed: description
    default: description.prefix(1).uppercased() + description.dropFirst()
    }
  }

  /// What to do next; nil where there is nothing.
  private var next: String? {
    switch self {
    case .addressInUse: Words["--port 0 takes a free port."]
    case .permissionDenied(let endpoint):
      endpoint.port < NetError.firstFreePort
        ? Words["Ports below \(NetError.firstFreePort) are reserved; take a higher one."]
        : Words["A firewall or security policy of this machine forbids it."]
    case .addressNotAvailable: Words["--bind 0.0.0.0 takes every address."]
    case .notAnAddress: Words["--bind takes an IPv4 or IPv6 address, or localhost."]
    case .cannotResolve: Words["Is the name spelled right, and is this machine online?"]
    case .refused:
      Words["The machine is there: does chromatchd (or chromatch host) run on it, on that port?"]
    case .unreachable: Words["Is this machine on the same network, or online at all?"]
    case .timedOut:
      Words["The machine may be off, or a firewall may drop what is sent to that port."]
    case .speaksOtherwise: Words["Something else listens there; is the port right?"]
    case .insecure(let endpoint, let failure): failure.advice(at: endpoint)
    case .noDescriptors: Words["Close some programs, or raise the limit (ulimit -n)."]
    case .notListening, .failed: nil
    }
  }

  private static let firstFreePort: UInt16 = 1_024

  /// Whether trying again would not help, as long as the address is the same.
  var isFinal: Bool {
    switch self {
    case .cannotResolve, .refused, .unreachable, .permissionDenied, .notAnAddress,
      .addressNotAvailable, .notListening:
      true
    case .insecure(_, let failure): failure.isFinal
    case .addressInUse, .timedOut, .speaksOtherwise, .noDescriptors, .failed: false
    }
  }
}

extension TLSFailure {
  /// What to do next about a handshake that failed; nil where there is nothing.
  fileprivate func advice(at endpoint: Endpoint) -> String? {
    switch self {
    case .notTLS, .refusedByPeer:
      Words[
        "It may accept plain TCP only: leave out tls:// or chromatch:// if you trust the network."]
    case .noCommonProtocol: Words["Something else listens there; is the port right?"]
    case .nothingInCommon: Words["The server may be too old, or too new, for this chromatch."]
    case .endedInHandshake, .truncated:
      Words["The server hung up; it may be starting or stopping. Try again."]
    case .peerDoesNotRead, .broken:
      Words["Something on the way alters the data. Try another network."]
    case .certificateChanged, .untrusted, .otherHost:
      Words["Ask the operator of \(endpoint) for the fingerprint of its certificate."]
    case .noCertificate, .badCertificate, .refusedCertificate, .noKey, .badKey, .encryptedKey,
      .keyOfAnotherCertificate:
      Words["Give it another certificate and key, or none: --no-tls."]
    case .notAHost: Words["A certificate is for a name or an address; is the host spelled right?"]
    }
  }

  /// Whether the other side has made up its mind.
  fileprivate var isFinal: Bool {
    switch self {
    case .notTLS, .noCommonProtocol, .nothingInCommon, .refusedByPeer: true
    default: false
    }
  }
}
