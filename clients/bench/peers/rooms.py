"""Who hears whom, and when: the rule of batches, as the bench's floor has it in C. A room's moves
go out at once if the last batch is long enough ago, else when it is; of each player the newest
wins. It knows no library: how a batch is sent to many is handed in."""

import argparse

BATCH_SECONDS = 0.05


class Room:
    """One room, and the moves of it that wait."""

    def __init__(self, number, players, loop, send_all):
        self.loop, self.send_all = loop, send_all
        self.heads = [b"MOVE who=p%d near=50 color=#" % (number * players + seat + 1)
                      for seat in range(players)]
        self.members = set()
        self.waiting = {}
        self.next_at = 0.0

    def move(self, seat, color):
        if not self.waiting:
            self.loop.call_at(max(self.next_at, self.loop.time()), self.flush)
        self.waiting[seat] = color

    def flush(self):
        self.next_at = self.loop.time() + BATCH_SECONDS
        batch = b"".join(b"%s%s\n" % (self.heads[seat], color)
                         for seat, color in sorted(self.waiting.items()))
        self.waiting.clear()
        self.send_all(self.members, batch)


class Floor:
    """All rooms, and what members say."""

    def __init__(self, rooms, players, loop, send_all):
        self.rooms = [Room(number, players, loop, send_all) for number in range(rooms)]
        self.places = {}

    def said(self, member, content):
        """Obeys the lines of a message; what is to be answered to its sender."""
        for line in content.splitlines():
            verb, *fields = line.split()
            if verb == b"SIT":
                room, seat = (int(field.partition(b"=")[2]) for field in fields)
                self.rooms[room].members.add(member)
                self.places[member] = (self.rooms[room], seat)
                return b"SAT\n"
            if verb == b"SET" and member in self.places:
                room, seat = self.places[member]
                red, green, blue = fields[0][2:].split(b",")
                room.move(seat, b"%02x%02x%02x" % (int(red), int(green), int(blue)))
        return None

    def left(self, member):
        room, _ = self.places.pop(member, (None, None))
        if room:
            room.members.discard(member)


def options():
    """What the bench tells a peer."""
    parser = argparse.ArgumentParser()
    for name in ("rooms", "players", "port"):
        parser.add_argument(f"--{name}", type=int, required=True)
    return parser.parse_args()
