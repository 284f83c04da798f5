// Watchers that only watch. They come in by bytes they were given, and from then on read what has
// come a few times a second and count it: whether it is right, and how late, is for a sample of
// watchers who read at once. A real watcher reads on a machine of its own; here each read would
// take from the server that is measured. One crowd at a time, on one thread.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
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
enum stage { stage_connecting, stage_opening, stage_greeting, stage_inside, stage_gone };

struct watcher {
  int descriptor;
  enum stage stage;
};

/// How many may be on their way in at a time: the server's backlog is not what is measured.
enum { underway_max = 128, events_max = 512 };

static struct bench_watchers_plan plan;
static struct watcher *watchers;
static int epoll = -1;
static int begun;
static int underway;
static pthread_t thread;
static atomic_bool is_stopping;
static atomic_llong inside, ended, bytes_seen, moves_seen;
static uint8_t input[1 << 16];

static void lose(struct watcher *watcher) {
  if (watcher->stage != stage_inside) underway--;
  watcher->stage = stage_gone;
  close(watcher->descriptor);
  atomic_fetch_add(&ended, 1);
}

static void say(struct watcher *watcher, const uint8_t *words, size_t count) {
  // A fresh socket takes a few hundred bytes whole.
  ssize_t sent = send(watcher->descriptor, words, count, MSG_NOSIGNAL);
  if (sent != (ssize_t)count) lose(watcher);
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
  const int64_t index = (watcher - watchers) * (int64_t)plan.greetings_count / plan.count;
  const size_t start = index > 0 ? plan.greeting_ends[index - 1] : 0;
  watcher->stage = stage_greeting;
  say(watcher, plan.greetings + start, plan.greeting_ends[index] - start);
}

static void connected(struct watcher *watcher) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = watcher};
  epoll_ctl(epoll, EPOLL_CTL_MOD, watcher->descriptor, &event);
  if (plan.opening_count == 0) {
    greet(watcher);
    return;
  }
  watcher->stage = stage_opening;
  say(watcher, plan.opening, plan.opening_count);
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

static void take(struct watcher *watcher) {
  ssize_t count = recv(watcher->descriptor, input, sizeof input, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) {
    lose(watcher);
    return;
  }
  if (watcher->stage == stage_opening) {
    if (memmem(input, (size_t)count, "\r\n\r\n", 4) != NULL) greet(watcher);
    return;
  }
  if (watcher->stage == stage_greeting) {
    if (memmem(input, (size_t)count, plan.marker, strlen(plan.marker)) == NULL) return;
    watcher->stage = stage_inside;
    underway--;
    atomic_fetch_add(&inside, 1);
  }
  atomic_fetch_add(&bytes_seen, count);
  count_moves(input, (size_t)count);
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

static void *copy(const void *bytes, size_t count) {
  void *copied = malloc(count + 1);
  if (copied != NULL && count > 0) memcpy(copied, bytes, count);
  return copied;
}

int bench_watchers_start(const struct bench_watchers_plan *wanted) {
  plan = *wanted;
  plan.opening = copy(wanted->opening, wanted->opening_count);
  plan.greetings = copy(wanted->greetings, wanted->greeting_ends[plan.greetings_count - 1]);
  plan.greeting_ends =
      copy(wanted->greeting_ends, (size_t)plan.greetings_count * sizeof *plan.greeting_ends);
  plan.marker = strdup(wanted->marker);
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
    if (watchers[index].stage != stage_gone) close(watchers[index].descriptor);
  }
  close(epoll);
  free((void *)plan.opening);
  free((void *)plan.greetings);
  free((void *)plan.greeting_ends);
  free((void *)plan.marker);
  free(watchers);
}
