// Every answer over HTTP tells a browser to trust nothing more than it must: pages load from this
// server alone, run no inline code, and are shown in nobody's frame. It knows no page; a new page
// keeps to this, or the browser will not show it.

import Framing

/// The fields that go with every answer over HTTP, whatever its status.
enum SecurityFields {
  /// All of them, in the order in which they are sent.
  static let all: [HTTPField] = [
    HTTPField("Content-Security-Policy", contentPolicy),
    HTTPField("X-Content-Type-Options", "nosniff"),
    HTTPField("Referrer-Policy", "no-referrer"),
    HTTPField("X-Frame-Options", "DENY"),
    HTTPField("Cross-Origin-Opener-Policy", "same-origin"),
    HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
    HTTPField("Permissions-Policy", permissionsPolicy),
  ]

  /// Content Security Policy, level 3. `'self'` in `connect-src` covers the WebSocket, too.
  private static let contentPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "frame-ancestors 'none'",
    "base-uri 'none'", "form-action 'none'",
  ]
  .joined(separator: "; ")

  /// What a page may never ask a person for.
  private static let permissionsPolicy = [
    "camera", "display-capture", "geolocation", "microphone", "payment", "usb",
  ]
  .map { "\($0)=()" }.joined(separator: ", ")
}
