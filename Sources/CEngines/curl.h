// libcurl's multi interface. Its options are variadic and its questions are macros, which Swift
// cannot import, so each kind of argument has a static inline function of its own. It keeps no
// state and decides nothing.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

/// A part of an answer has come; what is not taken ends the request.
typedef size_t (*ccurl_sink)(char *data, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_number(CURL *request, CURLoption option, long value) {
  return curl_easy_setopt(request, option, value);
}

static inline CURLcode ccurl_set_text(CURL *request, CURLoption option, const char *value) {
  return curl_easy_setopt(request, option, value);
}

static inline CURLcode ccurl_set_headers(CURL *request, struct curl_slist *headers) {
  return curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);
}

/// The body of a request; it is copied.
static inline CURLcode ccurl_set_body(CURL *request, const void *bytes, long count) {
  CURLcode status = curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE, count);
  return status ? status : curl_easy_setopt(request, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Where a request's answer and its fields go, trailers included, and what they are handed.
static inline CURLcode ccurl_set_sinks(CURL *request, ccurl_sink body, ccurl_sink field,
                                       void *context) {
  curl_easy_setopt(request, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(request, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(request, CURLOPT_HEADERFUNCTION, field);
  curl_easy_setopt(request, CURLOPT_HEADERDATA, context);
  return curl_easy_setopt(request, CURLOPT_PRIVATE, context);
}

/// What a request's sinks are handed.
static inline void *ccurl_context(CURL *request) {
  char *context = NULL;
  curl_easy_getinfo(request, CURLINFO_PRIVATE, &context);
  return context;
}

/// The status of an answer, such as 200; 0 while there is none.
static inline long ccurl_status(CURL *request) {
  long status = 0;
  curl_easy_getinfo(request, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// What became of the request that a message says is done.
static inline CURLcode ccurl_result(const CURLMsg *message) { return message->data.result; }

/// Who is told which sockets to watch, and when to come back.
static inline CURLMcode ccurl_set_watchers(CURLM *requests, curl_socket_callback watch,
                                           curl_multi_timer_callback wake, void *context) {
  curl_multi_setopt(requests, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(requests, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(requests, CURLMOPT_TIMERFUNCTION, wake);
  return curl_multi_setopt(requests, CURLMOPT_TIMERDATA, context);
}

static inline CURLMcode ccurl_set_connections_max(CURLM *requests, long count) {
  return curl_multi_setopt(requests, CURLMOPT_MAXCONNECTS, count);
}

#endif
