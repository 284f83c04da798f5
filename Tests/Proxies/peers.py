"""People who come through a proxy, each from an address of their own: as lines over TCP or TLS, or
as messages of a WebSocket, with whatever they claim about themselves in its request."""

import select
import socket
import ssl
import threading

import websocket

SITE, SITE_6, NAME = "203.0.113.7", "2001:db8::7", "play.example"
# What a liar says of where they come from.
LIE = "198.51.100.66"
LIES = [f"X-Forwarded-For: {LIE}", f"Forwarded: for={LIE}"]


def connected(source, port, tls):
    """A connection from an address to the proxy, which may show any certificate."""
    host = SITE_6 if ":" in source else SITE
    near = socket.create_connection((host, port), None, (source, 0))
    if not tls:
        return near
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(near, server_hostname=NAME)


class Lines:
    """The way of programs."""

    def __init__(self, source, port, tls):
        self.near = connected(source, port, tls)
        self.rest = b""

    def say(self, line):
        self.near.sendall(f"{line}\n".encode())

    def read(self):
        """The lines that have come; None when the stream has ended."""
        if not (data := self.near.recv(65_536)):
            return None
        *lines, self.rest = (self.rest + data).split(b"\n")
        return [line.decode() for line in lines]


class Messages:
    """The way of browsers."""

    def __init__(self, source, port, tls):
        self.near = connected(source, port, tls)
        self.socket = websocket.create_connection(
            f"{'wss' if tls else 'ws'}://{NAME}:{port}/play", header=LIES, socket=self.near,
            subprotocols=["chromatch.1"])

    def say(self, line):
        self.socket.send(line)

    def read(self):
        return self.socket.recv().splitlines() or None


class Person:
    """Somebody who has said HELLO. A thread reads what they are told, and answers each PING unless
    they are deaf."""

    def __init__(self, way, source, name="Eve", is_deaf=False):
        kind, port, tls = way
        self.peer = kind(source, port, tls)
        # Two threads must not be in OpenSSL with one connection.
        self.turn = threading.Lock()
        self.peer.near.settimeout(1)
        self.is_deaf = is_deaf
        self.heard = []
        self.read_count = 0
        self.has_ended = False
        self.news = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        self.say(f"HELLO v=1 name={name}")
        self.hear("WELCOME")

    def say(self, line):
        with self.turn:
            self.peer.say(line)

    def listen(self):
        try:
            while (lines := self.read()) is not None:
                for line in lines:
                    self.take(line.split())
        except (OSError, ValueError, websocket.WebSocketException):
            pass
        with self.news:
            self.has_ended = True
            self.news.notify_all()

    def read(self):
        """What comes next, however long that takes."""
        near = self.peer.near
        if not (isinstance(near, ssl.SSLSocket) and near.pending()):
            select.select([near], [], [])
        with self.turn:
            try:
                return self.peer.read()
            except (TimeoutError, websocket.WebSocketTimeoutException):
                # Of a record of TLS, or of a message, there is more to come.
                return []

    def take(self, words):
        if words[:1] == ["PING"]:
            if not self.is_deaf:
                self.say(f"PONG {words[1]}")
            return
        with self.news:
            self.heard.append(words)
            self.news.notify_all()

    def hear(self, *verbs):
        """The verb and the fields of the next line with one of these, in a room or outside."""
        def found():
            while self.read_count < len(self.heard):
                words = self.heard[self.read_count]
                self.read_count += 1
                for verb in verbs:
                    if verb in words[:2]:
                        fields = dict(word.split("=", 1) for word in words if "=" in word)
                        return verb, fields
            return None

        with self.news:
            answer = self.news.wait_for(lambda: found() or self.has_ended)
        assert isinstance(answer, tuple), f"never {verbs}, but {self.heard[-5:]}"
        return answer

    def end(self):
        try:
            self.peer.near.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
