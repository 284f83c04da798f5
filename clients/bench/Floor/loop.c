// The floor's loop: one epoll set, one thread, no more system calls than the work needs. A turn
// reads what is ready and then sends the batches that are due; between turns it sleeps until the
// next batch or byte.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "CBenchFloor.h"
#include "floor.h"

static int epoll = -1;
static int listener = -1;
static SSL_CTX *context;

static int64_t milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void loop_watch(struct peer *peer, bool for_room) {
  struct epoll_event event = {.events = EPOLLIN | (for_room ? EPOLLOUT : 0), .data.ptr = peer};
  epoll_ctl(epoll, EPOLL_CTL_MOD, peer->descriptor, &event);
}

bool loop_secure(struct peer *peer) {
  const unsigned char handshake = 0x16;
  unsigned char first;
  if (recv(peer->descriptor, &first, 1, MSG_PEEK) != 1) return true;
  peer->has_come = true;
  if (context == NULL || first != handshake) return true;
  peer->tls = SSL_new(context);
  if (peer->tls == NULL) return false;
  SSL_set_fd(peer->tls, peer->descriptor);
  SSL_set_accept_state(peer->tls);
  return true;
}

static void admit(int descriptor) {
  struct peer *peer = calloc(1, sizeof *peer);
  if (peer == NULL) {
    close(descriptor);
    return;
  }
  peer->descriptor = descriptor;
  peer->room = -1;
  peer->seat = -1;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) peer_free(peer);
}

static void accept_all(void) {
  int descriptor;
  while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
    admit(descriptor);
  }
}

/// The server's own settings, as far as they show in what a delivery costs: TLS 1.3, no tickets, no
/// sessions, idle buffers given back. Reading ahead saves a system call for each record.
static bool secure(const struct bench_floor_plan *plan) {
  if (plan->certificate_path == NULL) return true;
  context = SSL_CTX_new(TLS_server_method());
  if (context == NULL) return false;
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_read_ahead(context, 1);
  return SSL_CTX_use_certificate_chain_file(context, plan->certificate_path) == 1 &&
         SSL_CTX_use_PrivateKey_file(context, plan->key_path, SSL_FILETYPE_PEM) == 1;
}

static const char *listen_on(uint16_t port) {
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return "socket";
  const int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return "bind";
  if (listen(listener, 1024) != 0) return "listen";
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) == 0 ? NULL : "epoll_ctl";
}

const char *bench_floor_run(const struct bench_floor_plan *plan) {
  signal(SIGPIPE, SIG_IGN);
  if (!rooms_make(plan->rooms, plan->players, plan->batch_milliseconds)) return "rooms";
  if (!secure(plan)) return "certificate";
  epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) return "epoll_create1";
  const char *failed = listen_on(plan->port);
  if (failed != NULL) return failed;
  struct epoll_event events[256];
  for (;;) {
    int count = epoll_wait(epoll, events, 256, rooms_wait(milliseconds()));
    if (count < 0 && errno != EINTR) return "epoll_wait";
    int64_t now = milliseconds();
    for (int index = 0; index < count; index++) {
      struct peer *peer = events[index].data.ptr;
      if (peer == NULL) {
        accept_all();
        continue;
      }
      if (events[index].events & EPOLLOUT) peer_resume(peer);
      if (events[index].events & ~(uint32_t)EPOLLOUT && !peer_read(peer, now)) {
        rooms_leave(peer);
        peer_free(peer);
      }
    }
    rooms_flush(now);
  }
}
