"""A player over any of the four ways to a server: lines over TCP or TLS, or messages of a WebSocket
over either. It remembers every line it heard, looks for its seat again like any client, and knows
nothing of what others do."""

import base64
import os
import socket
import ssl
import time

HOST = "127.0.0.1"
WAYS = ("tcp", "tls", "ws", "wss")
# Nobody waits longer for anything, in seconds.
PATIENCE = 20
# So long a player waits until they look for their seat again, in seconds.
PAUSE = 0.1


class Lost(Exception):
    """The server has hung up, or says nothing."""


def field(key, line):
    """The value of a field in a line; None where there is none."""
    for word in line.split(" ")[1:]:
        name, _, value = word.partition("=")
        if name == key:
            return value
    return None


class Stream:
    """One connection, as lines."""

    def __init__(self, port, way):
        self.is_framed = way in ("ws", "wss")
        self.rest = b""
        self.frames = b""
        self.lines = []
        self.socket = socket.create_connection((HOST, port), PATIENCE)
        try:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if way in ("tls", "wss"):
                # Each node has its own certificate; whose it is, is not what is tried here.
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                context.check_hostname = False
                context.verify_mode = ssl.CERT_NONE
                self.socket = context.wrap_socket(self.socket)
            if self.is_framed:
                self.open_frames(port)
        except OSError:
            self.socket.close()
            raise

    def open_frames(self, port):
        """Asks for a WebSocket (RFC 6455, section 4)."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /play HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: chromatch.1\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            piece = self.socket.recv(4096)
            if not piece:
                raise ConnectionError("no WebSocket")
            answer += piece
        head, _, self.frames = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(head.decode())

    def say(self, line):
        text = f"{line}\n".encode()
        if self.is_framed:
            mask = os.urandom(4)
            body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
            text = bytes([0x81, 0x80 | len(body)]) + mask + body
        self.socket.sendall(text)

    def take(self, piece):
        """Takes what has come: lines, or frames of a server, which are not masked."""
        if not self.is_framed:
            self.rest += piece
        self.frames += piece if self.is_framed else b""
        while len(self.frames) >= 2:
            count, start = self.frames[1] & 127, 2
            if count == 126:
                if len(self.frames) < 4:
                    break
                count, start = int.from_bytes(self.frames[2:4], "big"), 4
            if len(self.frames) < start + count:
                break
            if self.frames[0] & 15 < 3:
                self.rest += self.frames[start:start + count]
            self.frames = self.frames[start + count:]
        *whole, self.rest = self.rest.split(b"\n")
        self.lines += [line.decode() for line in whole]

    def hear(self, end):
        """The next line, unless none has come when the monotonic clock shows `end`."""
        while not self.lines:
            left = end - time.monotonic()
            if left <= 0:
                raise Lost("nothing was said")
            self.socket.settimeout(left)
            try:
                piece = self.socket.recv(65536)
            except OSError as error:
                raise Lost(str(error)) from error
            if not piece:
                raise Lost("hung up")
            self.take(piece)
        return self.lines.pop(0)

    def close(self):
        self.socket.close()


class Player:
    """Somebody with a seat, wherever it is."""

    def __init__(self, name, way, port):
        self.name, self.way = name, way
        self.heard = []
        # How often the server hung up on somebody who had come back.
        self.sent_away = 0
        self.stream = Stream(port, way)
        self.say(f"HELLO v=1 name={name}")
        welcome = self.hear("WELCOME")
        self.me, self.token = field("me", welcome), field("resume", welcome)

    def say(self, line):
        self.stream.say(line)

    def hear(self, *verbs, where=lambda line: True, within=PATIENCE):
        """The next line that has one of these verbs and is so; those before it are passed over."""
        end = time.monotonic() + within
        while True:
            line = self.stream.hear(end)
            self.heard.append(line)
            if line.split(" ")[0] in verbs and where(line):
                return line

    def told(self):
        """What was told of the room, by its numbers."""
        return {int(field("n", line)): line for line in self.heard
                if field("n", line) and not line.startswith("IN ")}

    def lock(self, color):
        self.say(f"LOCK v={color[0]},{color[1]},{color[2]}")

    def come_back(self, ports):
        """Takes the seat again at one of these, as soon as one lets anybody."""
        end = time.monotonic() + PATIENCE
        self.stream.close()
        while time.monotonic() < end:
            for port in ports:
                try:
                    self.stream = Stream(port, self.way)
                    self.say(f"HELLO v=1 resume={self.token}")
                    if self.hear("WELCOME", "NO", within=5).startswith("WELCOME") \
                            and self.hear("IN", "NO", within=5).startswith("IN "):
                        return
                except (OSError, Lost):
                    pass
                self.stream.close()
            time.sleep(PAUSE)
        raise Lost(f"{self.name} over {self.way} does not get their seat back")

    def play(self, color, ports):
        """Locks, again as long as that is refused, until everybody hears of it. A player who is
        sent away meanwhile comes back to one of these."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.lock(color)
                if self.hear("LOCKED", "NO", where=self.is_mine).startswith("LOCKED"):
                    return
                time.sleep(0.02)
            except (OSError, Lost):
                self.sent_away += 1
                self.come_back(ports)
                self.say("PING t=1")
                picture = len(self.heard)
                self.hear("PONG")
                if any(line.startswith("LOCKED ") and field("who", line) == self.me
                       for line in self.heard[picture:]):
                    return
        raise Lost(f"no lock of {self.name} over {self.way} is taken")

    def is_mine(self, line):
        """Whether a line answers this player: a lock in the picture of a room has no number."""
        return line.startswith("NO ") or (field("who", line) == self.me and field("n", line))
