"""Measures how long a key takes to become bytes: from the write into a pseudo-terminal until the
first byte of the answering frame can be read, for 1,000 keys at the pace of a held key. `make
latency` says which program; nothing here passes or fails, it prints figures.

    run.py .build/release/chromatch [KEYS]
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

# A terminal that answers all that is asked of it, DA1 last.
ANSWERS = (
    b"\x1bP>|meter 1.0\x1b\\"
    b"\x1bP1$r48:2::1:2:3m\x1b\\"
    b"\x1b[?2026;2$y"
    b"\x1b[?64;22c"
)
# From one key to the next, in seconds: keyboards repeat some 30 times a second.
PAUSE = 0.033
PATIENCE = 20


class Client:
    """The program in a terminal of its own."""

    def __init__(self, program):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
            options = ["play", "--mode", "rgb", "--time", "120", "--calm", "--color", "24bit"]
            os.execve(program, [program, *options], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.has_answered = False

    def read(self, seconds):
        """What comes within that time; empty if nothing does."""
        if not select.select([self.terminal], [], [], max(0, seconds))[0]:
            return b""
        data = os.read(self.terminal, 65536)
        if b"\x1b[c" in data and not self.has_answered:
            self.has_answered = True
            os.write(self.terminal, ANSWERS)
        return data

    def drain(self, seconds):
        """Reads until a point in time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def wait_for_round(self):
        """Tries a key until it has an effect, which it has in an open round alone."""
        end = time.monotonic() + PATIENCE
        seen = b""
        while b"TARGET" not in seen:
            if time.monotonic() > end:
                sys.exit("no round has begun")
            seen += self.read(0.1)
        self.drain(1)
        while self.key(b"\x1b[C", patience=0.2) is None:
            if time.monotonic() > end:
                sys.exit("no key has any effect")
            self.drain(0.5)

    def key(self, sequence, patience=1.0):
        """Types a key and returns the seconds to its first byte; None if none came."""
        start = time.monotonic_ns()
        os.write(self.terminal, sequence)
        if not self.read(patience):
            return None
        return (time.monotonic_ns() - start) / 1e9

    def end(self):
        os.write(self.terminal, b"\x03")
        end = time.monotonic() + PATIENCE
        while os.waitpid(self.process, os.WNOHANG)[0] == 0 and time.monotonic() < end:
            try:
                self.read(0.05)
            except OSError:  # the terminal is gone with the last who had it open
                time.sleep(0.01)


def main():
    program = os.path.abspath(sys.argv[1])
    keys = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    client = Client(program)
    client.wait_for_round()
    times, lost = [], 0
    for index in range(keys):
        client.drain(PAUSE)
        taken = client.key(b"\x1b[C" if index % 2 else b"\x1b[D")
        if taken is None:
            lost += 1
        else:
            times.append(taken * 1000)
    client.end()
    times.sort()
    if not times:
        sys.exit("no key was answered")

    def part(share):
        return times[min(len(times) - 1, int(len(times) * share))]

    print(f"{len(times)} keys, {lost} without a frame within 1 s")
    print(
        f"key to first byte, ms: p50 {part(0.5):.2f}  p90 {part(0.9):.2f}  "
        f"p99 {part(0.99):.2f}  max {times[-1]:.2f}"
    )


main()
