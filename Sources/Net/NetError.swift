// What can go wrong with an address or a socket, as a person would want to read it.

import Glibc

/// Why a socket could not be had, or why a connection was never made.
public enum NetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another program listens there.
  case addressInUse(Endpoint)
  /// The system does not let this user listen or connect there.
  case permissionDenied(Endpoint)
  /// No interface of this machine has that address.
  case addressNotAvailable(Endpoint)
  /// To listen, an address is needed: an IPv4 or IPv6 literal, or `localhost`.
  case notAnAddress(String)
  /// The name has no address; `why` is the resolver's own word.
  case cannotResolve(String, why: String)
  /// The machine answers, but nothing listens there.
  case refused(Endpoint)
  /// The system knows no route to that machine.
  case unreachable(Endpoint)
  /// No answer in time.
  case timedOut(Endpoint)
  /// The machine answers, but not as a server of ours.
  case speaksOtherwise(Endpoint)
  /// TLS cannot be agreed on, or the server is not who it should be.
  case insecure(Endpoint, TLSFailure)
  /// The process may not open another descriptor.
  case noDescriptors
  /// What was handed over to listen on is no socket that listens.
  case notListening(descriptor: Int32)
  /// Anything else: the system call and its errno.
  case failed(call: String, code: Int32)

  /// One sentence without its full stop.
  public var description: String {
    switch self {
    case .addressInUse(let endpoint): "\(endpoint) is in use by another program"
    case .permissionDenied(let endpoint): "not permitted to use \(endpoint)"
    case .addressNotAvailable(let endpoint): "this machine does not have the address \(endpoint)"
    case .notAnAddress(let host): "\"\(host)\" is not an address to listen on"
    case .cannotResolve(let host, let why): "cannot find \"\(host)\": \(why)"
    case .refused(let endpoint): "nothing listens on \(endpoint)"
    case .unreachable(let endpoint): "cannot reach \(endpoint)"
    case .timedOut(let endpoint): "no answer from \(endpoint)"
    case .speaksOtherwise(let endpoint): "\(endpoint) speaks another protocol"
    case .insecure(let endpoint, let failure): "cannot connect safely to \(endpoint): \(failure)"
    case .noDescriptors: "no file descriptors left"
    case .notListening(let descriptor): "descriptor \(descriptor) is not a socket that listens"
    case .failed(let call, let code): "\(call): \(errorMessage(code))"
    }
  }

  /// The error of a system call about an endpoint.
  init(call: String, code: Int32, endpoint: Endpoint) {
    switch code {
    case EADDRINUSE: self = .addressInUse(endpoint)
    case EACCES, EPERM: self = .permissionDenied(endpoint)
    case EADDRNOTAVAIL: self = .addressNotAvailable(endpoint)
    case ECONNREFUSED: self = .refused(endpoint)
    case EHOSTUNREACH, ENETUNREACH, EAFNOSUPPORT: self = .unreachable(endpoint)
    case ETIMEDOUT: self = .timedOut(endpoint)
    case EMFILE, ENFILE: self = .noDescriptors
    default: self = .failed(call: call, code: code)
    }
  }
}

/// The system's words for an errno.
func errorMessage(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
