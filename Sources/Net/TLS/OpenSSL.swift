// How OpenSSL begins. By itself it takes its locks down when the process exits, and a thread that
// is still shaking hands then crashes on them; so here it never does, and the system takes back
// what it has. Invariant: this comes before any other call into OpenSSL: the first one decides.

import COpenSSL

enum OpenSSL {
  /// Begins it, once for the process; to be called by all code that may be the first to use it.
  static func begin() {
    precondition(hasBegun, "OpenSSL begins unless there is no memory")
  }

  private static let hasBegun = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
