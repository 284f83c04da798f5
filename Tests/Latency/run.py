"""Measures how long a key takes to be seen: from its write into a pseudo-terminal to the read that
completes the frame in which the slider stands where the key put it. Keys come at the pace of a held
one, and a mouse drags at 100 reports a second; neither waits for the answer to the one before.

What is seen is judged afterwards, from a record of all bytes. A key counts if the screen showed an
open round when it was typed, and then it has to have its effect: one that has none is lost, and is
said to be. Between them a byte goes through a program that only echoes, the floor: so much of all
that is the machine's. It prints figures and judges none, but fails where nothing had an effect;
`Tests/one latency` says which program.

    run.py .build/release/chromatch [KEYS]
"""

import os
import pathlib
import re
import sys
import tempfile

import pyte

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

import suite  # noqa: E402
from recording import COLUMNS, ROWS, Floor, Recording  # noqa: E402

# A slow bot, so that rounds are long and others' moves are on the screen too.
OPTIONS = "play --mode rgb --time 120 --rounds 20 --bot 1 --color 24bit".split()
# From one to the next, in seconds: keyboards repeat 30 times a second, mice report at 100 Hz.
KEY_PAUSE, DRAG_PAUSE = 0.033, 0.010
# So many steps one way before they turn, so that no slider comes to its end.
SWEEP = 40
# What a report of the left button begins with (xterm's SGR mode, 1006).
PRESS = b"\x1b[<0;"
KEYS = {1: b"\x1b[C", -1: b"\x1b[D"}
# A round may end under a key: one typed so shortly before is not lost.
ENDING = 0.2

BEGIN_FRAME, END_FRAME = b"\x1b[?2026h", b"\x1b[?2026l"
# Strings to the terminal itself and sequences of private keyboards, which the emulator would print
# or take for colors.
FOREIGN = re.compile(
    rb"\x1b[P_\]^].*?(?:\x1b\\|\x07)|\x1b\[[<>=?][0-9;$]*[a-gi-km-zA-Z]", re.DOTALL
)
# The clock of an open round, between the words over the two halves.
OPEN = re.compile(r" TARGET +(\d+\.\d) s +.*YOURS")
CLOCK_ROW = 4
LABEL_COLUMN, VALUE_COLUMNS, TRACK_COLUMNS = 4, range(70, 78), range(7, 70)
KNOB = "fafafa"


class Sight:
    """What is on the screen, as far as it matters here."""

    def __init__(self):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.row = None

    def feed(self, data):
        self.stream.feed(FOREIGN.sub(b"", data))

    def text(self, row, columns=range(COLUMNS)):
        cells = self.screen.buffer[row]
        return "".join(cells[column].data for column in columns)

    def is_open(self):
        """Whether a round is open, and the sliders are there to be moved."""
        clock = OPEN.search(self.text(CLOCK_ROW))
        if not clock or float(clock[1]) == 0:
            return False
        rows = range(ROWS)
        self.row = next((row for row in rows if self.text(row, range(2, 5)) == "▸ R"), None)
        return self.row is not None

    def value(self):
        """The figure of the first slider."""
        figure = self.text(self.row, VALUE_COLUMNS).strip()
        return int(figure) if figure.isdigit() else None

    def knob(self):
        """The column of its knob."""
        cells = self.screen.buffer[self.row]
        return next((column for column in TRACK_COLUMNS if cells[column].bg == KNOB), None)


def spread(milliseconds):
    """How long it took in the middle and at the end."""
    times = sorted(milliseconds)

    def part(share):
        return times[min(len(times) - 1, int(len(times) * share))]

    return (
        f"ms: p50 {part(0.5):.2f}  p90 {part(0.9):.2f}  p99 {part(0.99):.2f}  max {times[-1]:.2f}"
    )


class Tally:
    """What became of the keys or reports of one kind."""

    def __init__(self, name):
        self.name = name
        self.milliseconds = []
        self.outside = self.ending = self.lost = 0

    def line(self):
        if not self.milliseconds:
            return f"{self.name}: none had an effect"
        return (
            f"{self.name}: {len(self.milliseconds)} seen, {self.lost} lost; {self.outside} typed "
            f"while no round was open, {self.ending} as one ended\n"
            f"  to the frame that shows it, {spread(self.milliseconds)}"
        )


def frames(events):
    """The events, with output cut into whole frames: each has the time of its last byte."""
    rest = b""
    for moment, kind, data in events:
        if kind is not None:
            yield moment, kind, data
            continue
        rest += data
        while END_FRAME in rest:
            frame, _, rest = rest.partition(END_FRAME)
            yield moment, None, frame + END_FRAME


def judge(events, tallies):
    """Looks at the record as somebody would who sits before it."""
    sight = Sight()
    # What was typed and not seen yet: its time, its tally, what it is to show.
    pending = []
    is_open, is_held, expected = False, False, None
    for moment, kind, data in frames(events):
        if kind is None:
            sight.feed(data)
            was_open, is_open = is_open, sight.is_open()
            if not is_open:
                for typed, tally, _ in pending:
                    if moment - typed < ENDING * 1e9:
                        tally.ending += 1
                    else:
                        tally.lost += 1
                pending, expected = [], None
            elif not was_open or not pending:
                expected = sight.value()
            for index, (typed, tally, sign) in enumerate(pending):
                if sign == (sight.value() if isinstance(sign, int) else (sight.knob(),)):
                    for typed, tally, _ in pending[: index + 1]:
                        tally.milliseconds.append((moment - typed) / 1e6)
                    del pending[: index + 1]
                    break
            continue
        tally = tallies[kind]
        # A player holds a knob until the round is over; dragging on holds nothing.
        is_held = is_open and (is_held or PRESS in data)
        if PRESS in data:
            continue
        if not is_open or kind == "drag" and not is_held:
            tally.outside += 1
        elif kind == "drag":
            column = int(data.split(b";")[1]) - 1
            # What is there already shows nothing.
            if not pending and sight.knob() == column:
                continue
            pending.append((moment, tally, (column,)))
        else:
            expected += 1 if data == KEYS[1] else -1
            pending.append((moment, tally, expected))
    for _, tally, _ in pending:
        tally.lost += 1


def sweeps(count):
    """Steps to the right and to the left, in turns."""
    return [1 if index // SWEEP % 2 == 0 else -1 for index in range(count)]


def drags(count, row):
    """Reports of a mouse that drags the first slider's knob, and takes it anew for each sweep."""
    column = TRACK_COLUMNS[10]
    for index, step in enumerate(sweeps(count)):
        if index % SWEEP == 0:
            place = b"%d;%d" % (column + 1, row + 1)
            yield b"\x1b[<0;" + place + b"m" + PRESS + place + b"M"
        column += step
        yield b"\x1b[<32;%d;%dM" % (column + 1, row + 1)


def main():
    program = os.path.abspath(sys.argv[1])
    suite.need(program, command="Tests/one latency")
    suite.WATCH.begin(sys.maxsize)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    tallies = {"key": Tally("keys, 30 a second"), "drag": Tally("drag, 100 a second")}
    floors = {kind: Floor() for kind in tallies}
    with tempfile.TemporaryDirectory() as home:
        recording = Recording(program, OPTIONS, home)
        recording.wait_for(b"YOURS")
        recording.type((KEYS[step] for step in sweeps(count)), "key", KEY_PAUSE, floors["key"])
        row = 13
        recording.type(drags(count, row), "drag", DRAG_PAUSE, floors["drag"])
        recording.end()
    judge(recording.events, tallies)
    for kind, tally in tallies.items():
        print(tally.line())
        print(f"  the floor between them, {spread(floors[kind].milliseconds)}")
        floors[kind].end()
    if not all(tally.milliseconds for tally in tallies.values()):
        sys.exit("Nothing was seen to change: the screen is not where this program looks for it.")


suite.until_stopped(main)
