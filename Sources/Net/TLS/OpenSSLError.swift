// OpenSSL keeps the errors of a thread in a queue. This takes one out and says what it means here;
// the queue is empty afterwards, so that no later call finds what it did not cause.

import COpenSSL

/// One error of OpenSSL's.
struct OpenSSLError {
  /// Which part of OpenSSL it comes from (`ERR_LIB_…`).
  private let part: Int32
  private let reason: Int32
  /// The library's own word for it, such as `bad decrypt`.
  let words: String

  /// Takes the oldest error of this thread, the cause of those behind it, and drops the others.
  /// What TLS makes of a cipher's trouble is worth more than the trouble, so its errors go first.
  static func take() -> OpenSSLError {
    let oldest = OpenSSLError(ERR_get_error())
    var error = oldest
    while error.part != ERR_LIB_SSL {
      let code = ERR_get_error()
      if code == 0 { return oldest }
      error = OpenSSLError(code)
    }
    ERR_clear_error()
    return error
  }

  private init(_ code: UInt) {
    part = ERR_GET_LIB(code)
    reason = ERR_GET_REASON(code)
    words = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// What it means to a connection.
  var connectionFailure: TLSFailure {
    guard part == ERR_LIB_SSL else { return .broken(why: words) }
    switch reason {
    case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_WRONG_VERSION_NUMBER: return .notTLS
    case SSL_R_NO_APPLICATION_PROTOCOL: return .noCommonProtocol
    case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_UNKNOWN_PROTOCOL,
      SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_KEY_SHARE,
      SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_INAPPROPRIATE_FALLBACK:
      return .nothingInCommon(why: words)
    case Self.firstAlert..<Self.firstAlert + 256:
      let alert = SSL_alert_desc_string_long(reason - Self.firstAlert)
      return .refusedByPeer(alert: alert.map { String(cString: $0) } ?? words)
    default: return .broken(why: words)
    }
  }

  /// Whether a search for PEM came to the end without finding what it looked for.
  var isEndOfPEM: Bool { part == ERR_LIB_PEM && reason == PEM_R_NO_START_LINE }

  /// An alert that came in is an error whose reason is this and the number of the alert.
  private static let firstAlert = SSL_AD_REASON_OFFSET
}
