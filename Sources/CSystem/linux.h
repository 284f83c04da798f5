// The Linux calls that Swift's Glibc module lacks: epoll, eventfd, timerfd, accept4, prctl,
// memfd_create, the ioctls of socket queues and terminals, and the allocator's own. Each is a
// static inline function over the call of the same name with the flags this project always wants;
// nothing here keeps state or decides anything. A failed call returns -1 and leaves its reason in
// errno, like the call beneath it, unless it says otherwise.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <asm/socket.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <unistd.h>

// <sys/socket.h> declares accept4 only for _GNU_SOURCE, which Swift's clang importer does not
// define. It is left out altogether: included here too, its enumerations (SOCK_STREAM) would belong
// to this module and no longer to Glibc.
struct sockaddr;
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

/// Takes one waiting connection, non-blocking and closed on exec.
static inline int clinux_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, O_NONBLOCK | O_CLOEXEC);
}

// An alias of another macro in C. The option and the control message that it brings share a number.
static const int clinux_timestamps = SO_TIMESTAMPNS;

// EPOLLIN and its siblings are an enumeration in C; these are the bits as the mask holds them.
static const uint32_t clinux_readable = EPOLLIN;
static const uint32_t clinux_writable = EPOLLOUT;
static const uint32_t clinux_failed = EPOLLERR;
static const uint32_t clinux_hung_up = EPOLLHUP;

static inline int clinux_epoll_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t interest,
                                       uint64_t tag) {
  struct epoll_event event = {.events = interest, .data = {.u64 = tag}};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

/// Watches `descriptor` (level-triggered); its events carry `tag`.
static inline int clinux_epoll_add(int epoll, int descriptor, uint32_t interest, uint64_t tag) {
  return clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, interest, tag);
}

/// Replaces what `descriptor` is watched for.
static inline int clinux_epoll_modify(int epoll, int descriptor, uint32_t interest, uint64_t tag) {
  return clinux_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, interest, tag);
}

/// Watches `descriptor` no more, although it stays open.
static inline int clinux_epoll_remove(int epoll, int descriptor) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, 0);
}

/// A counter that wakes an epoll set when it is not zero.
static inline int clinux_eventfd_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// A timer on the monotonic clock that wakes an epoll set.
static inline int clinux_timerfd_open(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/// Arms the timer for one absolute monotonic time; a time in the past fires at once.
static inline int clinux_timerfd_arm(int timer, int64_t monotonic_nanoseconds) {
  // A zero time would disarm it.
  int64_t at = monotonic_nanoseconds > 0 ? monotonic_nanoseconds : 1;
  struct itimerspec when = {.it_value = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, 0);
}

/// Bytes that this socket has accepted from us and the peer has not acknowledged yet, or -1.
static inline int clinux_unacknowledged_bytes(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

/// Bytes written to a terminal that it has not shown yet, or -1.
static inline int clinux_terminal_unshown_bytes(int terminal) {
  int count = 0;
  return ioctl(terminal, TIOCOUTQ, &count) == 0 ? count : -1;
}

/// A new pseudo-terminal's near end, unlocked, for a program that plays the terminal.
static inline int clinux_pseudo_terminal_open(void) {
  int terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
  int locked = 0;
  if (terminal >= 0 && ioctl(terminal, TIOCSPTLCK, &locked) != 0) {
    close(terminal);
    return -1;
  }
  return terminal;
}

// <spawn.h> has it for _GNU_SOURCE only: the new process leads a new session, so that the first
// terminal it opens becomes its own.
static const int clinux_spawn_new_session = 0x80;

// <sys/mman.h> declares it for _GNU_SOURCE only.
extern int memfd_create(const char *name, unsigned int flags);

/// A file in memory that is gone with its last descriptor and closed on exec; `name` shows in
/// /proc.
static inline int clinux_memory_file_open(const char *name) {
  const unsigned int close_on_exec = 1;
  return memfd_create(name, close_on_exec);
}

/// Has the allocator make at most so many arenas (mallopt(3)); 1 if it will, else 0.
static inline int clinux_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

/// Has every allocation of so many bytes or more be mapped and unmapped by itself; 1 or 0.
static inline int clinux_map_allocations_from(int bytes) {
  return mallopt(M_MMAP_THRESHOLD, bytes);
}

/// Gives free pages in all arenas back to the system (malloc_trim(3)); 1 if there were any, else 0.
static inline int clinux_give_back_free_memory(void) { return malloc_trim(0); }

/// Asks the kernel to send this process `signal` when the thread that started it ends.
static inline int clinux_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

#endif
