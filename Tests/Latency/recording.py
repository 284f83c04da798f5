"""A program in a pseudo-terminal whose input keeps to a timetable, whatever the program does, and
the record of what went in and came out, each with its nanosecond. Nothing is looked at while it
runs: reading a screen takes longer than what is to be measured."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
import tty

PATIENCE = 30
COLUMNS, ROWS = 80, 24
# A terminal that answers all that is asked of it, DA1 last.
ANSWERS = (
    b"\x1bP>|meter 1.0\x1b\\"
    b"\x1bP1$r48:2::1:2:3m\x1b\\"
    b"\x1b[?2026;2$y"
    b"\x1b[?64;22c"
)


class Floor:
    """A program that gives back every byte at once, in a terminal of its own: what it takes longer
    now and then is the machine's doing, and so is as much of what the measured program takes."""

    def __init__(self):
        self.milliseconds = []
        self.typed = []
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execv("/bin/cat", ["cat"])
        # Of the terminal, whichever end it is said at; or it would echo by itself.
        tty.setraw(self.terminal)

    def type(self):
        self.typed.append(time.monotonic_ns())
        os.write(self.terminal, b"x")

    def read(self):
        for _ in os.read(self.terminal, 1 << 16):
            self.milliseconds.append((time.monotonic_ns() - self.typed.pop(0)) / 1e6)

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)


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

    def read(self, seconds, floor=None):
        """Records what comes within that time, and answers what did."""
        watched = [self.terminal] + ([floor.terminal] if floor else [])
        ready = select.select(watched, [], [], max(0, seconds))[0]
        if floor and floor.terminal in ready:
            floor.read()
        if self.terminal not in ready:
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

    def type(self, sequences, kind, pause, floor):
        """Writes one sequence after another, `pause` seconds from each to the next, and to the
        floor in between."""
        due = time.monotonic()
        for sequence in sequences:
            due += pause
            self.rest_until(due - pause / 2, floor)
            floor.type()
            self.rest_until(due, floor)
            self.events.append((time.monotonic_ns(), kind, sequence))
            os.write(self.terminal, sequence)
        self.rest_until(due + 1, floor)

    def rest_until(self, end, floor):
        """Records until then."""
        while (left := end - time.monotonic()) > 0:
            self.read(left, floor)

    def end(self):
        os.write(self.terminal, b"\x03")
        end = time.monotonic() + PATIENCE
        while os.waitpid(self.process, os.WNOHANG)[0] == 0 and time.monotonic() < end:
            try:
                self.read(0.05)
            except OSError:  # the terminal is gone with the last who had it open
                time.sleep(0.01)
