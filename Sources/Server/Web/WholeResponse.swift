// One whole answer over HTTP, as the site and the admin listener give it: date, length, whether the
// connection stays, what browsers have to know, and the body unless only the head was asked for.

import Framing

/// The bytes of a response.
///
/// - Parameters:
///   - fields: what only this answer says.
///   - body: nil where the status has none, and no length either.
///   - head: the request; it says whether a body is wanted and whether the connection stays.
///   - unixSeconds: now, from 1970 to 9999.
func wholeResponse(
  _ status: HTTPStatus, _ fields: [HTTPField], _ body: [UInt8]?, to head: RequestHead,
  unixSeconds: Int
) -> [UInt8] {
  var all = [HTTPField("Date", httpDate(unixSeconds: unixSeconds))]
  if let body { all.append(HTTPField("Content-Length", "\(body.count)")) }
  if !head.keepsConnection {
    all.append(HTTPField("Connection", "close"))
  } else if head.minorVersion == 0 {
    all.append(HTTPField("Connection", "keep-alive"))
  }
  let answer = ResponseHead(status: status, fields: all + fields + SecurityFields.all).bytes
  return head.method == .get ? answer + (body ?? []) : answer
}
