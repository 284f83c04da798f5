"""Takes the pictures of README.md: plays a match of the real client in a terminal of its own,
against bots on this machine, and paints what stands on the screen. `make picture` says which
client and which Python.

    take.py .build/release/chromatch clients/terminal/Pictures
"""

import colorsys
import pathlib
import sys
import tempfile

from painter import Painter
from terminal import Terminal

COLUMNS, ROWS = 100, 30
# Where the target is in a race, the row above it and the one in which results begin, and how far
# off the player is in hue, saturation and brightness.
TARGET = (10, 8)
ABOVE, RESULTS = 4, 3
OFF = [(4, -6, 4), (-5, 7, -4), (6, 5, -3), (-4, -8, -4)]
SURROUND = "181818"
# The first and the last round that may be shown; the first with a color to speak of is.
FIRST, LAST = 4, 7
# It is shown once most of the others have moved, and at so many seconds left at the latest.
OTHERS = [(10, 25), (34, 25), (58, 25), (82, 25)]
SECONDS = 7
SATURATION, BRIGHTNESS = 45, 50
BOTS = ["1", "2", "1", "2"]


class Player:
    """Somebody who plays hue, saturation and brightness, and is good at it but not perfect."""

    def __init__(self, terminal):
        self.terminal = terminal

    def see_target(self, number):
        """Waits for a round, and answers its target as hue, saturation and brightness."""
        heading = f"round {number} of "
        self.terminal.wait(
            f"round {number}",
            lambda: heading in self.terminal.line(0)
            and self.terminal.background(*TARGET) not in (SURROUND, "default")
            and "TARGET" in self.terminal.line(ABOVE)
            and "Standings" not in self.terminal.line(RESULTS),
        )
        color = self.terminal.background(*TARGET)
        channels = [int(color[place : place + 2], 16) / 255 for place in (0, 2, 4)]
        hue, saturation, brightness = colorsys.rgb_to_hsv(*channels)
        return round(360 * hue), round(100 * saturation), round(100 * brightness)

    def play(self, number):
        """Moves the sliders near the target of a round, and answers that."""
        off = OFF[(number - 1) % len(OFF)]
        target = self.see_target(number)
        values = [
            (target[0] + off[0]) % 360,
            min(100, max(0, target[1] + off[1])),
            min(100, max(0, target[2] + off[2])),
        ]
        for value in values:
            self.terminal.press(f"{value}\r")
            self.terminal.press(Terminal.DOWN)
        return target

    def is_busy(self):
        """Whether there is something to be seen of the others."""
        colors = {self.terminal.background(*place) for place in OTHERS}
        return len(colors) >= len(OTHERS) - 1 or self.seconds_left() <= SECONDS

    def seconds_left(self):
        """What the clock above the line says."""
        words = self.terminal.line(ABOVE).split()
        return float(words[words.index("s") - 1]) if "s" in words[1:] else 0


def take(program, folder):
    painter = Painter()
    with tempfile.TemporaryDirectory() as home:
        command = [program, "play", "--name", "ada", "--icon", "moon", "--mode", "hsb"]
        command += ["--rounds", "8", "--time", "20"]
        command += [word for bot in BOTS for word in ("--bot", bot)]
        with Terminal(command, COLUMNS, ROWS, home) as terminal:
            player = Player(terminal)
            for number in range(1, LAST + 1):
                _, saturation, brightness = player.play(number)
                is_vivid = saturation >= SATURATION and brightness >= BRIGHTNESS
                is_shown = number == LAST or number >= FIRST and is_vivid
                if is_shown:
                    terminal.wait("company", player.is_busy)
                    painter.paint(terminal.cells()).save(folder / "race.png", optimize=True)
                terminal.press("\r")
                terminal.wait("the results", lambda: "Standings" in terminal.line(RESULTS))
                if is_shown:
                    break
            # The stepper comes to rest, and all scores are there.
            terminal.wait_for_quiet(0.8)
            painter.paint(terminal.cells()).save(folder / "results.png", optimize=True)


if __name__ == "__main__":
    take(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]))
