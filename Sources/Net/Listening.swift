// Sockets that listen, before anybody watches them.

import Glibc

/// A socket that listens there as `Reactor.listen` would; clients that connect wait.
///
/// - Returns: its descriptor, which is the caller's.
/// - Throws: an error that says in words why it cannot.
public func openListener(at endpoint: Endpoint, backlog: Int32) throws(NetError) -> Int32 {
  guard let address = endpoint.literalAddresses?.first else {
    throw NetError.notAnAddress(endpoint.host)
  }
  let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let listener = socket(address.family, streamSocket | flags, 0)
  if listener < 0 { throw NetError(call: "socket", code: errno, endpoint: endpoint) }
  prepareListener(listener, family: address.family)
  var failedCall: String?
  if address.withPointer({ bind(listener, $0, $1) }) != 0 {
    failedCall = "bind"
  } else if listen(listener, backlog) != 0 {
    failedCall = "listen"
  }
  guard let failedCall else { return listener }
  let code = errno
  close(listener)
  throw NetError(call: failedCall, code: code, endpoint: endpoint)
}

/// Looks whether somebody could listen there.
///
/// - Throws: an error that says in words why not.
public func tryListening(at endpoint: Endpoint) throws(NetError) {
  close(try openListener(at: endpoint, backlog: 1))
}
