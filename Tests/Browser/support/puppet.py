"""A server on strings: pages come from a real one behind it, and what it says on a game's
connection is what a test wants. So any screen can be seen at once, in any language, and anything
can be said to the page that no real server would say."""

import base64
import hashlib
import re
import socket
import struct
import threading
import time

from support.programs import wait_for

# RFC 6455, section 1.3.
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE = 1, 8
MODES = "rgb,hsb,cmyk,gradient,tiles,memory,arcade,daily"


def welcome(fields):
    """Knows nobody from before: every page begins anew."""
    if "resume" in fields:
        return ["NO code=bad-token verb=HELLO"]
    return [f"WELCOME v=1 me=p1 now=@0 resume=word1 app=puppet modes={MODES}"]


ANSWERS = {
    "HELLO": welcome,
    "PING": ["PONG t={t} now=@0"],
    "LIST": ["END of=LIST count=0"],
    "IDENTIFY": ["NO code=unknown-verb verb=IDENTIFY"],
    "LEAVE": ["OUT room=WAVE why=left"],
}


class Line:
    """A page's connection, in the hands of a test."""

    def __init__(self, puppet, end):
        self.puppet, self.end = puppet, end
        self.lock = threading.Lock()

    def say(self, *lines):
        """Says lines in one frame; `@-500` in them is the moment half a second ago."""
        now = self.puppet.now()
        text = "".join(f"{line}\n" for line in lines)
        text = re.sub(r"@(-?\d+)", lambda found: str(now + int(found[1])), text)
        self.send(text.encode())

    def send(self, data, kind=TEXT):
        """Sends bytes as one frame, whatever they are."""
        size = len(data)
        head = bytes([128 | kind])
        head += bytes([size]) if size < 126 else struct.pack(">BH", 126, size) if size < 65_536 \
            else struct.pack(">BQ", 127, size)
        with self.lock:
            try:
                self.end.sendall(head + data)
            except OSError:
                pass

    def close(self):
        self.send(struct.pack(">H", 1000), CLOSE)


class Puppet:
    """A server whose answers are a table: lines for each verb that a page may say.

    files: paths of the site that come from another file than the real server's, so that the page
        reads a language that there is not.
    """

    def __init__(self, port, files=()):
        self.behind = ("127.0.0.1", port)
        self.files = dict(files)
        self.answers = dict(ANSWERS)
        self.is_deaf, self.kept = False, {}
        self.lines, self.heard, self.open = [], [], []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def now(self):
        return round(time.time() * 1000)

    def play(self, **answers):
        """Answers these verbs so from now on, and every other as usual."""
        self.answers, self.is_deaf = {**ANSWERS, **answers}, False
        self.heard = []

    def hear(self, verb, count=1):
        """The newest line of a verb, once there are so many of them."""
        def found():
            return [line for line in self.heard if line.split()[0] == verb]
        wait_for(f"{verb} of the page", lambda: len(found()) >= count)
        return found()[-1]

    def accept(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            self.open.append(near)
            threading.Thread(target=self.serve, args=(near,), daemon=True).start()

    def serve(self, near):
        head = b""
        while b"\r\n\r\n" not in head:
            data = near.recv(65_536)
            if not data:
                return
            head += data
        path = head.split()[1].decode()
        if path == "/play" and not self.is_deaf:
            self.talk(near, head)
        elif path == "/play":
            near.close()
        elif path in self.files:
            body = self.files[path].read_bytes()
            near.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n"
                         b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            near.close()
        else:
            self.pass_on(near, head)

    def pass_on(self, near, head):
        """Answers as the real server does, which is asked once for each path. A browser may keep
        what it has got, so that the next screen is there sooner."""
        path = head.split()[1]
        if path not in self.kept:
            with socket.create_connection(self.behind) as far:
                far.sendall(
                    b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" % path)
                answer = b"".join(iter(lambda: far.recv(65_536), b""))
            self.kept[path] = re.sub(
                rb"(?i)(\r\nCache-Control:) [^\r]*", rb"\1 max-age=600", answer, count=1)
        near.sendall(self.kept[path])
        near.close()

    def talk(self, near, head):
        key = re.search(rb"(?i)Sec-WebSocket-Key: *(\S+)", head)[1]
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        near.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept + b"\r\nSec-WebSocket-Protocol: chromatch.1\r\n\r\n")
        line = Line(self, near)
        self.lines.append(line)
        stream = near.makefile("rb")
        try:
            while (data := self.frame(stream)) is not None:
                for text in data.decode().splitlines():
                    self.answer(line, text)
        except OSError:
            pass

    @staticmethod
    def frame(stream):
        """What a client says in its next frame; nothing once it has ended."""
        head = stream.read(2)
        if len(head) < 2 or head[0] & 15 == CLOSE:
            return None
        size = head[1] & 127
        if size > 125:
            size, = struct.unpack(*((">H", stream.read(2)) if size == 126
                                    else (">Q", stream.read(8))))
        mask, data = stream.read(4), stream.read(size)
        return bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))

    def answer(self, line, text):
        verb, *words = text.split()
        self.heard.append(text)
        fields = dict(word.split("=", 1) for word in words)
        said = self.answers.get(verb, [])
        if callable(said):
            said = said(fields)
        if said:
            line.say(*(re.sub(r"\{(\w+)\}", lambda found: fields[found[1]], one) for one in said))

    def end(self):
        self.door.close()
        for end in self.open:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
