"""A program in a pseudo-terminal whose input keeps to a timetable, whatever the program does, and
the record of what went in and came out, each with its nanosecond. Nothing is looked at while it
runs: reading a screen takes longer than what is to be measured."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

PATIENCE = 30
COLUMNS, ROWS = 80, 24
# A terminal that answers all that is asked of it, DA1 last.
ANSWERS = (
    b"\x1bP>|meter 1.0\x1b\\"
    b"\x1bP1$r48:2::1:2:3m\x1b\\"
    b"\x1b[?2026;2$y"
    b"\x1b[?64;22c"
)


class Recording:
    """A program in a terminal of its own. `events` are (nanosecond, kind, bytes), in order; the
    kind of what came out is None, that of what went in is the typist's."""

    def __init__(self, program, options, home):
        self.events = []
        self.has_answered = False
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            environment = {
                "HOME": home,
                "LANG": "C.UTF-8",
                "PATH": "/usr/bin:/bin",
                "TERM": "xterm-256color",
            }
            os.execve(program, [program, *options], environment)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        """Records what comes within that time; whether anything did."""
        if not select.select([self.terminal], [], [], max(0, seconds))[0]:
            return b""
        data = os.read(self.terminal, 1 << 16)
        self.events.append((time.monotonic_ns(), None, data))
        if not self.has_answered and b"\x1b[c" in data:
            self.has_answered = True
            os.write(self.terminal, ANSWERS)
        return data

    def wait_for(self, sign):
        """Records until some bytes have come."""
        end = time.monotonic() + PATIENCE
        seen = b""
        while sign not in seen:
            if time.monotonic() > end:
                sys.exit(f"{sign} never came")
            seen += self.read(0.1)

    def type(self, sequences, kind, pause):
        """Writes one sequence after another, `pause` seconds from each to the next."""
        due = time.monotonic()
        for sequence in sequences:
            due += pause
            while (left := due - time.monotonic()) > 0:
                self.read(left)
            self.events.append((time.monotonic_ns(), kind, sequence))
            os.write(self.terminal, sequence)
        self.rest(1)

    def rest(self, seconds):
        """Records for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def end(self):
        os.write(self.terminal, b"\x03")
        end = time.monotonic() + PATIENCE
        while os.waitpid(self.process, os.WNOHANG)[0] == 0 and time.monotonic() < end:
            try:
                self.read(0.05)
            except OSError:  # the terminal is gone with the last who had it open
                time.sleep(0.01)
