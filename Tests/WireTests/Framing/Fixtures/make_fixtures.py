"""Writes the fixtures beside it. They are kept, so this is run only to change them:

    pip install websockets websocket-client && python make_fixtures.py

frames.tsv     what the frame code of PyPI's websockets makes of streams of frames
accept.tsv     the accept keys that it computes
requests.tsv   the opening requests of websockets and of websocket-client

Only what the library judges as RFC 6455 does is asked of it: it takes lengths that are not minimal,
looks at a text only when its message is over, and refuses a Close inside a fragmented message.
"""

import base64
import codecs
import hashlib
import itertools
import pathlib
import random

import websocket
import websockets
from websocket import _handshake
from websockets import frames, protocol, uri, utils
from websockets.client import ClientProtocol

HERE = pathlib.Path(__file__).parent
RANDOM = random.Random(6455)
OP = frames.Opcode
LIMIT = 1 << 20


def hexadecimal(data):
    """Hexadecimal digits; what repeats a unit of 1 or 4 bytes often is written `unit*count`."""
    groups, index, plain = [], 0, bytearray()
    while index < len(data):
        for unit in (1, 4):
            count = 1
            piece = data[index : index + unit]
            while data[index + unit * count : index + unit * (count + 1)] == piece:
                count += 1
            if count * unit >= 64:
                if plain:
                    groups.append(plain.hex())
                    plain = bytearray()
                groups.append(f"{piece.hex()}*{count}")
                index += unit * count
                break
        else:
            plain.append(data[index])
            index += 1
    if plain:
        groups.append(plain.hex())
    return " ".join(groups)


def serialize(frame, masked):
    """A frame by the library, with a mask that is the same on every run."""
    mask = bytes(RANDOM.randrange(256) for _ in range(4))
    frames.secrets.token_bytes = lambda _: mask
    return frame.serialize(mask=masked)


def judged(role, data, limit):
    """What the library makes of a stream: contents, and how it ended."""
    side = protocol.SERVER if role == "server" else protocol.CLIENT
    reader = protocol.Protocol(side, state=protocol.State.OPEN, max_size=limit)
    reader.receive_data(data)
    contents, kind, message, decoder = [], None, b"", None
    for frame in reader.events_received():
        if frame.opcode in (OP.TEXT, OP.BINARY, OP.CONT):
            if frame.opcode is not OP.CONT:
                kind, message = frame.opcode.name.lower(), b""
                decoder = codecs.getincrementaldecoder("utf-8")()
            message += bytes(frame.data)
            if kind == "text":
                try:
                    decoder.decode(frame.data, frame.fin)
                except UnicodeDecodeError:
                    return contents, "1007"
            if frame.fin:
                contents.append(f"{kind} {hexadecimal(message)}".strip())
        elif frame.opcode is OP.CLOSE:
            code = int.from_bytes(frame.data[:2], "big") if frame.data else "-"
            contents.append(f"close {code} {bytes(frame.data[2:]).hex()}".strip())
            return contents, "closed"
        else:
            contents.append(f"{frame.opcode.name.lower()} {bytes(frame.data).hex()}".strip())
    if reader.parser_exc is not None:
        return contents, str(int(reader.close_sent.code))
    return contents, "open"


WRONG_TEXTS = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"]
TEXTS = ["", "A", "BYE\n", "MOVE v=83,120,200", "größe", "€", "😀😀", "A\nB\n", "\x00", "\ufeff"]


def some_text():
    return RANDOM.choice(TEXTS).encode() * RANDOM.choice((1, 1, 1, 2, 7))


def some_bytes():
    return bytes(RANDOM.randrange(256) for _ in range(RANDOM.choice((0, 1, 2, 3, 7, 8, 9, 40))))


def some_control():
    opcode = RANDOM.choice((OP.PING, OP.PONG))
    return frames.Frame(opcode, some_bytes())


def some_message():
    """The frames of a message: whole or in fragments, with control frames between."""
    opcode, data = RANDOM.choice(((OP.TEXT, some_text()), (OP.BINARY, some_bytes())))
    count = RANDOM.choice((1, 1, 2, 3, 5))
    points = sorted(RANDOM.randrange(len(data) + 1) for _ in range(count - 1))
    parts = [data[a:b] for a, b in zip([0, *points], [*points, len(data)])]
    result = []
    for index, part in enumerate(parts):
        if index and RANDOM.random() < 0.3:
            result.append(some_control())
        first = opcode if index == 0 else OP.CONT
        result.append(frames.Frame(first, part, fin=index == count - 1))
    return result


def some_traffic():
    parts = [
        some_message() if RANDOM.random() < 0.8 else [some_control()]
        for _ in range(RANDOM.randrange(1, 5))
    ]
    return list(itertools.chain.from_iterable(parts))


def close(code, reason=b""):
    return frames.Frame(OP.CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason)


def frame_rows():
    for role, masked in (("server", True), ("client", False)):
        def row(data, reason, limit=LIMIT):
            contents, end = judged(role, data, limit)
            content = "".join(f"{item};" for item in contents)
            return [role, str(limit), hexadecimal(data), content, end, reason]

        def wire(*some):
            return b"".join(serialize(frame, masked) for frame in some)

        for length in (0, 125, 126, 65535, 65536):
            data = wire(frames.Frame(OP.TEXT, b"a" * length))
            yield row(data, f"a message of {length} bytes")
            if length > 0:
                yield row(data, f"a message of {length} bytes, one too long", length - 1)
            yield row(data, f"a message of {length} bytes, just short enough", length)
        for code in (999, 1000, 1004, 1006, 1011, 1014, 1015, 1016, 2999, 3000, 4999, 5000, 0):
            yield row(wire(close(code)), f"close with {code}")
        for reason in ("bye".encode(), "größe".encode(), b"a" * 123, b"\xff", "ö".encode()[:1]):
            yield row(wire(close(1000, reason)), f"close for a reason of {len(reason)} bytes")
        yield row(wire(close(None)), "close without a code")
        yield row(wire(frames.Frame(OP.CLOSE, b"\x03")), "close with half a code")
        after = wire(close(1001), frames.Frame(OP.TEXT, b"A"))
        yield row(after, "nothing counts behind a Close")
        text = [frames.Frame(OP.TEXT, b"ab", fin=False), frames.Frame(OP.CONT, b"cd")]
        yield row(wire(*text), "fragments that fill the limit", 4)
        yield row(wire(*text), "fragments that pass the limit", 3)

        before = wire(*some_message())
        for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
            data = bytearray(wire(frames.Frame(OP.TEXT, b"A")))
            data[0] = 0x80 | opcode
            yield row(before + data, f"the opcode {opcode} is reserved")
        for bit in (0x40, 0x20, 0x10):
            for opcode in (OP.TEXT, OP.PING, OP.CLOSE):
                data = bytearray(wire(frames.Frame(opcode, b"\x03\xe8")))
                data[0] |= bit
                yield row(before + data, f"reserved bit {bit:02x} of {opcode.name.lower()}")
        for opcode in (OP.TEXT, OP.BINARY, OP.PING, OP.CLOSE):
            data = serialize(frames.Frame(opcode, b"\x03\xe8"), not masked)
            yield row(before + data, f"{opcode.name.lower()} masked like the other end's")
        for opcode in (OP.PING, OP.PONG, OP.CLOSE):
            data = bytearray(wire(frames.Frame(opcode, b"\x03\xe8")))
            data[0] &= 0x7F
            yield row(before + data, f"{opcode.name.lower()} in fragments")
            # A header only: more than 125 bytes are refused before they come, and would be after.
            data = bytearray(wire(frames.Frame(OP.BINARY, b"a" * 126)))
            data[0] = 0x80 | opcode
            yield row(before + data, f"{opcode.name.lower()} of 126 bytes")
        yield row(before + wire(frames.Frame(OP.CONT, b"A")), "nothing to continue")
        for opcode in (OP.TEXT, OP.BINARY):
            data = wire(frames.Frame(OP.TEXT, b"A", fin=False), frames.Frame(opcode, b"B"))
            yield row(before + data, f"{opcode.name.lower()} inside a message")

        # More is drawn than is kept: the file was longer once, and its rows are still the same.
        for number in range(60):
            data = wire(*some_traffic())
            if number < 10:
                yield row(data, f"traffic {number}")
        for number in range(20):
            data = wire(*some_traffic(), close(RANDOM.choice((1000, 1001, 4000)), b"bye"))
            if number < 5:
                yield row(data, f"traffic {number} with an end")
        for number in range(20):
            bad = RANDOM.choice(WRONG_TEXTS)
            where = RANDOM.choice((b"", b"A", "ö".encode()))
            data = wire(*some_traffic(), frames.Frame(OP.TEXT, where + bad))
            if number < 5:
                yield row(data, f"traffic {number} with a text that is none")


def accept_rows():
    for _ in range(8):
        nonce = bytes(RANDOM.randrange(256) for _ in range(16))
        key = base64.b64encode(nonce).decode()
        digest = hashlib.sha1(f"{key}{utils.GUID}".encode()).hexdigest()
        yield [nonce.hex(), key, digest, utils.accept_key(key)]


def request_rows():
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    address = "ws://localhost:4242/play"
    client = ClientProtocol(uri.parse_uri(address), subprotocols=["chromatch.1"])
    client.key = key
    yield [f"websockets {websockets.__version__}", client.connect().serialize().hex()]
    _handshake._create_sec_websocket_key = lambda: key
    lines, _ = _handshake._get_handshake_headers(
        "/play", address, "localhost", 4242, {"subprotocols": ["chromatch.1"]}
    )
    yield [f"websocket-client {websocket.__version__}", "\r\n".join(lines).encode().hex()]


def write(name, columns, rows):
    lines = ["\t".join(columns), *("\t".join(row) for row in rows)]
    (HERE / name).write_text("\n".join(lines) + "\n")


write("frames.tsv", ["ROLE", "LIMIT", "BYTES", "CONTENTS", "THEN", "REASON"], frame_rows())
write("accept.tsv", ["NONCE", "KEY", "SHA1", "ACCEPT"], accept_rows())
write("requests.tsv", ["CLIENT", "BYTES"], request_rows())
