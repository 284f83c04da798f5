#!/usr/bin/env python3
"""Writes the two tables that Swift's standard library has no data for, from Debian's ICU.

    Tests/Unicode/make_tables.py

- Sources/Rooms/LookAlikeTable.swift: for each character the letters that it looks like (UTS 39),
  after compatibility decomposition, so that full-width and mathematical letters count, too.
- clients/terminal/UI/Kit/WideTable.swift: the characters that take two columns (UAX 11).

It needs libicu (of the package libicu-dev) and nothing of the project's build. Neither table
depends on the machine: only on the version of Unicode, which each of them names.
"""

import ctypes
import glob
import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
DEFAULT_IGNORABLE, EAST_ASIAN_WIDTH, FULLWIDTH, WIDE = 5, 0x1004, 3, 5
UNASSIGNED, CONTROL, FORMAT, PRIVATE, SURROGATE = 0, 15, 16, 17, 18
HANGUL = range(0xAC00, 0xD7A4)


class ICU:
    """The functions of ICU that are needed; their names end in its version."""

    def __init__(self):
        path = sorted(glob.glob("/usr/lib/*/libicui18n.so.[0-9][0-9]"))[-1]
        self.version = re.search(r"\d+$", path)[0]
        self.libraries = [ctypes.CDLL(path), ctypes.CDLL(path.replace("i18n", "uc"))]
        error = ctypes.byref(ctypes.c_int(0))
        pointer = ctypes.c_void_p
        self.checker = pointer(self.function("uspoof_open", pointer)(error))
        self.nfkd = pointer(self.function("unorm2_getNFKDInstance", pointer)(error))
        self.nfd = pointer(self.function("unorm2_getNFDInstance", pointer)(error))
        self.has = self.function("u_hasBinaryProperty", ctypes.c_int8)
        self.category = self.function("u_charType", ctypes.c_int8)
        self.property = self.function("u_getIntPropertyValue")
        parts = (ctypes.c_uint8 * 4)()
        self.function("u_getUnicodeVersion", None)(parts)
        self.unicode = f"{parts[0]}.{parts[1]}"

    def function(self, name, result=ctypes.c_int):
        name = f"{name}_{self.version}"
        function = next(getattr(one, name) for one in self.libraries if hasattr(one, name))
        function.restype = result
        return function

    def convert(self, name, first, text):
        units = text.encode("utf-16-le")
        source = (ctypes.c_uint16 * (len(units) // 2 + 1)).from_buffer_copy(units + b"\0\0")
        target, error = (ctypes.c_uint16 * 512)(), ctypes.c_int(0)
        count = self.function(name)(
            *first, source, len(units) // 2, target, 512, ctypes.byref(error))
        assert error.value <= 0, f"{name}: {error.value}"
        return bytes(target)[: 2 * count].decode("utf-16-le")

    def normalized(self, form, text):
        return self.convert("unorm2_normalize", (form,), text)

    def skeleton(self, text):
        """Like UTS 39's, but of compatible letters, and without spaces and what is invisible."""
        while True:
            spread = self.normalized(self.nfkd, text)
            mapped = self.convert("uspoof_getSkeleton", (self.checker, 0), spread)
            seen = [c for c in mapped if c != " " and not self.has(ord(c), DEFAULT_IGNORABLE)]
            if seen == list(text):
                return text
            text = "".join(seen)


def base36(number):
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits


def look_alikes(icu):
    """(character, what it looks like), in order, where the second is not canonically the first."""
    nowhere = (UNASSIGNED, CONTROL, FORMAT, PRIVATE, SURROGATE)
    for value in range(0x110000):
        if value in HANGUL or icu.category(value) in nowhere:
            continue
        if icu.has(value, DEFAULT_IGNORABLE) or chr(value).isspace():
            continue
        skeleton = icu.skeleton(chr(value))
        if icu.normalized(icu.nfd, skeleton) != icu.normalized(icu.nfd, chr(value)):
            yield value, skeleton


def look_alike_words(icu):
    """The table as LookAlikeTable.swift explains it: runs of neighbors that map to neighbors."""
    pairs, end, index = list(look_alikes(icu)), 0, 0
    while index < len(pairs):
        (first, skeleton), count = pairs[index], 1
        while (
            len(skeleton) == 1
            and index + count < len(pairs)
            and pairs[index + count] == (first + count, chr(ord(skeleton) + count))
        ):
            count += 1
        step = "" if first == end else base36(first - end)
        targets = ".".join(base36(ord(c)) for c in skeleton)
        yield f"{step}:{targets}" + (f"*{base36(count)}" if count > 1 else "")
        index, end = index + count, first + count


def wide_words(icu):
    """Ranges in hexadecimal; what nobody has assigned joins its neighbors."""
    start = last = None
    for value in range(0x110000):
        if icu.property(value, EAST_ASIAN_WIDTH) in (FULLWIDTH, WIDE):
            start, last = (value if start is None else start), value
        elif start is not None and icu.category(value) != UNASSIGNED:
            yield f"{start:x}-{last:x}"
            start = None
    if start is not None:
        yield f"{start:x}-{last:x}"


def write(path, icu, opening, declaration, words):
    source = f"Unicode {icu.unicode}, by Tests/Unicode/make_tables.py of ICU {icu.version}."
    comment = textwrap.wrap(f"{opening} {source}", 97)
    rows = textwrap.wrap(" ".join(words), 94, break_long_words=False, break_on_hyphens=False)
    lines = [f"// {line}" for line in comment] + [""] + declaration
    lines += ['    """', " \\\n".join(f"    {row}" for row in rows), '    """', "}"]
    (ROOT / path).write_text("\n".join(lines) + "\n")


def main():
    icu = ICU()
    write(
        "Sources/Rooms/LookAlikeTable.swift", icu,
        "What each character looks like, as data; LookAlikes.swift reads and explains it.",
        ["/// The table, as text.", "enum LookAlikeTable {", "  static let text: StaticString ="],
        look_alike_words(icu))
    write(
        "clients/terminal/UI/Kit/WideTable.swift", icu,
        "The characters that take two columns, as data; Width.swift reads it.",
        ["/// Ranges in ascending order.", "enum WideTable {", "  static let text: StaticString ="],
        wide_words(icu))


main()
