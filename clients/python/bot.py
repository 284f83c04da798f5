#!/usr/bin/env python3
"""A bot for chromatch that needs nothing but Python 3.10 and its standard library. It sits down in
a room, plays every mode, and has each match checked by rules.py. Like that file it knows only what
protocol/README.md says; README.md beside it builds it up step by step.

    bot.py 127.0.0.1/WAVE                          join the room WAVE
    bot.py chromatch://play.example/WAVE#SHA256:…  the same over TLS, as `chromatch host` shows it
    bot.py play.example                            join any match, or wait for one
    bot.py play.example --open "mode=hsb rounds=3" open a room and wait there

It says that it is a bot. It ends with status 1, and says why, when the server says anything else
than what follows from the seed."""

import argparse
import hashlib
import math
import random
import re
import secrets
import socket
import ssl
import sys
import time
import urllib.parse

from rules import SLIDERS, Referee, Unfair, color_of, start_of


class Line(dict):
    """One line: its verb, and its fields as texts without escapes."""

    def __init__(self, text):
        self.verb, *fields = text.split(" ")
        pairs = (field.partition("=") for field in fields)
        super().__init__((key, urllib.parse.unquote(value)) for key, _, value in pairs)

    def list(self, key):
        """The items of a list; none if there is no such field."""
        return self[key].split(",") if self.get(key) else []


def written(verb, fields):
    """A line as bytes. Fields that are None are left out."""
    def escaped(value):
        return re.sub("[\0-\x20%\x7f]", lambda found: f"%{ord(found[0]):02X}", str(value))

    pairs = [f"{key}={escaped(value)}" for key, value in fields.items() if value is not None]
    return (" ".join([verb, *pairs]) + "\n").encode()


def now():
    """Milliseconds of this machine's clock."""
    return time.monotonic_ns() // 1_000_000


class Wire:
    """A connection to a server, as lines."""

    LINE_BYTES_MAX = 4_096
    # A server has something to say every few seconds. One that is silent so long has vanished.
    PATIENCE = 30_000

    def __init__(self, host, port, is_secure, fingerprint):
        self.rest = b""
        self.heard = now()
        self.socket = socket.create_connection((host, port), self.PATIENCE / 1000)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if is_secure:
            self.socket = secured(self.socket, host, fingerprint)

    def say(self, verb, **fields):
        self.socket.settimeout(self.PATIENCE / 1000)
        self.socket.sendall(written(verb, fields))

    def hear(self, until=math.inf):
        """The next line, or None if the moment `until` comes first."""
        while b"\n" not in self.rest:
            if len(self.rest) > self.LINE_BYTES_MAX + 1:
                raise ConnectionError("the server sent a line without an end")
            end = min(until, self.heard + self.PATIENCE)
            self.socket.settimeout(max(end - now(), 1) / 1000)
            try:
                data = self.socket.recv(65_536)
            except TimeoutError:
                if now() < until:
                    raise ConnectionError("the server fell silent") from None
                return None
            if not data:
                raise ConnectionError("the server closed the connection")
            self.heard = now()
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return Line(line.removesuffix(b"\r").decode())


def secured(plain, host, fingerprint):
    """TLS with the one server that has this certificate, or with one that an authority names."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["chromatch/1"])
    # What is pinned needs no authority. Without a pin the certificate is only looked at.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if not fingerprint:
        context.check_hostname, context.verify_mode = True, ssl.CERT_REQUIRED
    try:
        stream = context.wrap_socket(plain, server_hostname=host)
    except ssl.SSLCertVerificationError as wrong:
        raise ConnectionError(
            f"{wrong.verify_message}. If the server made its own certificate, ask its host for the "
            "fingerprint and put it behind the address: #SHA256:…") from None
    seen = "SHA256:" + hashlib.sha256(stream.getpeercert(binary_form=True)).hexdigest()
    if fingerprint not in ("", seen):
        raise ConnectionError(f"this is another server: its certificate is {seen}")
    return stream


class Bot:
    """Takes one line after another, and moves when its moment has come."""

    def __init__(self, wire, options):
        self.wire, self.options = wire, options
        self.me = self.mode = self.match = self.nonce = self.opens = None
        self.offset, self.round_trip = 0, math.inf
        # The moves to come, each as (moment, verb, guess).
        self.moves, self.played = [], 0

    def run(self, entry):
        """Plays until it has played as many matches as it was asked for. `entry` is the line that
        leads into a room."""
        self.wire.say("HELLO", v=1, name=self.options.name, icon="knight", bot=1, app="bot.py")
        for _ in range(5):
            self.wire.say("PING", t=now())
        self.wire.socket.sendall(entry.encode() + b"\n")
        while self.played != self.options.matches:
            line = self.wire.hear(self.moves[0][0] if self.moves else math.inf)
            if line is None:
                self.move(*self.moves.pop(0)[1:])
                continue
            if self.match and "n" in line:
                self.match.append(line)
            if hearing := getattr(self, f"on_{line.verb.lower()}", None):
                hearing(line)
        self.wire.say("BYE")

    def on_ping(self, line):
        self.wire.say("PONG", nonce=line["nonce"])

    def on_pong(self, line):
        """How far the server's clock is ahead of ours: the quickest answer says it best."""
        sent, received = int(line["t"]), now()
        if received - sent < self.round_trip:
            self.round_trip = received - sent
            self.offset = int(line["now"]) - (sent + received) // 2

    def on_welcome(self, line):
        self.me = line["me"]

    def on_no(self, line):
        if line["code"] in ("too-far", "frozen"):
            # A bit closer, once locks are taken again.
            self.aim(now() + 1_600, self.error / 2)
        elif line.get("verb") not in ("SET", "LOCK", "READY", "REVEAL"):
            raise ConnectionError(line.get("text", line["code"]))

    def on_in(self, line):
        self.match, self.moves = None, []
        self.is_along = line["role"] == "watcher"
        self.tell(f"in room {line['room']}")

    def on_out(self, line):
        raise ConnectionError(f"no longer in the room: {line['why']}")

    def on_room(self, line):
        self.room, self.mode = line, line["mode"]

    def on_commit(self, line):
        """The seed of the next match is fixed, so it is time to give a nonce."""
        self.commit = line
        if not self.is_along:
            self.get_ready()

    def get_ready(self):
        self.nonce = secrets.token_hex(16)
        self.wire.say("READY", on=1, seal=hashlib.sha256(self.nonce.encode()).hexdigest())

    def on_readied(self, line):
        if line["who"] == self.me and line["on"] == "0":
            self.get_ready()

    def on_starts(self, line):
        if "at" in line:
            left = int(line["at"]) - self.offset - now()
            self.tell(f"the match starts in {max(0, left) / 1_000:.0f} s")

    def on_series(self, line):
        """The table of a series: the next match begins by itself, so there is nothing to do."""
        rows = zip(line.list("players"), line.list("wins"))
        table = ", ".join(f"{'we' if who == self.me else who} {wins}" for who, wins in rows)
        self.tell(f"won of {line['played']} matches: {table}")

    def on_reveal(self, line):
        if self.me in line.list("players"):
            self.wire.say("REVEAL", nonce=self.nonce)

    def on_countdown(self, line):
        # A match that began before we came is not ours to judge: we may not hear all of it.
        self.match = [self.room, self.commit, line] if "n" in line else None
        self.plays = self.is_along or (
            self.match is not None and self.me in line.list("players"))
        self.round_trip = math.inf
        self.wire.say("PING", t=now())

    def on_round(self, line):
        if self.plays:
            self.round, self.opens = line, int(line["opens"]) - self.offset
            thinking = int(1_000 * self.options.seconds * random.uniform(0.5, 1.5))
            self.aim(self.opens + thinking, self.options.error)

    def on_held(self, line):
        """The server was gone, and the round goes on later."""
        if self.opens and self.moves:
            self.opens += int(line["by"])
            self.moves = [(at + int(line["by"]), *move) for at, *move in self.moves]

    def on_locked(self, line):
        if line["who"] == self.me:
            self.moves = []

    def on_shut(self, _):
        self.moves = []

    def aim(self, moment, error):
        """Plans a guess that misses by so many percent of a slider, or picks a tile."""
        self.error = error
        if tiles := self.round.list("tiles"):
            right = tiles.index(self.round["target"]) + 1
            is_lucky = random.uniform(0, 100) >= error
            guess = [right if is_lucky else random.randint(1, len(tiles))]
        else:
            sliders, guess = SLIDERS[self.mode], []
            for end in [self.round[key] for key in ("target", "to") if key in self.round]:
                for value, (low, high) in zip(sliders.near(color_of(end)), sliders.grid):
                    value += round(random.uniform(-1, 1) * error / 100 * (high - low))
                    guess.append(min(max(value, low), high))
        self.moves = [(moment, "LOCK", guess)]
        if not tiles:
            # The others like to see sliders move.
            halfway = [(a + b) // 2 for a, b in zip(start_of(self.mode), guess)]
            self.moves = [(moment - 400, "SET", halfway), (moment - 200, "SET", guess), *self.moves]

    def move(self, verb, guess):
        values, t = ",".join(map(str, guess)), now() - self.opens
        if verb == "LOCK":
            self.wire.say("LOCK", v=values, t=max(t, 0))
        elif t > 0:
            self.wire.say("SET", v=values)

    def on_cell(self, line):
        self.tell(f"we play along in cell {line['at']}, as {line.get('name', 'nobody')}")

    def on_yours(self, line):
        self.tell(f"place {line['place']} of {line['of']} in the crowd, {line['total']} points")

    def on_seed(self, _):
        if not self.match:
            return
        countdown = self.match[2]
        mine = dict(zip(countdown.list("players"), countdown.list("nonces"))).get(self.me)
        # Ours comes too late at times, and has no part in the day's targets.
        if self.plays and not self.is_along and mine not in (self.nonce, "-"):
            raise Unfair(f"we gave the nonce {self.nonce}, and the server says {mine}")
        Referee(self.match).check()
        self.played += 1
        self.match = None
        self.tell(f"match {countdown['match']} was fair")

    def tell(self, sentence):
        print(sentence, flush=True)


def main():
    parser = argparse.ArgumentParser(description="A bot for chromatch.")
    parser.add_argument("address", help="HOST[:PORT][/ROOM], or what `chromatch host` shows")
    parser.add_argument("--open", metavar="SETTINGS", help="open a room, as CREATE has it")
    parser.add_argument("--along", action="store_true", help="watch the room, and play along")
    parser.add_argument("--name", default="Python")
    parser.add_argument("--seconds", type=float, default=4, help="how long it thinks")
    parser.add_argument("--error", type=float, default=3, help="how far off it aims, in percent")
    parser.add_argument("--matches", type=int, default=-1, help="after how many it goes")
    options = parser.parse_args()
    place, _, fingerprint = options.address.partition("#")
    url = urllib.parse.urlsplit(place if "://" in place else f"tcp://{place}")
    code = url.path.strip("/")
    verb = "WATCH" if options.along else "JOIN"
    entry = f"{verb} room={code}" if code else "QUICK"
    try:
        is_secure = url.scheme in ("tls", "chromatch")
        wire = Wire(url.hostname, url.port or 7313, is_secure, fingerprint)
        Bot(wire, options).run(entry if options.open is None else f"CREATE {options.open}")
    except (OSError, ValueError, Unfair) as wrong:
        sys.exit(f"bot.py: {wrong}")


if __name__ == "__main__":
    main()
