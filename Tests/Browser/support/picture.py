"""What is on a screen, to the bit: the pixels of a PNG, as Chromium takes its pictures."""

import struct
import zlib


def pixels(png):
    """Rows of (red, green, blue), of a PNG with 8 bits a channel."""
    place, data, size, channels = 8, b"", None, 3
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
            size, channels = (width, height), {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            data += body
        place += length + 12
    raw, stride = zlib.decompress(data), size[0] * channels
    rows, before = [], bytes(stride)
    for number in range(size[1]):
        start = number * (stride + 1)
        line = bytearray(raw[start + 1:start + 1 + stride])
        unfilter(raw[start], line, before, channels)
        rows.append([tuple(line[at:at + 3]) for at in range(0, stride, channels)])
        before = line
    return rows


def unfilter(kind, line, before, step):
    """Takes the filter of a PNG off a line."""
    for at in range(len(line) if kind else 0):
        left = line[at - step] if at >= step else 0
        corner = before[at - step] if at >= step else 0
        line[at] = (line[at] + predicted(kind, left, before[at], corner)) & 255


def predicted(kind, left, above, corner):
    """What a filter of PNG expects."""
    if kind == 1:
        return left
    if kind == 2:
        return above
    if kind == 3:
        return (left + above) // 2
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
