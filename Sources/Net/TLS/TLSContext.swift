// What the connections of one server or client share: OpenSSL's SSL_CTX with the settings of the
// house, and the BIO method that ties a connection to its session. Both are filled while they are
// made and never changed afterwards, so lanes may share them.

import COpenSSL

/// An `SSL_CTX`, finished when it is made.
final class TLSContext: @unchecked Sendable {
  enum Role { case server, client }

  let pointer: OpaquePointer
  /// How OpenSSL reads and writes ciphertext: `TLSSession` is on the other end.
  let carrier: OpaquePointer

  /// Makes a context for TLS 1.2 and 1.3 and lets `configure` finish it, before anyone shares it.
  init(
    _ role: Role, configure: (OpaquePointer) throws(TLSFailure) -> Void
  ) throws(TLSFailure) {
    OpenSSL.begin()
    let method = role == .server ? TLS_server_method() : TLS_client_method()
    guard let context = SSL_CTX_new(method),
      let carrier = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "session")
    else { preconditionFailure("a context is made unless there is no memory") }
    pointer = context
    self.carrier = carrier
    TLSSession.carry(by: carrier)
    let isSet =
      copenssl_limit_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1
      && SSL_CTX_set_cipher_list(context, Self.ciphers) == 1
      && copenssl_set_groups(context, Self.groups) == 1
      && SSL_CTX_set_num_tickets(context, 0) == 1
    precondition(isSet, "OpenSSL 3 knows these versions, ciphers and groups")
    SSL_CTX_set_options(context, copenssl_refusing_options())
    if role == .server { SSL_CTX_set_options(context, copenssl_server_options()) }
    copenssl_session_cache_off(context)
    copenssl_set_modes(context)
    try configure(context)
  }

  deinit {
    SSL_CTX_free(pointer)
    BIO_meth_free(carrier)
  }

  /// Those of TLS 1.2; TLS 1.3 has only good ones. All of them are authenticated encryption with
  /// forward secrecy (Mozilla's "intermediate").
  private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
  private static let groups = "X25519:P-256:P-384"
}
