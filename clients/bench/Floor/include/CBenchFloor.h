// The part of the bench that is C, so that it costs as little as anything can. Two halves that do
// not know each other: the floor, a bare epoll loop that makes the same sends as a chromatch
// server and nothing else, against which the server is measured; and a crowd of watchers that only
// take in what comes, so that the bench leaves the machine to what it measures. Neither holds a
// rule of the game; both belong to the bench alone and no product may import them.
#ifndef CBENCHFLOOR_H
#define CBENCHFLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a floor is set up.
struct bench_floor_plan {
  /// The port of 127.0.0.1 to listen on.
  uint16_t port;
  /// Rooms, and players in each; players beyond eight and rooms beyond these are refused.
  int rooms;
  int players;
  /// From one batch of a room's moves to the next, in milliseconds, at most 63.
  int batch_milliseconds;
  /// PEM files; null for plain streams. With them, every connection may begin TLS.
  const char *certificate_path;
  const char *key_path;
};

/// Runs a floor until the process is ended.
///
/// It takes lines, bare or in a WebSocket. `SIT room=R seat=S` takes a place (a seat of -1 watches,
/// one of -2 plays along: it hears a line a second, and its SETs are read and forgotten) and is
/// answered with `SAT`; a player's `SET v=r,g,b` is shown to everyone in the room as a MOVE; `BYE`
/// ends the connection. A room's moves go out at once, but from one batch to the next there are
/// `batch_milliseconds`, and of each player only the newest move goes: one send a member.
///
/// Returns only if that fails: what failed, in a word, with the reason in errno.
const char *bench_floor_run(const struct bench_floor_plan *plan);

/// How a crowd of watchers comes in. Strings are copied.
struct bench_watchers_plan {
  /// The port of 127.0.0.1 that they come to.
  uint16_t port;
  int count;
  /// PEM file of the certificate to trust; empty if no way is secure.
  const char *certificate_path;
  /// What the answer holds once a watcher is in its room, null-terminated.
  const char *marker;
  /// How long what has come may lie before it is read, in milliseconds.
  int drain_milliseconds;
};

/// What the watchers have seen so far.
struct bench_watchers_counts {
  int64_t inside;
  int64_t ended;
  int64_t bytes;
  int64_t moves;
};

/// Says another way in for the next crowd: the first watcher takes the first, the next the next,
/// and so on. The opening is what is sent first and answered with an HTTP head, or nothing; over
/// TLS if that is secure. The bytes are copied.
void bench_watchers_add_way(const uint8_t *opening, size_t count, bool is_secure);

/// Says what is sent to come into the next room: by the first way, then by the next, and so on. The
/// watchers share the rooms evenly, the first ones take the first. The bytes are copied.
void bench_watchers_add_greeting(const uint8_t *greeting, size_t count);

/// Has watchers come in on a thread of their own, and stay. There is one crowd at a time, for which
/// a way and a greeting for it have been said.
///
/// Returns 0, or -1 with the reason in errno.
int bench_watchers_start(const struct bench_watchers_plan *plan);

/// What they have seen so far; callable from any thread.
struct bench_watchers_counts bench_watchers_seen(void);

/// Has them leave, without a word, and returns when they are gone.
void bench_watchers_stop(void);

/// How many segments with data have come in on all TCP sockets that this process has now.
int64_t bench_segments_received(void);

/// Writes what a TLS client says first (RFC 8446, section 4.1.2), its record included, and returns
/// how many bytes that is; 0 if there is no room for it.
size_t bench_client_hello(uint8_t *bytes, size_t capacity);

#endif
