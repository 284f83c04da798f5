// One whole answer over HTTP, as the site and the admin listener give it: date, length, whether the
// connection stays, what browsers have to know, and the body unless only the head was asked for.

import Framing

/// A response, ready to be sent.
struct WholeResponse: Equatable, Sendable {
  let status: HTTPStatus
  let bytes: [UInt8]

  /// An answer to a request.
  ///
  /// - Parameters:
  ///   - fields: what only this answer says.
  ///   - body: nil where the status has none, and no length either.
  ///   - head: the request; it says whether a body is wanted and whether the connection stays.
  ///   - unixSeconds: now, from 1970 to 9999.
  init(
    _ status: HTTPStatus, _ fields: [HTTPField], _ body: [UInt8]?, to head: RequestHead,
    unixSeconds: Int
  ) {
    var all = [HTTPField("Date", httpDate(unixSeconds: unixSeconds))]
    if let body { all.append(HTTPField("Content-Length", "\(body.count)")) }
    if !head.keepsConnection {
      all.append(HTTPField("Connection", "close"))
    } else if head.minorVersion == 0 {
      all.append(HTTPField("Connection", "keep-alive"))
    }
    let answer = ResponseHead(status: status, fields: all + fields + SecurityFields.all).bytes
    self.status = status
    bytes = head.method == .get ? answer + (body ?? []) : answer
  }

  /// No, also to what could not be read at all. The connection closes after it.
  ///
  /// - Parameters:
  ///   - unixSeconds: now, from 1970 to 9999.
  ///   - withBody: false if the request was HEAD.
  init(refusing refusal: HTTPRefusal, unixSeconds: Int, withBody: Bool) {
    let date = HTTPField("Date", httpDate(unixSeconds: unixSeconds))
    status = refusal.status
    bytes = refusal.response(
      fields: [date, HTTPField("Cache-Control", "no-store")] + SecurityFields.all,
      withBody: withBody)
  }
}
