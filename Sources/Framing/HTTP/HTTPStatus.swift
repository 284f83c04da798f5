// The answers that this server gives over HTTP: RFC 9110, section 15, and RFC 6585. A refusal is a
// status and a sentence, for the person at the other end; it always closes the connection,
// because nobody can say where the next request starts after one that was not understood.

/// A status code of HTTP.
public enum HTTPStatus: Int, CaseIterable, Sendable {
  /// The connection is a WebSocket from here on.
  case switchingProtocols = 101
  /// Here it is.
  case ok = 200
  /// It is at another address.
  case found = 302
  /// What you have is still right.
  case notModified = 304
  /// This is no request.
  case badRequest = 400
  /// You may not: an origin that is not allowed.
  case forbidden = 403
  /// There is no such thing here.
  case notFound = 404
  /// Only GET and HEAD are answered.
  case methodNotAllowed = 405
  /// The request took too long to come.
  case requestTimeout = 408
  /// The request line is too long.
  case uriTooLong = 414
  /// This is a WebSocket, of version 13.
  case upgradeRequired = 426
  /// Too many requests.
  case tooManyRequests = 429
  /// The head is too long.
  case headTooLarge = 431
  /// Something went wrong here.
  case internalServerError = 500
  /// Not now: the server is full, or stops.
  case serviceUnavailable = 503
  /// Only HTTP/1.x is spoken here.
  case versionNotSupported = 505

  /// The phrase that goes with the number.
  public var reasonPhrase: String {
    switch self {
    case .switchingProtocols: "Switching Protocols"
    case .ok: "OK"
    case .found: "Found"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .uriTooLong: "URI Too Long"
    case .upgradeRequired: "Upgrade Required"
    case .tooManyRequests: "Too Many Requests"
    case .headTooLarge: "Request Header Fields Too Large"
    case .internalServerError: "Internal Server Error"
    case .serviceUnavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}

/// Why a request is not answered, or a response not taken.
public struct HTTPRefusal: Error, Equatable, Sendable {
  /// The status that says so.
  public let status: HTTPStatus
  /// What is wrong, as a sentence without its full stop.
  public let reason: String

  /// A refusal of one's own making, such as `.forbidden`.
  public init(_ status: HTTPStatus, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// The whole response, after which the connection closes. It carries the fields that its status
  /// demands (RFC 9110, sections 15.5.6 and 15.5.22; RFC 6455, section 4.4).
  /// - Parameters:
  ///   - fields: what else is to be said, such as `Date`.
  ///   - withBody: false if the request was HEAD.
  public func response(fields: [HTTPField], withBody: Bool) -> [UInt8] {
    let body = Array("\(status.rawValue) \(status.reasonPhrase): \(reason).\n".utf8)
    var all = fields
    switch status {
    case .methodNotAllowed: all.append(HTTPField("Allow", "GET, HEAD"))
    case .upgradeRequired:
      all.append(HTTPField("Upgrade", "websocket"))
      all.append(HTTPField("Sec-WebSocket-Version", "13"))
    default: break
    }
    let connection = status == .upgradeRequired ? "close, Upgrade" : "close"
    all.append(HTTPField("Connection", connection))
    all.append(HTTPField("Content-Type", "text/plain; charset=utf-8"))
    all.append(HTTPField("Content-Length", "\(body.count)"))
    return ResponseHead(status: status, fields: all).bytes + (withBody ? body : [])
  }

  static func badRequest(_ reason: String) -> Self { Self(.badRequest, reason) }
}
