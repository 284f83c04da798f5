"""A terminal for a test: it answers no questions, and knows what is on it, as far as text goes."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios

# A control sequence, a string such as a title, another escape, or a letter; nothing of half a one.
SEQUENCE = re.compile(
    r"\x1b\[(?P<numbers>[0-?]*)[ -/]*(?P<final>[@-~])|\x1b[PX\]^_][^\x1b\a]*(\a|\x1b\\)"
    r"|\x1b[^\[PX\]^_]|(?P<letter>[^\x1b])", re.DOTALL)


class Screen:
    """A program on a terminal of its own."""

    def __init__(self, command, rows=30, columns=120):
        self.rest = ""
        # All that was ever written to it.
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.near, far = pty.openpty()
        self.resize(rows, columns)
        # A function of Python's between fork and exec may hang where other threads run.
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *command], stdin=far, stdout=far, stderr=far)
        os.close(far)

    def resize(self, rows, columns):
        """Makes the window larger or smaller; what was on it is gone."""
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        fcntl.ioctl(self.near, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def lines(self):
        """What is on it now."""
        while select.select([self.near], [], [], 0)[0]:
            try:
                self.draw(self.decoder.decode(os.read(self.near, 65_536)))
            except OSError:
                break
        return ["".join(row) for row in self.cells]

    def shows(self, words):
        """Whether these words are on it now."""
        return any(words in line for line in self.lines)

    def type(self, keys):
        os.write(self.near, keys.encode())

    def draw(self, text):
        self.raw += text
        self.rest += text
        while found := SEQUENCE.match(self.rest):
            self.rest = self.rest[found.end():]
            if found["final"]:
                self.control(found["numbers"], found["final"])
            elif found["letter"]:
                self.put(found["letter"])

    def put(self, letter):
        if letter in "\b\r\n":
            self.column = 0 if letter == "\r" else max(0, self.column - (letter == "\b"))
            self.row = min(self.row + (letter == "\n"), self.rows - 1)
        elif letter >= " " and self.column < self.columns:
            self.cells[self.row][self.column] = letter
            self.column += 1

    def control(self, parameters, final):
        """The sequences by which the cursor is moved and cells are erased (ECMA-48)."""
        if not re.fullmatch("[0-9;]*", parameters):
            return
        numbers = [int(number or 0) for number in parameters.split(";")]
        count = max(numbers[0], 1)
        match final:
            case "A" | "B":
                step = count if final == "B" else -count
                self.row = max(0, min(self.row + step, self.rows - 1))
            case "C" | "D":
                step = count if final == "C" else -count
                self.column = max(0, min(self.column + step, self.columns - 1))
            case "G":
                self.column = min(count, self.columns) - 1
            case "H":
                self.row = min(count, self.rows) - 1
                self.column = min(max((numbers + [1])[1], 1), self.columns) - 1
            case "J":
                self.cells = [[" "] * self.columns for _ in range(self.rows)]
            case "K" | "X":
                end = self.columns if final == "K" else min(self.column + count, self.columns)
                self.cells[self.row][self.column:end] = " " * (end - self.column)
