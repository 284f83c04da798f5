// The two hash functions that a bot takes of OpenSSL.
#include <openssl/hmac.h>
#include <openssl/sha.h>
