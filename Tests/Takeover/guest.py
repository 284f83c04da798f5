"""A player over plain TCP who is told all of a match, comes back through the balancer whenever they
are sent away, and checks that nothing is ever told otherwise than before."""

import re
import time

from player import PATIENCE, Lost, Player, field


class Guest(Player):
    """Somebody who plays beside the browsers."""

    def __init__(self, name, port, door):
        super().__init__(name, "tcp", port)
        self.door = door

    def learn(self, what, holds, within=2 * PATIENCE):
        """Hears on until something follows from all that was heard, and gives that."""
        end = time.monotonic() + within
        while not (found := holds()):
            try:
                self.heard.append(self.stream.hear(end))
            except Lost as error:
                if time.monotonic() > end:
                    raise Lost(f"{self.name} never heard {what}") from error
                self.come_back([self.door])
        return found

    def lines(self, verb):
        return [line for line in self.heard if line.startswith(f"{verb} ")]

    def number_of(self, name):
        """By which number the room knows a player of that name."""
        seats = self.learn(f"of {name}", lambda: [
            line for line in self.lines("SEAT") if field("name", line) == name])
        return field("who", seats[-1])

    def target(self, number):
        """The target of a round, once it is told."""
        told = self.learn(f"round {number}", lambda: self.told_of(number).get("target"))
        return tuple(bytes.fromhex(told.removeprefix("#")))

    def move(self, who, color):
        """Waits until a player is seen at a color."""
        shown = "#" + bytes(color).hex()
        self.learn(f"that {who} is at {shown}", lambda: any(
            field("who", line) == who and field("color", line) == shown
            for line in self.lines("MOVE")))

    def lock_of(self, number, who):
        """When a player locked in a round, once it is told."""
        return self.learn(f"a lock of {who} in round {number}", lambda: self.told_of(
            number).get(("LOCKED", who)))

    def scores(self, number, players):
        """Everybody's score of a round, once all are told, by their numbers."""
        def told():
            of_round = self.told_of(number)
            return {who: of_round[("SCORE", who)] for who in players
                    if ("SCORE", who) in of_round}

        return self.learn(
            f"all scores of round {number}", lambda: len(told()) == len(players) and told())

    def told_of(self, number):
        """What was told of a round, each time it was told: that must never differ."""
        told, now = {}, None
        for line in self.heard:
            verb, _, _ = line.partition(" ")
            if verb in ("ROUND", "SHUT"):
                now = int(field("round", line))
            if now != number or verb not in ("ROUND", "LOCKED", "SCORE"):
                continue
            key, value = (verb, field("who", line)), re.sub(r" n=\d+", "", line)
            if verb == "ROUND":
                # It opens later where a match has stood still.
                key, value = "target", field("target", line)
            if told.setdefault(key, value) != value:
                raise Lost(f"{told[key]!r} is told as {value!r} after a node has died")
        return told
