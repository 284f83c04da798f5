// What the files of the floor share: a peer is one connection, a room is who hears whom. One
// process has one floor on one thread, so its state is plain and static.
#ifndef FLOOR_H
#define FLOOR_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How far a peer's stream is understood.
enum stage { stage_fresh, stage_request, stage_lines, stage_frames };

/// Bytes kept for later; empty bytes hold no memory.
struct bytes {
  unsigned char *start;
  size_t count;
};

/// One connection.
struct peer {
  int descriptor;
  enum stage stage;
  /// Whether something has come.
  bool has_come;
  /// Null on a plain stream.
  SSL *tls;
  /// Where it is; -1 for nowhere yet.
  int room;
  /// Which player it is; -1 for a watcher, -2 for somebody who plays along.
  int seat;
  struct bytes unread;
  struct bytes unsent;
};

/// The same lines in both forms in which peers take them.
struct batch {
  const unsigned char *lines;
  size_t lines_count;
  const unsigned char *frame;
  size_t frame_count;
};

// loop.c
/// Has the loop say when a peer that took less than it was given can take more.
void loop_watch(struct peer *peer, bool for_room);
/// Begins TLS with a peer whose first byte asks for that (RFC 8446, section 5.1), where there is a
/// certificate; false if it cannot be begun.
bool loop_secure(struct peer *peer);

// stream.c
/// Reads what has come and obeys it; false when the stream is over.
bool peer_read(struct peer *peer, int64_t now);
/// Sends a batch in one call. A peer that has not taken the last one yet is passed over.
void peer_send(struct peer *peer, const struct batch *batch);
/// Sends what is left of a batch.
void peer_resume(struct peer *peer);
/// Closes the stream and forgets the peer.
void peer_free(struct peer *peer);

// rooms.c
bool rooms_make(int rooms, int players, int batch_milliseconds);
/// Obeys a line; false for good-bye.
bool rooms_obey(struct peer *peer, const unsigned char *line, size_t count, int64_t now);
void rooms_leave(struct peer *peer);
/// Sends the batches that are due.
void rooms_flush(int64_t now);
/// How long until the next batch is due, in milliseconds; -1 while none is.
int rooms_wait(int64_t now);

#endif
