"""What somebody is told who comes over plain TCP for one thing, and goes again."""

import contextlib

from player import Player, field

CALLER = "Cal"


@contextlib.contextmanager
def caller(port):
    """Somebody who has said HELLO there, and hangs up afterwards."""
    player = Player(CALLER, "tcp", port)
    try:
        yield player
    finally:
        player.stream.close()


def answer(player, question, last):
    """All lines of an answer, up to the verb that ends it."""
    player.say(question)
    before = len(player.heard)
    player.hear(last, "NO")
    return tuple(line for line in player.heard[before:] if not line.startswith("PING "))


def asked(port, question, last):
    with caller(port) as player:
        return answer(player, question, last)


def listed(port, code):
    """How LIST tells a room there; None where it does not."""
    rows = asked(port, "LIST mode=rgb", "END")
    return next((line for line in rows if field("room", line) == code), None)


def quick(port):
    """The room that QUICK leads to from there; its seat is given up again."""
    with caller(port) as player:
        answer(player, "QUICK mode=rgb", "IN")
        player.say("BYE")
        player.hear("OUT")
        return field("room", player.heard[-1])


def first_of_the_day(port):
    """The first target of today there."""
    with caller(port) as player:
        player.say("CREATE mode=daily listed=0")
        player.hear("IN")
        player.say("START")
        target = field("target", player.hear("ROUND"))
        player.say("BYE")
        player.hear("OUT")
        return tuple(bytes.fromhex(target.removeprefix("#")))
