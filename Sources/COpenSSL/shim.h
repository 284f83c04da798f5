// What Swift cannot import from OpenSSL by itself: function-like macros, one inline function each.
// a function-like macro or a variadic function does not, and gets a static inline function here.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#endif
