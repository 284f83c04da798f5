// One question to a web server nearby, for command lines, which may wait: no TLS, no proxy, and
// nothing is followed. It knows nothing of what is asked.

import Glibc

/// What a web server answered.
public struct FetchedPage: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// The body as text.
  public let body: String
}

/// Asks a web server for a page. Blocks, but not for ever.
///
/// - Throws: why there is no answer.
public func fetch(_ path: String, from endpoint: Endpoint) throws(NetError) -> FetchedPage {
  var failure = NetError.unreachable(endpoint)
  for address in try endpoint.resolve() {
    do throws(NetError) {
      let descriptor = try connection(to: address, of: endpoint)
      defer { close(descriptor) }
      let request = "GET \(path) HTTP/1.1\r\nHost: \(endpoint)\r\nConnection: close\r\n\r\n"
      return try answer(to: request, on: descriptor, from: endpoint)
    } catch {
      failure = error
    }
  }
  throw failure
}

/// How long any one step waits, in seconds.
private let fetchSecondsMax = 5
/// No answer is longer.
private let answerBytesMax = 4 << 20

private func connection(
  to address: SocketAddress, of endpoint: Endpoint
) throws(NetError) -> Int32 {
  let descriptor = socket(address.family, streamSocket | Int32(SOCK_CLOEXEC.rawValue), 0)
  guard descriptor >= 0 else {
    throw NetError(call: "socket", code: errno, endpoint: endpoint)
  }
  var wait = timeval(tv_sec: fetchSecondsMax, tv_usec: 0)
  for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
    setsockopt(descriptor, SOL_SOCKET, option, &wait, socklen_t(MemoryLayout<timeval>.size))
  }
  guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
    let code = errno == EINPROGRESS ? ETIMEDOUT : errno
    close(descriptor)
    throw NetError(call: "connect", code: code, endpoint: endpoint)
  }
  return descriptor
}

private func answer(
  to request: String, on descriptor: Int32, from endpoint: Endpoint
) throws(NetError) -> FetchedPage {
  let sent = Array(request.utf8)
  guard send(descriptor, sent, sent.count, Int32(MSG_NOSIGNAL)) == sent.count else {
    throw NetError(call: "send", code: errno, endpoint: endpoint)
  }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = recv(descriptor, &piece, piece.count, 0)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      let code = errno == EAGAIN ? ETIMEDOUT : errno
      throw NetError(call: "recv", code: code, endpoint: endpoint)
    }
    if count == 0 { break }
    bytes += piece[..<count]
    guard bytes.count <= answerBytesMax else { throw .speaksOtherwise(endpoint) }
  }
  let text = String(decoding: bytes, as: UTF8.self)
  let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
  guard let end = text.firstRange(of: "\r\n\r\n"), words.count >= 2,
    words[0].hasPrefix("HTTP/1."), let status = Int(words[1])
  else { throw .speaksOtherwise(endpoint) }
  return FetchedPage(status: status, body: String(text[end.upperBound...]))
}
