"""Takes the pictures of README.md that are of a browser: plays a match on a desk and on a phone,
with bots, while a stage looks on. It drives browsers as the tests do, so it needs their folder;
`make picture` says which programs and which Python.

    PYTHONPATH=Tests/Browser take_browser.py .build/release clients/terminal/Pictures
"""

import colorsys
import json
import pathlib
import sys

from selenium.webdriver.common.keys import Keys

from support.browser import PHONE, Browser
from support.programs import Program, Server

HAND = {**PHONE, "pixelRatio": 1.5}
DESK = {"width": 1200, "height": 750, "pixelRatio": 1.0, "touch": False, "mobile": False}
STAGE = {"width": 1280, "height": 720, "pixelRatio": 1.0, "touch": False, "mobile": False}
PEOPLE = {
    "desk": {"name": "ada", "icon": "moon", "color": "#3c5fb5"},
    "phone": {"name": "ben", "icon": "star", "color": "#f2b134"},
}
ROUNDS, SECONDS, BOTS = 4, 20, 2
# The first round that may be shown; one whose target has a color to speak of is.
FIRST, SATURATION, BRIGHTNESS = 2, 45, 50
# How far off somebody is in hue, saturation and brightness when the pictures are taken.
OFF = {"desk": (7, -6, 5), "phone": (-12, 9, -8)}
# They are taken once the bots are nearer than at the start, or at so many seconds left.
BEGUN, LEFT = 25, 9


class Player(Browser):
    """Somebody in a browser, who is good at hue, saturation and brightness, but not perfect."""

    def __init__(self, device, who):
        super().__init__(device)
        self.who = who

    def come(self, port, path="/"):
        """Opens the page as somebody with a name."""
        self.open(port)
        person = json.dumps(json.dumps(PEOPLE[self.who]))
        self.run(f"localStorage.setItem('chromatch.profile', {person})")
        self.go("about:blank")
        self.open(port, path)

    def see_target(self, number):
        """Waits for a round, and answers its target as hue, saturation and brightness."""
        self.get("image", f"^Round {number} of")
        self.until("an open round", lambda: self.find("button", "^Lock") and (
            self.attribute(self.get("button", "^Lock"), "aria-disabled") is None))
        channels = [channel / 255 for channel in self.color(self.get("image", "^Target$"))]
        hue, saturation, brightness = colorsys.rgb_to_hsv(*channels)
        return round(360 * hue), round(100 * saturation), round(100 * brightness)

    def move(self, target):
        """Moves the sliders near a target."""
        near = [value + off for value, off in zip(target, OFF[self.who])]
        values = [near[0] % 360, *(min(100, max(0, value)) for value in near[1:])]
        self.focus(self.get("slider", "^Hue$"))
        for value in values:
            self.type(*str(value), Keys.ENTER, Keys.ARROW_DOWN)

    def is_busy(self):
        """Whether there is something to be seen of the others."""
        clock = self.run("return document.querySelector('[role=timer] span')?.innerText")
        near = self.run(
            "return [...document.querySelectorAll('.near')].map((cell) => cell.innerText)")
        has_begun = all(text.isdecimal() and int(text) > BEGUN for text in near)
        return has_begun or float(clock or 0) <= LEFT


def set_up(desk):
    """A room with bots. Returns its code."""
    desk.press("button", "^Open a room$")
    desk.press("radio", "^hsb$")
    for what, shown in ("Rounds", ROUNDS), ("Seconds", SECONDS):
        less = desk.get("button", f"^{what} less$")
        number = "return Number(arguments[0].nextElementSibling.textContent)"
        while (before := desk.run(number, less)) > shown:
            desk.click(less)
            desk.until("fewer", lambda: desk.run(number, less) < before)
    for count in range(BOTS):
        desk.press("button", "^Add a bot$")
        desk.says(f"{2 + count} of")
    return desk.address().split("#")[1]


def take(folder):
    server = Server()
    desk, phone = Player(DESK, "desk"), Player(HAND, "phone")
    stage = Browser(STAGE)

    def keep(name, browser):
        (folder / f"browser-{name}.png").write_bytes(browser.picture())

    try:
        desk.come(server.port)
        code = set_up(desk)
        phone.come(server.port, f"/#{code}")
        stage.open(server.port, f"/#{code}/stage")
        desk.says("ben")
        for player in (phone, desk):
            player.press("button", "^Ready")
        is_shown = False
        for number in range(1, ROUNDS + 1):
            target = desk.see_target(number)
            for player in (desk, phone):
                player.move(target)
            _, saturation, brightness = target
            is_vivid = saturation >= SATURATION and brightness >= BRIGHTNESS
            if not is_shown and number >= FIRST and (is_vivid or number == ROUNDS):
                is_shown = True
                desk.until("company", desk.is_busy)
                keep("race", desk)
                keep("phone", phone)
                desk.type(Keys.ENTER)
                stage.until("the bell", lambda: "+" in stage.run(
                    "return document.querySelector('.flags')?.innerText ?? ''"))
                keep("stage", stage)
                phone.press("button", "^Lock")
            else:
                for player in (desk, phone):
                    player.type(Keys.ENTER)
        desk.says("Fair, checked on your device.")
        keep("mosaic", desk)
    finally:
        for window in (desk, phone, stage):
            window.end()
        server.end()


if __name__ == "__main__":
    Program.folder = pathlib.Path(sys.argv[1]).resolve()
    take(pathlib.Path(sys.argv[2]))
