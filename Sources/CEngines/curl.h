// libcurl's multi interface, loaded at run time, since a server that is no node needs none. Its
// options are variadic and its questions are macros, which Swift cannot import, so each kind of
// argument has a static inline function of its own. It keeps no state and decides nothing.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>

#define CCURL_FUNCTIONS(X) \
  X(curl_easy_cleanup) \
  X(curl_easy_init) \
  X(curl_multi_add_handle) \
  X(curl_multi_assign) \
  X(curl_multi_cleanup) \
  X(curl_multi_info_read) \
  X(curl_multi_init) \
  X(curl_multi_remove_handle) \
  X(curl_multi_socket_action) \
  X(curl_slist_append) \
  X(curl_slist_free_all)
#define CCURL_VARIADIC(X) X(curl_easy_getinfo) X(curl_easy_setopt) X(curl_multi_setopt)

/// What is called of the library. Swift knows no variadic type.
struct ccurl {
#define CCURL_MEMBER(name) __typeof__(name) *name;
  CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
#define CCURL_MEMBER(name) void (*name)(void);
  CCURL_VARIADIC(CCURL_MEMBER)
#undef CCURL_MEMBER
};

/// A variadic function of a `struct ccurl curl`.
#define CCURL(name) ((__typeof__(name) *)curl.name)

/// Loads the library; 1, or 0 where it is absent or lacks something.
static inline int ccurl_load(struct ccurl *functions) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define CCURL_LOOK_UP(name) \
  if (!(*(void **)&functions->name = dlsym(library, #name))) return 0;
  CCURL_FUNCTIONS(CCURL_LOOK_UP)
  CCURL_VARIADIC(CCURL_LOOK_UP)
#undef CCURL_LOOK_UP
  return 1;
}

/// A part of an answer has come; what is not taken ends the request.
typedef size_t (*ccurl_sink)(char *data, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_number(struct ccurl curl, CURL *request, CURLoption option,
                                         long value) {
  return CCURL(curl_easy_setopt)(request, option, value);
}

static inline CURLcode ccurl_set_text(struct ccurl curl, CURL *request, CURLoption option,
                                       const char *value) {
  return CCURL(curl_easy_setopt)(request, option, value);
}

static inline CURLcode ccurl_set_headers(struct ccurl curl, CURL *request,
                                          struct curl_slist *headers) {
  return CCURL(curl_easy_setopt)(request, CURLOPT_HTTPHEADER, headers);
}

/// The body of a request; it is copied.
static inline CURLcode ccurl_set_body(struct ccurl curl, CURL *request, const void *bytes,
                                       long count) {
  CURLcode status = CCURL(curl_easy_setopt)(request, CURLOPT_POSTFIELDSIZE, count);
  return status ? status : CCURL(curl_easy_setopt)(request, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Where a request's answer and its fields go, trailers included, and what they are handed.
static inline CURLcode ccurl_set_sinks(struct ccurl curl, CURL *request, ccurl_sink body,
                                        ccurl_sink field, void *context) {
  CCURL(curl_easy_setopt)(request, CURLOPT_WRITEFUNCTION, body);
  CCURL(curl_easy_setopt)(request, CURLOPT_WRITEDATA, context);
  CCURL(curl_easy_setopt)(request, CURLOPT_HEADERFUNCTION, field);
  CCURL(curl_easy_setopt)(request, CURLOPT_HEADERDATA, context);
  return CCURL(curl_easy_setopt)(request, CURLOPT_PRIVATE, context);
}

/// What a request's sinks are handed.
static inline void *ccurl_context(struct ccurl curl, CURL *request) {
  char *context = NULL;
  CCURL(curl_easy_getinfo)(request, CURLINFO_PRIVATE, &context);
  return context;
}

/// The status of an answer, such as 200; 0 while there is none.
static inline long ccurl_status(struct ccurl curl, CURL *request) {
  long status = 0;
  CCURL(curl_easy_getinfo)(request, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// What became of the request that a message says is done.
static inline CURLcode ccurl_result(const CURLMsg *message) { return message->data.result; }

/// Who is told which sockets to watch, and when to come back.
static inline CURLMcode ccurl_set_watchers(struct ccurl curl, CURLM *requests,
                                             curl_socket_callback watch,
                                             curl_multi_timer_callback wake, void *context) {
  CCURL(curl_multi_setopt)(requests, CURLMOPT_SOCKETFUNCTION, watch);
  CCURL(curl_multi_setopt)(requests, CURLMOPT_SOCKETDATA, context);
  CCURL(curl_multi_setopt)(requests, CURLMOPT_TIMERFUNCTION, wake);
  return CCURL(curl_multi_setopt)(requests, CURLMOPT_TIMERDATA, context);
}

static inline CURLMcode ccurl_set_connections_max(struct ccurl curl, CURLM *requests, long count) {
  return CCURL(curl_multi_setopt)(requests, CURLMOPT_MAXCONNECTS, count);
}

#endif
