// OpenSSL 3 as Net uses it: digests, HMAC and randomness. All of that imports into Swift as it
// stands; a function-like macro or a variadic function would not, and gets a static inline function
// here.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#endif
