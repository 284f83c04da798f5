"""Writes the files beside it, and files.tsv: what people may give a reader of saved matches. They
are kept, so this is run only to change them:

    python3 make.py

Each is made of match.txt, which a client saved, or of records in ../records.
"""

import pathlib
import re
import struct
import zlib

HERE = pathlib.Path(__file__).parent
MATCH = (HERE / "match.txt").read_bytes()
RECORD = (HERE / "../records/match.record").read_bytes()
GHOSTS = (HERE / "../records/ghost.record").read_bytes()
CODE = re.search(rb"^IN room=(\w+)", MATCH, re.M)[1]
LINES = {"match": MATCH.splitlines(keepends=True), "record": RECORD.splitlines(keepends=True)}
MIB = 1 << 20
ROWS = [("FILE", "OUTCOME", "AT", "PROVED", "REASON")]


def file(name, content, outcome, reason, at="", proved="no"):
    """One file and its row."""
    if content is not None:
        (HERE / name).write_bytes(content)
    ROWS.append((name, outcome, str(at), proved, reason))


def line(kind, begin):
    """The number of the first line that begins so, counted from 0."""
    return next(at for at, text in enumerate(LINES[kind]) if text.startswith(begin))


def changed(kind, at, *lines):
    """The lines, with others instead of one."""
    return b"".join(LINES[kind][:at] + list(lines) + LINES[kind][at + 1:])


def part(name, data):
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = part(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0))
PIXELS = part(b"IDAT", zlib.compress(b"\0\x76\x76\x76\x2b\x5f\x28" * 2))
END = part(b"IEND", b"")


def picture(*parts):
    """A PNG of two by two pixels with other parts before its end."""
    return SIGNATURE + HEAD + PIXELS + b"".join(parts) + END


def held(content):
    """The part with a match."""
    return part(b"chRm", zlib.compress(content, 9))


file("match.txt", None, "read", "what a client saved", proved="yes")
file("../records/match.record", None, "read", "a record", proved="yes")
file("../records/ghost.record", None, "read", "a record of a ghost race", proved="yes")
file("copied.record", re.sub(rb" ghost=0 leaf=\w+", b"", GHOSTS), "damaged",
     "targets of a match that the title does not name", at=7)
file("left.txt", MATCH + b"OUT room=" + CODE + b" why=left\nNO code=idle\n", "read",
     "a match that its player has left", proved="yes")
shell = ("\ufeff" + MATCH.decode().replace("\n", "\r\n")).encode("utf-16-le")
file("shell.txt", shell, "read", "UTF-16 with CR LF, as a shell writes it", proved="yes")
mailed = b"\n" + b"".join(b"  " + text for text in LINES["record"])
file("mailed.record", mailed, "read", "a record that was indented", proved="yes")
file("open.record", RECORD[:-1], "read", "a record without its last LF", proved="yes")
file("cut.txt", MATCH[:MATCH.index(b"SHUT ") + 8], "read", "a match that was cut in a line")
newer = changed("match", line("match", b"BELL"), b"CONFETTI n=11 of=3\n")
file("newer.txt", newer.replace(b"CONFETTI n=11", b"BELL n=11 closes=1767225609700\nCONFETTI"),
     "read", "a newer server's verb", proved="yes")
file("behind.txt", MATCH + b"Dear diary,\n", "read", "a line of nobody behind a match")
file("rooms.txt", MATCH + b"IN room=WAVE role=player n=3\nDear diary,\n", "read",
     "another room behind a match")
file("receipt.record", b"".join(LINES["record"][:line("record", b"LEAF")]), "read",
     "a record that no log has")

file("empty.txt", b"", "empty", "nothing")
file("blank.txt", b"\n \n\r\n", "other", "empty lines alone", 1)
file("diary.txt", b"Dear diary,\nI lost.\n", "other", "a text", 1)
file("open-diary.txt", b"Dear diary,", "other", "a text without an end", 1)
file("zeros.bin", bytes(64), "other", "zeros", 1)
file("odd.txt", b"\xff\xfeI\0N", "other", "half a letter of UTF-16", 1)
bell = line("match", b"BELL")
file("broken.txt", changed("match", bell, b"BELL n=x closes=1767225609700\n"), "other",
     "a match with a field that is none", bell + 1)
seat = line("match", b"SEAT")
file("latin.txt", changed("match", seat, LINES["match"][seat].replace(b"Ada", b"Ad\xe4")),
     "other", "a name in Latin-1", seat + 1)
file("before.txt", b"".join(LINES["match"][:line("match", b"COUNTDOWN")]), "no-match",
     "a match that was cut before its countdown")
room = line("match", b"ROOM")
file("roomless.txt", changed("match", room), "no-match", "a match without its room")
file("unplayed.txt", b"".join(LINES["match"][:line("match", b"ROUND")]), "no-round",
     "a match that was cut before its first round")

count = len(LINES["record"])
first = line("record", b"SET ")
file("cut.record", b"".join(LINES["record"][:first]), "damaged", "a record that was cut", first + 1)
swapped = LINES["record"][:]
seed = line("record", b"SEED")
swapped[seed - 1:seed + 1] = reversed(swapped[seed - 1:seed + 1])
file("swapped.record", b"".join(swapped), "damaged", "two lines in each other's place", seed + 1)
file("spare.record", changed("record", first, LINES["record"][first][:-1] + b" x=1\n"), "damaged",
     "a field too many", first + 1)
reveal = line("record", b"REVEAL")
file("unsealed.record", changed("record", reveal), "damaged",
     "a sealed nonce that nobody called for", reveal + 1)
file("longer.record", RECORD + b"OVER n=28\n", "damaged", "a line behind the last", count + 1)
file("later.record", RECORD.replace(b"RECORD v=1", b"RECORD v=2"), "damaged",
     "a record of another version", 1)
path = line("record", b"PATH")
file("pathless.record", changed("record", path), "damaged", "a receipt without its path", path + 1)

file("record.png", picture(held(RECORD)), "read", "a picture with a record", proved="yes")
file("match.png", picture(held(MATCH)), "read", "a picture with what a client saved", proved="yes")
file("tail.png", picture(held(RECORD)) + b"behind", "read", "bytes behind a picture", proved="yes")
file("empty.png", picture(), "no-part", "a picture without a match")
whole = picture(held(RECORD))
at = whole.index(b"IDAT") + 6
file("pixel.png", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:], "broken",
     "a byte of the pixels", 2)
at = whole.index(b"chRm") + 40
file("byte.png", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:], "broken",
     "a byte of the match", 3)
file("cut.png", whole[:-20], "broken", "a picture that was cut", 3)
file("endless.png", SIGNATURE + HEAD + b"\xff\xff\xff\xffchRm", "broken",
     "a length that is not there", 2)
file("twice.png", picture(held(RECORD), held(MATCH)), "broken", "two matches", 4)
file("headless.png", SIGNATURE + held(RECORD) + END, "broken", "a match before the head", 1)
file("heads.png", picture(HEAD, held(RECORD)), "broken", "two heads", 3)
file("open.png", SIGNATURE + HEAD + held(RECORD), "broken", "a picture without an end", 3)
file("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0", "other-picture", "what a chat makes of a PNG")
file("photo.webp", b"RIFF\x24\0\0\0WEBPVP8 ", "other-picture", "what another chat makes of it")
file("bomb.png", picture(held(b" " * (8 * MIB + 1))), "bad-part", "a match that inflates to more")
small = bytearray(zlib.compress(RECORD, 9))
small[-1] ^= 1
file("sum.png", picture(part(b"chRm", bytes(small))), "bad-part", "a stream with a wrong sum")
small[-1] ^= 1
file("stream.png", picture(part(b"chRm", bytes(small[:-9]))), "bad-part", "a stream that was cut")
file("text.png", picture(part(b"chRm", RECORD)), "bad-part", "a match that is no stream")
file("nothing.png", picture(held(b"")), "bad-part", "nothing in a stream")
file("diary.png", picture(held(b"Dear diary,\n")), "other", "a picture with a text", 1)
file("nested.png", picture(held(whole)), "other", "a picture with a picture", 1)
file("damaged.png", picture(held(b"".join(LINES["record"][:first]))), "damaged",
     "a picture with a record that was cut", first + 1)
rows = "".join("\t".join(row) + "\n" for row in ROWS)
(HERE / "files.tsv").write_text(rows)
