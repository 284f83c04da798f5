// Watchers that only watch. They come in by bytes they were given, and from then on read what has
// come a few times a second and count it: whether it is right, and how late, is for a sample of
// watchers who read at once. A real watcher reads on a machine of its own; here each read would
// take from the server that is measured. One crowd at a time, on one thread.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "CBenchFloor.h"

/// How far a watcher is.
enum stage {
  stage_connecting,
  stage_securing,
  stage_opening,
  stage_greeting,
  stage_inside,
  stage_gone
};

struct watcher {
  int descriptor;
  enum stage stage;
  /// Null on a plain stream.
  SSL *tls;
};

/// Bytes to be said, by one way.
struct words {
  uint8_t *start;
  size_t count;
  bool is_secure;
};

struct list {
  struct words *items;
  int count;
};

/// How many may be on their way in at a time: the server's backlog is not what is measured.
enum { underway_max = 128, events_max = 512 };

static struct bench_watchers_plan plan;
static struct list ways, greetings;
static SSL_CTX *context;
static struct watcher *watchers;
static int epoll = -1;
static int begun;
static int underway;
static pthread_t thread;
static atomic_bool is_stopping;
static atomic_llong inside, ended, bytes_seen, moves_seen;
static uint8_t input[1 << 16];

static void hang_up(struct watcher *watcher) {
  SSL_free(watcher->tls);
  watcher->tls = NULL;
  close(watcher->descriptor);
}

static void lose(struct watcher *watcher) {
  if (watcher->stage != stage_inside) underway--;
  watcher->stage = stage_gone;
  hang_up(watcher);
  atomic_fetch_add(&ended, 1);
}

static void say(struct watcher *watcher, const struct words *words) {
  // A fresh socket takes a few hundred bytes whole.
  ssize_t sent = watcher->tls != NULL
                     ? SSL_write(watcher->tls, words->start, (int)words->count)
                     : send(watcher->descriptor, words->start, words->count, MSG_NOSIGNAL);
  if (sent != (ssize_t)words->count) lose(watcher);
}

static const struct words *way(const struct watcher *watcher) {
  return &ways.items[(watcher - watchers) % ways.count];
}

static void begin(struct watcher *watcher) {
  begun++;
  underway++;
  watcher->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (watcher->descriptor < 0) {
    lose(watcher);
    return;
  }
  const int on = 1;
  setsockopt(watcher->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(plan.port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int status = connect(watcher->descriptor, (struct sockaddr *)&address, sizeof address);
  struct epoll_event event = {.events = EPOLLOUT, .data.ptr = watcher};
  const bool failed = status != 0 && errno != EINPROGRESS;
  if (failed || epoll_ctl(epoll, EPOLL_CTL_ADD, watcher->descriptor, &event) != 0) lose(watcher);
}

static void greet(struct watcher *watcher) {
  const int64_t rooms = greetings.count / ways.count;
  const int64_t room = (watcher - watchers) * rooms / plan.count;
  watcher->stage = stage_greeting;
  say(watcher, &greetings.items[room * ways.count + (way(watcher) - ways.items)]);
}

static void open_stream(struct watcher *watcher) {
  if (way(watcher)->count == 0) {
    greet(watcher);
    return;
  }
  watcher->stage = stage_opening;
  say(watcher, way(watcher));
}

static void secure(struct watcher *watcher) {
  int status = SSL_do_handshake(watcher->tls);
  if (status == 1) {
    open_stream(watcher);
  } else if (SSL_get_error(watcher->tls, status) != SSL_ERROR_WANT_READ) {
    lose(watcher);
  }
}

static void connected(struct watcher *watcher) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = watcher};
  epoll_ctl(epoll, EPOLL_CTL_MOD, watcher->descriptor, &event);
  if (!way(watcher)->is_secure) {
    open_stream(watcher);
    return;
  }
  watcher->stage = stage_securing;
  watcher->tls = SSL_new(context);
  if (watcher->tls == NULL) {
    lose(watcher);
    return;
  }
  SSL_set_fd(watcher->tls, watcher->descriptor);
  SSL_set_connect_state(watcher->tls);
  secure(watcher);
}

static void count_moves(const uint8_t *bytes, size_t count) {
  static const char verb[] = "MOVE who=";
  int64_t moves = 0;
  const uint8_t *const end = bytes + count;
  const uint8_t *found;
  while ((found = memmem(bytes, (size_t)(end - bytes), verb, sizeof verb - 1)) != NULL) {
    moves++;
    bytes = found + sizeof verb - 1;
  }
  atomic_fetch_add(&moves_seen, moves);
}

/// How many bytes came; 0 at the end of the stream, -1 when there are none now.
static ssize_t receive(struct watcher *watcher) {
  if (watcher->tls == NULL) {
    ssize_t count = recv(watcher->descriptor, input, sizeof input, MSG_DONTWAIT);
    return count < 0 && errno != EAGAIN ? 0 : count;
  }
  int count = SSL_read(watcher->tls, input, sizeof input);
  if (count > 0) return count;
  return SSL_get_error(watcher->tls, count) == SSL_ERROR_WANT_READ ? -1 : 0;
}

static void heard(struct watcher *watcher, size_t count) {
  if (watcher->stage == stage_opening) {
    if (memmem(input, count, "\r\n\r\n", 4) != NULL) greet(watcher);
    return;
  }
  if (watcher->stage == stage_greeting) {
    if (memmem(input, count, plan.marker, strlen(plan.marker)) == NULL) return;
    watcher->stage = stage_inside;
    underway--;
    atomic_fetch_add(&inside, 1);
  }
  atomic_fetch_add(&bytes_seen, (long long)count);
  count_moves(input, count);
}

static void take(struct watcher *watcher) {
  if (watcher->stage == stage_securing) {
    secure(watcher);
    return;
  }
  do {
    ssize_t count = receive(watcher);
    if (count < 0) return;
    if (count == 0) {
      lose(watcher);
      return;
    }
    heard(watcher, (size_t)count);
    // A read of TLS brings one record, and others may have been taken off the socket with it.
  } while (watcher->tls != NULL);
}

static void take_all(int timeout) {
  struct epoll_event events[events_max];
  int count = epoll_wait(epoll, events, events_max, timeout);
  while (count > 0) {
    for (int index = 0; index < count; index++) {
      struct watcher *watcher = events[index].data.ptr;
      if (watcher->stage == stage_connecting) {
        connected(watcher);
      } else {
        take(watcher);
      }
    }
    count = count == events_max ? epoll_wait(epoll, events, events_max, 0) : 0;
  }
}

static void *watch(void *unused) {
  const struct timespec pause = {.tv_nsec = plan.drain_milliseconds * 1000000L};
  while (!atomic_load(&is_stopping)) {
    while (underway < underway_max && begun < plan.count) begin(&watchers[begun]);
    const bool all_are_in = underway == 0 && begun == plan.count;
    if (all_are_in) nanosleep(&pause, NULL);
    take_all(all_are_in ? 0 : 10);
  }
  return unused;
}

static void add(struct list *list, const uint8_t *bytes, size_t count, bool is_secure) {
  struct words *items = realloc(list->items, (size_t)(list->count + 1) * sizeof *items);
  uint8_t *copied = malloc(count + 1);
  // A bench that has no memory for this measures nothing.
  if (items == NULL || copied == NULL) abort();
  if (count > 0) memcpy(copied, bytes, count);
  list->items = items;
  list->items[list->count++] = (struct words){copied, count, is_secure};
}

static void empty(struct list *list) {
  for (int index = 0; index < list->count; index++) free(list->items[index].start);
  free(list->items);
  *list = (struct list){0};
}

void bench_watchers_add_way(const uint8_t *opening, size_t count, bool is_secure) {
  add(&ways, opening, count, is_secure);
}

void bench_watchers_add_greeting(const uint8_t *greeting, size_t count) {
  add(&greetings, greeting, count, false);
}

/// Trusts one certificate, as the bench's other clients do.
static bool trust(const char *certificate_path) {
  if (*certificate_path == 0) return true;
  context = SSL_CTX_new(TLS_client_method());
  if (context == NULL) return false;
  X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  return SSL_CTX_load_verify_locations(context, certificate_path, NULL) == 1;
}

int bench_watchers_start(const struct bench_watchers_plan *wanted) {
  plan = *wanted;
  plan.marker = strdup(wanted->marker);
  if (!trust(wanted->certificate_path)) {
    errno = EINVAL;
    return -1;
  }
  watchers = calloc((size_t)plan.count + 1, sizeof *watchers);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  begun = underway = 0;
  atomic_store(&is_stopping, false);
  atomic_store(&inside, 0);
  atomic_store(&ended, 0);
  atomic_store(&bytes_seen, 0);
  atomic_store(&moves_seen, 0);
  if (epoll < 0) return -1;
  errno = pthread_create(&thread, NULL, watch, NULL);
  return errno == 0 ? 0 : -1;
}

struct bench_watchers_counts bench_watchers_seen(void) {
  return (struct bench_watchers_counts){
      .inside = atomic_load(&inside),
      .ended = atomic_load(&ended),
      .bytes = atomic_load(&bytes_seen),
      .moves = atomic_load(&moves_seen),
  };
}

void bench_watchers_stop(void) {
  atomic_store(&is_stopping, true);
  pthread_join(thread, NULL);
  for (int index = 0; index < begun; index++) {
    if (watchers[index].stage != stage_gone) hang_up(&watchers[index]);
  }
  close(epoll);
  SSL_CTX_free(context);
  context = NULL;
  empty(&ways);
  empty(&greetings);
  free((void *)plan.marker);
  free(watchers);
}
