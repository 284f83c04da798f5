"""The rules of chromatch, worked out from protocol/README.md alone: colors and how far apart they
look, what sliders make, what a round draws from the seed, and a referee who works a whole match out
anew. It opens no connection and reads no clock."""

import collections
import colorsys
import functools
import hashlib
import hmac
import math


# Colors: three whole numbers from 0 to 255, and how far apart they look.

def lit(share):
    """The light of a channel from 0 to 1."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def channel(light):
    """The channel that shows a light."""
    light = min(max(light, 0), 1)
    share = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return math.floor(255 * share + 0.5)


LIGHT = [lit(value / 255) for value in range(256)]
# The weights of red and blue in X, Y and Z; green has the rest.
WEIGHTS = [
    (0.43388734556604, 0.18988864529646143),
    (0.21263900587151036, 0.07219231536073371),
    (0.017750040070973257, 0.8728023390737882),
]


@functools.lru_cache(maxsize=65_536)
def lab(color):
    red, green, blue = (LIGHT[value] for value in color)
    x, y, z = (
        ratio ** (1 / 3) if ratio > 216 / 24_389 else (24_389 / 27 * ratio + 16) / 116
        for ratio in (green + p * (red - green) + q * (blue - green) for p, q in WEIGHTS))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def delta(one, other):
    """CIEDE2000 between two colors, in thousandths."""
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(other)
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(c7 / (c7 + 25 ** 7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn, mean = h2 - h1, (h1 + h2) / 2
    if c1 * c2 == 0:
        turn, mean = 0, h1 + h2
    elif abs(turn) > 180:
        turn += -360 if turn > 0 else 360
        mean += 180 if mean < 180 else -180
    l, c = (l1 + l2) / 2, (c1 + c2) / 2

    def cos(degrees):
        return math.cos(math.radians(degrees))

    t = (1 - 0.17 * cos(mean - 30) + 0.24 * cos(2 * mean) + 0.32 * cos(3 * mean + 6)
         - 0.20 * cos(4 * mean - 63))
    s_l = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c, 1 + 0.015 * c * t
    rotation = -2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * math.sin(
        math.radians(60 * math.exp(-((mean - 275) / 25) ** 2)))
    d_l, d_c = (l2 - l1) / s_l, (c2 - c1) / s_c
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / s_h
    far = math.sqrt(max(d_l ** 2 + d_c ** 2 + d_h ** 2 + rotation * d_c * d_h, 0))
    return math.floor(far * 1000 + 0.5)


def difference(ones, others):
    """The same between two colors or two gradients, each as a list of one color or of its ends."""
    def at(step, ends):
        return tuple((a * (4 - step) + b * step + 2) // 4 for a, b in zip(ends[0], ends[-1]))

    if len(ones) == 1:
        return delta(ones[0], others[0])
    return (2 * sum(delta(at(i, ones), at(i, others)) for i in range(5)) + 5) // 10


def hexed(color):
    return "#" + bytes(color).hex()


def color_of(text):
    return tuple(bytes.fromhex(text[1:]))


# Modes: what sliders make, and what a round draws.

def hexcone(values):
    """The color of hue, saturation and brightness, in whole numbers all the way."""
    hue, saturation, brightness = values

    def one(at):
        turn = (hue + at * 60) % 360
        return (255 * brightness * (6_000 - saturation * max(0, min(turn, 240 - turn, 60)))
                * 2 + 600_000) // 1_200_000

    return one(5), one(3), one(1)


def inks(values):
    *colors, black = values
    return tuple((255 * (100 - ink) * (100 - black) * 2 + 10_000) // 20_000 for ink in colors)


def hsb_near(color):
    hue, saturation, brightness = colorsys.rgb_to_hsv(*(value / 255 for value in color))
    return [round(360 * hue) % 360, round(100 * saturation), round(100 * brightness)]


def inks_near(color):
    most = max(color) or 1
    return [round(100 * (most - value) / most) for value in color] + [100 - round(most / 2.55)]


Sliders = collections.namedtuple("Sliders", "grid drawn start mix near")
RGB = Sliders([(0, 255)] * 3, [(0, 255)] * 3, [188, 188, 188], tuple, list)
HSB = Sliders([(0, 359), (0, 100), (0, 100)], [(0, 359), (10, 100), (25, 100)], [0, 0, 74],
              hexcone, hsb_near)
CMYK = Sliders([(0, 100)] * 4, [(0, 100)] * 3 + [(0, 50)], [0, 0, 0, 26], inks, inks_near)
SLIDERS = {"rgb": RGB, "arcade": RGB, "hsb": HSB, "memory": HSB, "daily": HSB, "gradient": HSB,
           "cmyk": CMYK}
GRAY = (188, 188, 188)
TOLERANCE = {"easy": 8_000, "normal": 5_000, "hard": 3_000}


def start_of(mode):
    """The guess that everybody's sliders start at."""
    return [0] if mode == "tiles" else SLIDERS[mode].start * (2 if mode == "gradient" else 1)


def shown(mode, guess, tiles):
    """What a guess looks like: a list of one color, or of the ends of a gradient."""
    if mode == "tiles":
        return [tiles[guess[0] - 1] if guess[0] else GRAY]
    size = len(SLIDERS[mode].grid)
    return [SLIDERS[mode].mix(guess[at:at + size]) for at in range(0, len(guess), size)]


def numbers(seed, number, nonces):
    """Draws from the random stream of a round: call it with the least and the greatest value."""
    key = hmac.digest(seed, " ".join(["round", str(number), *nonces]).encode(), "sha256")

    def stream():
        block = 0
        while True:
            random_bytes = hmac.digest(key, str(block).encode(), "sha256")
            yield from (int.from_bytes(random_bytes[at:at + 8], "big") for at in (0, 8, 16, 24))
            block += 1

    words = stream()
    return lambda low, high: low + (next(words) * (high - low + 1) >> 64)


def challenge(mode, level, streak, number, draw):
    """What a round draws: the answer as a guess, the target as a list of colors, and the tiles."""
    if mode == "tiles":
        return draw_tiles(level, streak, number, draw)
    sliders, start = SLIDERS[mode], start_of(mode)
    for _ in range(16):
        answer = [draw(*drawn) for drawn in sliders.drawn * (len(start) // len(sliders.start))]
        target = shown(mode, answer, [])
        if (difference(target, shown(mode, start, [])) >= 15_000
                and (len(target) == 1 or delta(*target) >= 20_000)):
            break
    return answer, target, []


def draw_tiles(level, streak, number, draw):
    target = hexcone([draw(0, 359), draw(15, 90), draw(35, 90)])
    distance = 30_000 * {"easy": 150, "normal": 100, "hard": 70}[level] // 100
    for _ in range(streak):
        distance = distance * 85 // 100
    distance = max(distance, 3_000)
    step, tiles, tries = (8, 7) if distance < 12_000 else (7, 8), [], 0
    while len(tiles) < (4, 6, 9, 12)[min((number - 1) // 2, 3)] - 1 and tries < 1_024:
        tries += 1
        if tries % 32 == 0:
            distance = distance * step[0] // step[1]
        tile = moved(target, [draw(-100, 100) for _ in range(3)], distance)
        if tile and all(delta(tile, other) >= 3_000 for other in tiles) and all(
                delta(seen(tile, eye), seen(target, eye)) >= 3_000 for eye in EYES):
            tiles.append(tile)
    place = draw(1, len(tiles) + 1)
    tiles.insert(place - 1, target)
    return [place], [target], tiles


def moved(color, direction, distance):
    """The first color in a direction that is far enough; None if there is none, or only beyond."""
    def after(steps):
        return tuple(
            min(max(value + int(way * steps / 100), 0), 255)
            for value, way in zip(color, direction))

    near, far = 0, 512
    if delta(after(far), color) < distance:
        return None
    while far - near > 1:
        middle = (near + far) // 2
        if delta(after(middle), color) < distance:
            near = middle
        else:
            far = middle
    return after(far) if delta(after(far), color) <= distance * 5 // 4 + 500 else None


EYES = [
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
    [(0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
     (-0.003882, -0.048116, 1.051998)],
    [(0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
     (-0.011820, 0.042940, 0.968881)],
    [(1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
     (0.004733, 0.691367, 0.303900)],
]


def seen(color, eye):
    light = [LIGHT[value] for value in color]
    return tuple(channel(sum(a * b for a, b in zip(row, light))) for row in eye)


# Fairness: what must follow from the seed.

class Unfair(Exception):
    """The server said something else than what follows."""


def expect(said, right, what):
    if said != right:
        raise Unfair(f"{what}: the server says {said}, but it is {right}")


class Referee:
    """Works a match out anew, from the lines ROOM, COMMIT and COUNTDOWN to SEED."""

    def __init__(self, lines):
        room, commit, countdown, *self.lines = lines
        self.mode, self.level, self.commit = room["mode"], room["level"], commit["hash"]
        self.rounds, self.seconds = int(room["rounds"]), int(room["time"])
        self.assist = room.get("assist")
        self.players = countdown.list("players")
        self.nonces = ["-"] if self.mode == "daily" else countdown.list("nonces")
        # A ghost race has the targets of the match that it copies.
        self.is_copy = countdown.get("last") is not None
        if self.is_copy:
            self.nonces = countdown.list("drawn")
            self.streaks = [int(streak) for streak in countdown.list("streaks")]
        self.totals = dict.fromkeys(self.players, 0)
        self.lives = dict.fromkeys(self.players, 3 if self.mode == "arcade" else None)
        self.survived = dict.fromkeys(self.players, 0)
        self.gone, self.number, self.streak, self.due = {}, 0, 0, []
        self.scores, self.places = [], []

    def check(self):
        self.seed = bytes.fromhex(self.lines[-1]["seed"])
        expect(hashlib.sha256(self.seed).hexdigest(), self.commit, "the seed that was promised")
        for line in self.lines:
            match line.verb:
                case "ROUND":
                    self.settle()
                    self.announce(line)
                case "LOCKED":
                    self.locks[line["who"]] = line
                case "MISSED":
                    self.missed[line["who"]] += 1
                case "GONE":
                    self.gone.setdefault(line["who"], line["why"])
                case "SHUT":
                    self.shut(line)
                case "SCORE":
                    self.scores.append(line)
                case "OVER":
                    self.settle()
                case "PLACE":
                    self.places.append(line)
        self.rank()

    def announce(self, line):
        self.number += 1
        self.locks, self.missed = {}, collections.Counter()
        self.racing = [who for who in self.players
                       if who not in self.gone and self.lives[who] != 0]
        self.length, self.within = self.seconds * 1_000, TOLERANCE[self.level]
        if self.mode == "arcade":
            for _ in range(self.number - 1):
                self.length = max(self.length * 92 // 100, 5_000)
                self.within = max(self.within * 94 // 100, 1_000)
        self.within = 0 if self.mode == "tiles" else self.within
        draw = numbers(self.seed, self.number, self.nonces)
        if self.is_copy:
            self.streak = self.streaks[self.number - 1] if self.streaks else 0
        self.answer, self.target, self.tiles = challenge(
            self.mode, self.level, self.streak, self.number, draw)
        start = shown(self.mode, start_of(self.mode), self.tiles)[0]
        within = None if self.within == TOLERANCE[self.level] else thousandths(self.within)
        self.compare(line, {
            "round": self.number, "of": 0 if self.mode == "arcade" else self.rounds,
            "target": hexed(self.target[0]), "start": hexed(start),
            "to": hexed(self.target[1]) if len(self.target) > 1 else None,
            "tiles": ",".join(map(hexed, self.tiles)) or None, "within": within})
        expect(int(line["closes"]) - int(line["opens"]), self.length, "the length of the round")

    def shut(self, line):
        self.compare(line, {"round": self.number, "answer": ",".join(map(str, self.answer))})
        self.due = [who for who in self.racing
                    if self.gone.get(who, "kicked") in ("kicked", "banned")]

    def settle(self):
        """Judges the SCOREs of the round that was shut last, if one was."""
        expect([score["who"] for score in self.scores], self.due, "who is scored")
        guesses = {score["who"]: list(map(int, score["v"].split(","))) for score in self.scores}
        far = {who: difference(shown(self.mode, guess, self.tiles), self.target)
               for who, guess in guesses.items()}
        first = self.first(far)
        for score in self.scores:
            self.judge(score, far[score["who"]], score["who"] in first)
        if self.due:
            is_clean = 0 in far.values() and not any(self.missed[who] for who in self.due)
            self.streak = self.streak + 1 if is_clean else 0
        self.scores, self.due = [], []

    def first(self, far):
        """Who locked first: of those within 10 ms, the nearest."""
        times = {who: int(self.locks[who]["t"]) for who in self.due if who in self.locks}
        if len(self.due) < 2 or not times:
            return []
        tied = [who for who, t in times.items() if t <= min(times.values()) + 10]
        return [who for who in tied if far[who] == min(far[one] for one in tied)]

    def judge(self, score, far, is_first):
        who, lock = score["who"], self.locks.get(score["who"])
        t = int(lock["t"]) if lock else self.length
        if lock and far > self.within:
            raise Unfair(f"{who} was let in with a lock that is {thousandths(far)} off")
        accuracy = 1000 * (far == 0) if self.mode == "tiles" else accuracy_of(far)
        points = (accuracy * (2 * self.length - t) * 2 + 2 * self.length) // (4 * self.length)
        self.totals[who] += points
        if self.lives[who] is not None:
            self.lives[who] -= lock is None
            self.survived[who] += self.lives[who] > 0
        self.compare(score, {
            "de": thousandths(far), "t": t, "points": points, "total": self.totals[who],
            "lag": lock and lock.get("lag"), "missed": self.missed[who] or None,
            "first": 1 if is_first else None, "assist": self.assist, "lives": self.lives[who]})

    def rank(self):
        ranks = {who: (self.survived[who], self.totals[who]) for who in self.players
                 if self.gone.get(who, "kicked") in ("kicked", "banned")}
        places = {who: 1 + sum(other > rank for other in ranks.values())
                  for who, rank in ranks.items()}
        expect([(int(place["place"]), place["who"], int(place["total"])) for place in self.places],
               [(places[who], who, self.totals[who]) for who in sorted(ranks, key=places.get)],
               "the places")

    def compare(self, line, right):
        """A line with what it has to say; what is None must not be there."""
        right = {key: None if value is None else str(value) for key, value in right.items()}
        expect({key: line.get(key) for key in right}, right, f"{line.verb} of round {self.number}")


def accuracy_of(far):
    return math.floor(1000 / (1 + (max(0, far - 1_000) / 12_000) ** 1.6) + 0.5)


def thousandths(number):
    return f"{number // 1_000}.{number % 1_000:03}".rstrip("0").rstrip(".")
