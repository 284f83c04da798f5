// The first words of a TLS client, made by OpenSSL as any client would say them, for those who hang
// up before the handshake is done.

#include <openssl/ssl.h>

#include "CBenchFloor.h"

size_t bench_client_hello(uint8_t *bytes, size_t capacity) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  SSL *client = context != NULL ? SSL_new(context) : NULL;
  BIO *incoming = BIO_new(BIO_s_mem());
  BIO *outgoing = BIO_new(BIO_s_mem());
  size_t count = 0;
  if (client != NULL && incoming != NULL && outgoing != NULL) {
    SSL_set_bio(client, incoming, outgoing);
    SSL_set_connect_state(client);
    SSL_do_handshake(client);
    size_t made = BIO_ctrl_pending(outgoing);
    if (made <= capacity && BIO_read(outgoing, bytes, (int)made) == (int)made) count = made;
  } else {
    BIO_free(incoming);
    BIO_free(outgoing);
  }
  SSL_free(client);
  SSL_CTX_free(context);
  return count;
}
