// One peer's stream: bytes in, lines out to the rooms, batches in, bytes out; bare or in a
// WebSocket, plain or over TLS. It takes what the bench's own clients say and no more than that: a
// floor is not there to judge strangers.

#define _GNU_SOURCE
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "floor.h"

/// Where every read of every peer goes.
static unsigned char input[1 << 16];

static void keep(struct bytes *bytes, const unsigned char *start, size_t count) {
  unsigned char *old = bytes->start;
  bytes->start = count > 0 ? malloc(count) : NULL;
  bytes->count = bytes->start != NULL ? count : 0;
  if (bytes->count > 0) memcpy(bytes->start, start, count);
  free(old);
}

// MARK: Out

/// How many bytes were taken, at least 0.
static size_t put(struct peer *peer, const unsigned char *start, size_t count) {
  ssize_t taken = peer->tls != NULL ? SSL_write(peer->tls, start, (int)count)
                                    : send(peer->descriptor, start, count, MSG_NOSIGNAL);
  return taken > 0 ? (size_t)taken : 0;
}

static void put_all(struct peer *peer, const unsigned char *start, size_t count) {
  if (peer->unsent.count > 0) return;
  size_t taken = put(peer, start, count);
  if (taken == count) return;
  keep(&peer->unsent, start + taken, count - taken);
  loop_watch(peer, true);
}

void peer_send(struct peer *peer, const struct batch *batch) {
  if (peer->stage == stage_frames) {
    put_all(peer, batch->frame, batch->frame_count);
  } else {
    put_all(peer, batch->lines, batch->lines_count);
  }
}

void peer_resume(struct peer *peer) {
  size_t taken = put(peer, peer->unsent.start, peer->unsent.count);
  keep(&peer->unsent, peer->unsent.start + taken, peer->unsent.count - taken);
  if (peer->unsent.count == 0) loop_watch(peer, false);
}

void peer_free(struct peer *peer) {
  if (peer->tls != NULL) SSL_free(peer->tls);
  close(peer->descriptor);
  free(peer->unread.start);
  free(peer->unsent.start);
  free(peer);
}

// MARK: In

/// Answers the request that opens a WebSocket (RFC 6455, section 4.2.2); false if it asks for
/// something else.
static bool answer(struct peer *peer, const unsigned char *request, size_t count) {
  static const char name[] = "Sec-WebSocket-Key: ";
  static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  const size_t key_count = 24;
  const unsigned char *key = memmem(request, count, name, sizeof name - 1);
  if (key == NULL) return false;
  key += sizeof name - 1;
  if (key + key_count > request + count) return false;
  unsigned char salted[64], digest[SHA_DIGEST_LENGTH], accepted[32];
  memcpy(salted, key, key_count);
  memcpy(salted + key_count, suffix, sizeof suffix - 1);
  SHA1(salted, key_count + sizeof suffix - 1, digest);
  EVP_EncodeBlock(accepted, digest, sizeof digest);
  char head[256];
  int head_count = snprintf(head, sizeof head,
                            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                            "Sec-WebSocket-Protocol: chromatch.1\r\n\r\n",
                            accepted);
  put_all(peer, (const unsigned char *)head, (size_t)head_count);
  return true;
}

/// Obeys all whole lines; with `to_the_end`, the rest is one as well. Returns how many bytes that
/// was, or -1 at good-bye.
static ssize_t obey_lines(struct peer *peer, const unsigned char *bytes, size_t count,
                          bool to_the_end, int64_t now) {
  size_t used = 0;
  while (used < count) {
    const unsigned char *feed = memchr(bytes + used, '\n', count - used);
    if (feed == NULL && !to_the_end) break;
    size_t end = feed != NULL ? (size_t)(feed - bytes) : count;
    if (end > used && !rooms_obey(peer, bytes + used, end - used, now)) return -1;
    used = feed != NULL ? end + 1 : end;
  }
  return (ssize_t)used;
}

/// Obeys the first frame (section 5.2), if it is whole. Returns its bytes, 0 if it is not whole
/// yet, or -1 at the end of the stream.
static ssize_t obey_frame(struct peer *peer, unsigned char *bytes, size_t count, int64_t now) {
  if (count < 2) return 0;
  size_t length = bytes[1] & 0x7f;
  size_t header = 2;
  if (length == 126) {
    if (count < 4) return 0;
    length = (size_t)bytes[2] << 8 | bytes[3];
    header = 4;
  } else if (length == 127) {
    return -1;
  }
  const bool is_masked = bytes[1] & 0x80;
  const unsigned char *mask = bytes + header;
  if (is_masked) header += 4;
  if (count < header + length) return 0;
  unsigned char *content = bytes + header;
  for (size_t index = 0; is_masked && index < length; index++) content[index] ^= mask[index & 3];
  const int opcode = bytes[0] & 0x0f;
  if (opcode == 8) return -1;
  if (opcode <= 2 && obey_lines(peer, content, length, true, now) < 0) return -1;
  return (ssize_t)(header + length);
}

/// Obeys what can be obeyed. Returns how many bytes that was, or -1 at the end of the stream.
static ssize_t obey(struct peer *peer, unsigned char *bytes, size_t count, int64_t now) {
  size_t used = 0;
  if (peer->stage == stage_fresh) peer->stage = bytes[0] == 'G' ? stage_request : stage_lines;
  if (peer->stage == stage_request) {
    const unsigned char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (end == NULL) return 0;
    used = (size_t)(end - bytes) + 4;
    if (!answer(peer, bytes, used)) return -1;
    peer->stage = stage_frames;
  }
  if (peer->stage == stage_lines) return obey_lines(peer, bytes, count, false, now);
  for (;;) {
    ssize_t frame = obey_frame(peer, bytes + used, count - used, now);
    if (frame < 0) return -1;
    if (frame == 0) return (ssize_t)used;
    used += (size_t)frame;
  }
}

/// How many bytes came; 0 at the end of the stream, -1 when there are none now.
static ssize_t take(struct peer *peer, unsigned char *bytes, size_t room) {
  if (peer->tls == NULL) return recv(peer->descriptor, bytes, room, MSG_DONTWAIT);
  int count = SSL_read(peer->tls, bytes, (int)room);
  if (count > 0) return count;
  int error = SSL_get_error(peer->tls, count);
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

bool peer_read(struct peer *peer, int64_t now) {
  if (!peer->has_come && !loop_secure(peer)) return false;
  size_t count = peer->unread.count;
  if (count > 0) memcpy(input, peer->unread.start, count);
  do {
    ssize_t taken = take(peer, input + count, sizeof input - count);
    if (taken == 0) return false;
    if (taken < 0) break;
    count += (size_t)taken;
    ssize_t used = obey(peer, input, count, now);
    if (used < 0) return false;
    count -= (size_t)used;
    memmove(input, input + used, count);
  } while (peer->tls != NULL && SSL_has_pending(peer->tls));
  if (count > 0 || peer->unread.count > 0) keep(&peer->unread, input, count);
  return count < sizeof input;
}
