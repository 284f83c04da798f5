"""Plays a whole match over a WebSocket with somebody else's library, knowing nothing of the server
but protocol/README.md. It locks the target itself in every round, so it has to win with ΔE 0, and
does the sums of the section Fairness again. It ends with status 0 and one line when all of it held,
else with a traceback.

    play.py websockets ws://127.0.0.1:7313/play
    play.py websocket-client wss://localhost:7313/play --trust certificate.pem
"""

import argparse
import collections
import contextlib
import hashlib
import hmac
import secrets
import socket
import ssl
import time
import urllib.parse

SUBPROTOCOL = "chromatch.1"
NONCE = secrets.token_hex(16)
ROUNDS = 2
PATIENCE = 30


class WithWebsockets:
    """The synchronous client of PyPI's websockets."""

    def __init__(self, url, trust):
        from websockets.sync.client import connect

        self.socket = contextlib.ExitStack().enter_context(
            connect(url, ssl=trust, subprotocols=[SUBPROTOCOL], proxy=None)
        )
        assert self.socket.subprotocol == SUBPROTOCOL, self.socket.subprotocol
        assert not self.socket.protocol.extensions, "an extension that nobody can have agreed to"

    def send(self, text):
        self.socket.send(text)

    def receive(self, seconds):
        """The next message, or None when none comes in time."""
        try:
            message = self.socket.recv(timeout=seconds)
        except TimeoutError:
            return None
        assert isinstance(message, str), "a message that is not text"
        return message

    def ping(self):
        assert self.socket.ping().wait(PATIENCE), "a ping frame without its pong"

    def close_code(self):
        """Reads to the end and tells why it came."""
        from websockets.exceptions import ConnectionClosed

        try:
            while self.receive(PATIENCE) is not None:
                pass
        except ConnectionClosed as end:
            assert end.rcvd, "the stream ended without a close frame"
            return end.rcvd.code
        raise AssertionError("the server did not close")


class WithWebsocketClient:
    """PyPI's websocket-client, which says an Origin as a browser does."""

    def __init__(self, url, trust):
        import websocket

        self.websocket = websocket
        self.pongs = 0
        host = urllib.parse.urlsplit(url)
        plain = socket.create_connection((host.hostname, host.port), PATIENCE)
        stream = trust.wrap_socket(plain, server_hostname=host.hostname) if trust else plain
        self.socket = websocket.create_connection(
            url, timeout=PATIENCE, subprotocols=[SUBPROTOCOL], socket=stream
        )
        assert self.socket.subprotocol == SUBPROTOCOL, self.socket.subprotocol

    def send(self, text):
        self.socket.send(text)

    def frame(self, seconds):
        self.socket.settimeout(max(seconds, 0.001))
        try:
            return self.socket.recv_data_frame(control_frame=True)
        except self.websocket.WebSocketTimeoutException:
            return None, None

    def receive(self, seconds):
        """The next message, or None when none comes in time; an empty one stands for the end."""
        deadline = time.monotonic() + seconds
        while True:
            kind, frame = self.frame(deadline - time.monotonic())
            if kind == self.websocket.ABNF.OPCODE_TEXT:
                return frame.data.decode()
            if kind == self.websocket.ABNF.OPCODE_PONG:
                self.pongs += 1
            if kind == self.websocket.ABNF.OPCODE_CLOSE:
                self.code = int.from_bytes(frame.data[:2], "big")
                return ""
            if kind is None:
                return None

    def ping(self):
        self.socket.ping("are you there?")

    def close_code(self):
        """Reads to the end and tells why it came."""
        while self.receive(PATIENCE):
            pass
        assert self.pongs == 1, "a ping frame without its pong"
        return self.code


class Line(dict):
    """A line as its verb and its fields."""

    def __init__(self, text):
        self.verb, *fields = text.split(" ")
        super().__init__(field.split("=", 1) for field in fields)


class Match:
    """The other end of the line protocol, one match long."""

    def __init__(self, wire):
        self.wire = wire
        self.lines = collections.deque()
        self.last_event = None
        self.answered = 0
        self.offset = None

    def say(self, text):
        self.wire.send(text)

    def hear(self, seconds):
        """The next line, or None; PINGs are answered on the way, and no event may be missing."""
        deadline = time.monotonic() + seconds
        while True:
            while not self.lines:
                message = self.wire.receive(max(0, deadline - time.monotonic()))
                if message is None:
                    return None
                assert message, "the server has closed"
                self.lines.extend(message.removesuffix("\n").split("\n"))
            line = Line(self.lines.popleft())
            if line.verb == "PING":
                self.say(f"PONG nonce={line['nonce']}")
                self.answered += 1
                continue
            assert line.verb != "NO", line
            if line.verb == "PONG":
                # Good enough for somebody who is on the same machine.
                self.offset = int(line["now"]) - now()
            if line.verb == "IN":
                self.last_event = int(line["n"])
            elif "n" in line:
                assert int(line["n"]) == self.last_event + 1, (self.last_event, line)
                self.last_event += 1
            return line

    def expect(self, verb):
        """The next line of that verb; others are passed over."""
        deadline = time.monotonic() + PATIENCE
        while (line := self.hear(deadline - time.monotonic())) is not None:
            if line.verb == verb:
                return line
        raise AssertionError(f"no {verb} within {PATIENCE} s")

    def hear_until(self, moment):
        """Hears, and does nothing else, until a moment of the server's clock."""
        while (left := moment - self.offset - now()) > 0:
            self.hear(left / 1000)

    def play(self):
        self.say(f"HELLO v=1 name=Peer\nPING t={now()}")
        me = self.expect("WELCOME")["me"]
        self.expect("PONG")
        # The last LF of a message may be left out, and lines may share one.
        self.say(f"CREATE mode=rgb rounds={ROUNDS} time=20 level=hard seats=2 listed=0\n")
        promise = self.expect("COMMIT")["hash"]
        self.wire.ping()
        seal = hashlib.sha256(NONCE.encode()).hexdigest()
        self.say(f"BOT level=1\nREADY on=1 seal={seal}")
        call = self.expect("REVEAL")
        assert call["players"].split(",")[0] == me, call
        self.say(f"REVEAL nonce={NONCE}")
        countdown = self.expect("COUNTDOWN")
        assert countdown["players"].split(",")[0] == me, countdown
        assert countdown["nonces"] == f"{NONCE},-", countdown

        targets = [self.play_round(number, me) for number in range(1, ROUNDS + 1)]
        self.expect("OVER")
        places = [self.expect("PLACE") for _ in range(2)]
        assert [place["place"] for place in places] == ["1", "2"], places
        assert (places[0]["who"], int(places[0]["total"])) == (me, self.total), places
        seed = bytes.fromhex(self.expect("SEED")["seed"])
        assert hashlib.sha256(seed).hexdigest() == promise, "the seed is not the one promised"
        for number, target in enumerate(targets, start=1):
            assert target in draws(seed, number), f"round {number} does not follow from the seed"
        assert self.answered > 0, "the server never measured the way"
        self.say("BYE")
        self.expect("OUT")

    def play_round(self, number, me):
        """Locks the target and checks the score; the target as three numbers."""
        announced = self.expect("ROUND")
        assert announced["round"] == str(number), announced
        length = int(announced["closes"]) - int(announced["opens"])
        target = tuple(bytes.fromhex(announced["target"][1:]))
        guess = ",".join(map(str, target))
        self.hear_until(int(announced["opens"]) + 300)
        self.say(f"SET v=1,2,3\nLOCK v={guess}\n")
        locked = self.expect("LOCKED")
        assert locked["who"] == me, locked
        assert self.expect("SHUT")["answer"] == guess
        mine, theirs = self.expect("SCORE"), self.expect("SCORE")
        t = int(mine["t"])
        points = (2 * 1000 * (2 * length - t) + 2 * length) // (4 * length)
        assert (mine["who"], mine["v"], mine["de"], t) == (me, guess, "0", int(locked["t"])), mine
        assert int(mine["points"]) == points and mine["first"] == "1", (mine, points)
        assert theirs["who"] != me, theirs
        self.total = points + (self.total if number > 1 else 0)
        assert int(mine["total"]) == self.total, mine
        return target


def draws(seed, number):
    """All targets that a round of rgb may have drawn: the first, or one drawn again after it."""
    key = hmac.digest(seed, f"round {number} {NONCE} -".encode(), "sha256")
    stream = b"".join(hmac.digest(key, str(block).encode(), "sha256") for block in range(12))
    words = [int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8)]
    values = [word * 256 >> 64 for word in words]
    return [tuple(values[at : at + 3]) for at in range(0, len(values), 3)]


def now():
    return time.monotonic_ns() // 1_000_000


def main():
    parser = argparse.ArgumentParser(description="Plays a match with somebody else's library.")
    libraries = {"websockets": WithWebsockets, "websocket-client": WithWebsocketClient}
    parser.add_argument("peer", choices=libraries)
    parser.add_argument("url")
    parser.add_argument("--trust", metavar="FILE", help="certificate to trust, for wss")
    options = parser.parse_args()
    trust = ssl.create_default_context(cafile=options.trust) if options.trust else None
    match = Match(libraries[options.peer](options.url, trust))
    match.play()
    code = match.wire.close_code()
    assert code == 1000, f"closed with {code}"
    print(f"{options.peer}: a match of {ROUNDS} rounds, {match.total} points, fair")


if __name__ == "__main__":
    main()
