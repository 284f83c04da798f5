// OpenSSL 3 as Net uses it: digests, signatures, randomness, certificates, TLS. What is a function
// there imports into Swift as it stands; a function-like macro, a variadic function or a constant
// made by one does not, and gets a static inline function here. Nothing here keeps state or decides
// anything. As in OpenSSL, 1 is success and 0 is not.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/// Allows the versions of TLS from `minimum` to `maximum`.
static inline int copenssl_limit_versions(SSL_CTX *context, int minimum, int maximum) {
  return SSL_CTX_set_min_proto_version(context, minimum) == 1 &&
         SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

/// What both sides refuse: renegotiation, compression, tickets.
static inline uint64_t copenssl_refusing_options(void) {
  return SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET;
}

/// The server chooses the cipher, and takes ChaCha20 when that is what the client likes best.
static inline uint64_t copenssl_server_options(void) {
  return SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA;
}

/// Idle connections give their record buffers back; a write may take a part of what it is offered,
/// and the rest may come from another address.
static inline void copenssl_set_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static inline void copenssl_session_cache_off(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

/// Names the groups for key exchange, best first, with colons between.
static inline int copenssl_set_groups(SSL_CTX *context, const char *names) {
  return SSL_CTX_set1_groups_list(context, names) == 1;
}

/// Adds a certificate that a server sends behind its own.
static inline int copenssl_add_to_chain(SSL_CTX *context, X509 *certificate) {
  return SSL_CTX_add1_chain_cert(context, certificate) == 1;
}

/// Tells the server by what name the client knows it (SNI).
static inline int copenssl_set_server_name(SSL *session, const char *name) {
  return SSL_set_tlsext_host_name(session, name) == 1;
}

/// Whether both sides bind the keys of TLS 1.2 to the whole handshake (RFC 7627).
static inline int copenssl_has_extended_master_secret(SSL *session) {
  return SSL_get_extms_support(session) == 1;
}

/// Says after a read without a byte that more may come later.
static inline void copenssl_read_again_later(BIO *bio) { BIO_set_retry_read(bio); }

/// Forgets what an earlier call said about trying again.
static inline void copenssl_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

/// A new P-256 key, or null.
static inline EVP_PKEY *copenssl_make_p256_key(void) { return EVP_EC_gen("P-256"); }

/// Adds an extension, written as OpenSSL's configuration files write it, to a certificate that
/// signs itself.
static inline int copenssl_add_extension(X509 *certificate, int nid, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
  int status = extension != NULL && X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  return status;
}

#endif
