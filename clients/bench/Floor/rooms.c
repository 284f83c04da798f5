// Who hears whom, and when: the server's rule of batches and nothing else of it. A room's moves go
// out at once if the last batch is long enough ago, else when it is; of each player the newest
// wins. What a batch holds is made once, then it is only sent.
// Invariant: a room is in one slot of the wheel while one of its moves waits, else in none.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

enum { seats_max = 8, slots = 64, head_max = 40, move_max = 48, frame_header_max = 4 };

/// A MOVE but for its color.
struct head {
  unsigned char bytes[head_max];
  size_t count;
};

struct peers {
  struct peer **list;
  int count;
  int capacity;
};

struct room {
  struct peers members;
  /// Those who play along: they hear no moves, but once a second how all of them stand.
  struct peers along;
  struct head heads[seats_max];
  unsigned colors[seats_max];
  /// The players whose newest move waits, one bit for each.
  unsigned waiting;
  /// Before this time nothing goes out.
  int64_t next_at;
  /// The next room in the same slot; -1 for none.
  int next;
};

static struct room *rooms;
static int rooms_count;
static int players;
static int interval;

/// Rooms by when they are due, modulo `slots` milliseconds; -1 for none.
static int wheel[slots];
static int due_count;
static int64_t flushed_at;

/// How many play along, and when they are told next.
static int along_count;
static int64_t along_at;
enum { along_milliseconds = 1000 };

bool rooms_make(int count, int seats, int batch_milliseconds) {
  if (seats > seats_max || batch_milliseconds >= slots) return false;
  rooms = calloc((size_t)count, sizeof *rooms);
  if (rooms == NULL) return false;
  rooms_count = count;
  players = seats;
  interval = batch_milliseconds;
  for (int index = 0; index < count; index++) {
    for (int seat = 0; seat < seats; seat++) {
      struct head *head = &rooms[index].heads[seat];
      head->count = (size_t)snprintf((char *)head->bytes, head_max, "MOVE who=p%d near=50 color=#",
                                     index * seats + seat + 1);
    }
  }
  for (int slot = 0; slot < slots; slot++) wheel[slot] = -1;
  return true;
}

static void move(struct peer *peer, unsigned color, int64_t now) {
  struct room *room = &rooms[peer->room];
  room->colors[peer->seat] = color;
  if (room->waiting == 0) {
    int slot = (int)((room->next_at > now ? room->next_at : now) % slots);
    room->next = wheel[slot];
    wheel[slot] = peer->room;
    due_count++;
  }
  room->waiting |= 1u << peer->seat;
}

static void sit(struct peer *peer, int number, int seat) {
  static const struct batch sat = {
      (const unsigned char *)"SAT\n", 4, (const unsigned char *)"\x81\x04SAT\n", 6};
  if (peer->room >= 0 || number < 0 || number >= rooms_count || seat >= players) return;
  struct peers *peers = seat < -1 ? &rooms[number].along : &rooms[number].members;
  if (peers->count == peers->capacity) {
    int capacity = peers->capacity > 0 ? peers->capacity * 2 : 4;
    struct peer **list = realloc(peers->list, (size_t)capacity * sizeof *list);
    if (list == NULL) return;
    peers->list = list;
    peers->capacity = capacity;
  }
  peers->list[peers->count++] = peer;
  peer->room = number;
  peer->seat = seat < -1 ? -2 : seat;
  if (seat < -1) along_count++;
  peer_send(peer, &sat);
}

bool rooms_obey(struct peer *peer, const unsigned char *line, size_t count, int64_t now) {
  char text[64];
  if (count >= sizeof text) return true;
  memcpy(text, line, count);
  text[count] = 0;
  if (strncmp(text, "SET v=", 6) == 0 && peer->seat >= 0) {
    char *rest = text + 6;
    unsigned color = 0;
    for (int part = 0; part < 3; part++) {
      color = color << 8 | (strtoul(rest, &rest, 10) & 0xff);
      if (*rest == ',') rest++;
    }
    move(peer, color, now);
    return true;
  }
  int number, seat;
  if (sscanf(text, "SIT room=%d seat=%d", &number, &seat) == 2) sit(peer, number, seat);
  return strcmp(text, "BYE") != 0;
}

void rooms_leave(struct peer *peer) {
  if (peer->room < 0) return;
  const bool is_along = peer->seat < -1;
  struct peers *peers = is_along ? &rooms[peer->room].along : &rooms[peer->room].members;
  for (int index = 0; index < peers->count; index++) {
    if (peers->list[index] != peer) continue;
    peers->list[index] = peers->list[--peers->count];
    if (is_along) along_count--;
    return;
  }
}

static void send_moves(struct room *room) {
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[frame_header_max + seats_max * move_max];
  unsigned char *const lines = bytes + frame_header_max;
  unsigned char *end = lines;
  for (int seat = 0; seat < players; seat++) {
    if (!(room->waiting & 1u << seat)) continue;
    const struct head *head = &room->heads[seat];
    memcpy(end, head->bytes, head->count);
    end += head->count;
    for (int shift = 20; shift >= 0; shift -= 4) *end++ = digits[room->colors[seat] >> shift & 15];
    *end++ = '\n';
  }
  const size_t count = (size_t)(end - lines);
  unsigned char *frame = lines - (count < 126 ? 2 : 4);
  frame[0] = 0x81;
  frame[1] = count < 126 ? (unsigned char)count : 126;
  if (count >= 126) {
    frame[2] = (unsigned char)(count >> 8);
    frame[3] = (unsigned char)count;
  }
  const struct batch batch = {lines, count, frame, (size_t)(end - frame)};
  for (int index = 0; index < room->members.count; index++) {
    peer_send(room->members.list[index], &batch);
  }
}

/// Tells all who play along the same, in as many bytes as a server does.
static void send_crowds(void) {
#define CROWD "CROWD of=2000 in=1000 color=#a1b2c3 near=91 seat=p1 seatcolor=#a1b2c3 seatnear=80\n"
  static const unsigned char frame[] = "\x81\x52" CROWD;
  static const struct batch crowd = {frame + 2, sizeof CROWD - 1, frame, sizeof CROWD + 1};
  _Static_assert(sizeof CROWD - 1 == 0x52, "the frame says another length");
  for (int number = 0; number < rooms_count; number++) {
    const struct peers *along = &rooms[number].along;
    for (int index = 0; index < along->count; index++) peer_send(along->list[index], &crowd);
  }
}

void rooms_flush(int64_t now) {
  int64_t time = flushed_at + slots > now ? flushed_at : now - slots + 1;
  for (; time <= now && due_count > 0; time++) {
    int number = wheel[time % slots];
    wheel[time % slots] = -1;
    while (number >= 0) {
      struct room *room = &rooms[number];
      number = room->next;
      due_count--;
      send_moves(room);
      room->waiting = 0;
      room->next_at = time + interval;
    }
  }
  flushed_at = now;
  if (along_count > 0 && along_at <= now) {
    send_crowds();
    along_at = now + along_milliseconds;
  }
}

int rooms_wait(int64_t now) {
  if (due_count == 0) {
    if (along_count == 0) return -1;
    return along_at > now ? (int)(along_at - now) : 0;
  }
  int wait = 0;
  while (wait < slots - 1 && wheel[(flushed_at + wait) % slots] < 0) wait++;
  int64_t left = flushed_at + wait - now;
  return left > 0 ? (int)left : 0;
}
