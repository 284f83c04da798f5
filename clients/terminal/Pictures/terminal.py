"""A terminal in memory that a program runs in: a pty, an emulator of the screen, and the few
answers that a terminal owes to a program that asks what it can do."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

PATIENCE = 60
# What is asked, and what a terminal with all colors answers.
ANSWERS = {
    b"\x1bP$qm\x1b\\": b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    b"\x1b[c": b"\x1b[?62;22c",
}
# Strings to the terminal itself, which the emulator would print.
STRINGS = re.compile(rb"\x1b[P_\]^].*?(?:\x1b\\|\x07)", re.DOTALL)
# Sequences of private keyboards, which the emulator would take for colors.
PRIVATE = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]")


class Terminal:
    """A program in a window of so many columns and rows, until the context ends."""

    DOWN = "\x1b[B"

    def __init__(self, command, columns, rows, home):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.rest = b""
        self.process, self.pty = pty.fork()
        if self.process == 0:
            environment = {
                "HOME": home,
                "PATH": os.environ["PATH"],
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LANG": "C.UTF-8",
            }
            os.execve(command[0], command, environment)
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.pty, termios.TIOCSWINSZ, size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.kill(self.process, signal.SIGTERM)
            os.waitpid(self.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.pty)

    # What happens.

    def press(self, keys):
        os.write(self.pty, keys.encode())

    def hear(self, seconds):
        """Takes what the program writes, for so long at the most; whether it wrote anything."""
        if not select.select([self.pty], [], [], seconds)[0]:
            return False
        data = os.read(self.pty, 1 << 16)
        for question, answer in ANSWERS.items():
            if question in data:
                os.write(self.pty, answer)
        data = PRIVATE.sub(b"", STRINGS.sub(b"", self.rest + data))
        # A sequence may be cut in two.
        escape = data.rfind(b"\x1b")
        cut = escape if escape >= 0 and len(data) - escape < 24 else len(data)
        whole = re.fullmatch(rb"\x1b(\[[0-?]*[ -/]*[@-~]|[^\[P_\]^])[^\x1b]*", data[cut:])
        if whole:
            cut = len(data)
        self.rest = data[cut:]
        self.stream.feed(data[:cut])
        return True

    def wait(self, what, condition):
        """Goes on until something is there to be seen."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"no {what}:\n" + "\n".join(self.screen.display))
            self.hear(0.05)

    def wait_for_quiet(self, seconds):
        """Goes on until so much time has passed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.hear(0.05)

    # What is seen.

    def line(self, row):
        return self.screen.display[row]

    def background(self, column, row):
        """The color behind a cell, as six hexadecimal digits."""
        return self.screen.buffer[row][column].bg

    def cells(self):
        """Every row as a list of (glyph, text color, background, whether it is bold)."""
        columns = range(self.screen.columns)
        rows = [self.screen.buffer[row] for row in range(self.screen.lines)]
        return [
            [(cell.data, cell.fg, cell.bg, cell.bold) for cell in map(row.__getitem__, columns)]
            for row in rows
        ]
