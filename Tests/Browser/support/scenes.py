"""Every screen of the page as what a server says to bring it up: lines of the protocol. `@500` in
them is half a second from now."""

import base64
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
RECORDING = ROOT / "Tests/RoomsTests/Golden/match.txt"
VECTORS = ROOT / "protocol/vectors/server"

PEOPLE = [
    "who=p1 name=Ada icon=star color=#f2b134 id=21fe31dfa154a261626bf854046fd227",
    "who=p2 name=Ben icon=moon color=#3c5fb5",
    "who=p3 name=Maximiliane%20W%C3%BCst icon=flower color=#e0779d",
    "who=p4 name=Ochre icon=triangle color=#8fb04a bot=1",
]
HASH = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
TARGETS = ["#0bb16e", "#c14f9a", "#3f8fd0", "#d8433b", "#dfd04a"]
LISTED = [
    "LISTED room=WAVE name=Ada's%20room mode=rgb seats=4 taken=3 watchers=0 state=waiting round=0"
    " of=5 icons=star,moon,flower bots=1",
    "LISTED room=K7QM name=Friday%20night%20at%20the%20workshop mode=gradient seats=8 taken=2"
    " watchers=14 state=playing round=3 of=5 icons=sun,knight rated=1 exact=1 known=1",
    "LISTED room=TEAX name=quick%20arcade mode=arcade seats=1 taken=1 watchers=0 state=playing"
    " round=12 of=0 icons=house pass=1",
    "END of=LIST count=3",
]


# A round's length and the seats; today's are fixed, and a page refuses a server with others.
SHAPES = {"daily": "time=30 level=normal seats=1"}


def room(mode="rgb", people=3, role="player", host="p1", more=""):
    """The picture of a room."""
    shape = SHAPES.get(mode, "time=120 level=normal seats=4")
    return [
        f"IN room=WAVE role={role} n=9",
        f"ROOM name=Ada's%20room mode={mode} rounds=5 {shape} listed=1{more}",
        *(f"SEAT {person}" for person in PEOPLE[:people]),
        f"COMMIT match=1 hash={HASH}", f"HOSTED who={host}", "READIED who=p2 on=1",
        "WATCHERS count=3"]


def players(people):
    return ",".join(f"p{number + 1}" for number in range(people))


def round_of(mode="rgb", people=4, number=1, fields="", role="player", more="", before=()):
    """A match with a round that has just opened."""
    numbers = players(people)
    return [
        *room(mode, people, role, more=more),
        f"COUNTDOWN match=1 opens=@-400 players={numbers} nonces={','.join('-' * people)}",
        *before,
        f"ROUND round={number} of=5 opens=@-400 closes=@118000 target=#0bb16e start=#bcbcbc"
        + fields]


MOVES = [
    "MOVE who=p2 near=84 color=#1fa768", "MOVE who=p3 near=41 color=#6f9a80",
    "MOVE who=p4 near=23 color=#a4b0a0"]


def scores(number, people=4, assist=""):
    return [
        line for at in range(people) for line in [
            f"SCORE who=p{at + 1} v={40 + 9 * at},{170 - 12 * at},{100 + 5 * at}"
            f" de={3 + 4 * at}.{at}51 t={4_000 + 800 * at}"
            f" points={940 - 77 * at} total={(940 - 77 * at) * number}"
            + (" first=1" if at == 0 else " lag=45" if at == 2 else "") + assist]]


def results(people=4, assist=""):
    """What comes after the second round."""
    return [
        *round_of(people=people, before=shut(1, people)), *shut(2, people, assist, "@60000")]


def shut(number, people=4, assist="", next_="@-100"):
    answer = ",".join(str(byte) for byte in bytes.fromhex(TARGETS[number - 1][1:]))
    return [f"SHUT round={number} answer={answer} next={next_}", *scores(number, people, assist)]


def over():
    """A match of five rounds, and a seed that nobody can prove anything by."""
    return [
        *room(people=4)[:-1],
        f"COUNTDOWN match=1 opens=@-9000 players={players(4)} nonces=-,-,-,-",
        *(line for number in range(1, 6) for line in [
            f"ROUND round={number} of=5 opens=@-9000 closes=@-5000 target={TARGETS[number - 1]}"
            " start=#bcbcbc", *shut(number)]),
        "OVER",
        *(f"PLACE place={at + 1} who=p{at + 1} total={4_700 - 385 * at}" for at in range(4)),
        "WATCHERS count=3", f"SEED seed={'5a' * 32}"]


def proved():
    """A match as somebody heard it who was there from its promise to its seed."""
    told = re.findall(
        r"(?m)^\d+ ada< ((?!WELCOME|PING|NO |OUT|WATCHERS).*)$", RECORDING.read_text())
    lines = [re.sub(r"^(\w+) n=\d+", r"\1", line) for line in told]
    seed = next(at for at, line in enumerate(lines) if line.startswith("SEED"))
    # All of it is a picture, so that the page does not look at the last round for a while.
    return [*lines[:seed], "WATCHERS count=1", lines[seed]]


def vector(verb, which):
    """A line of the protocol's vectors."""
    return (VECTORS / f"{verb}.tsv").read_text().splitlines()[which].split("\t")[0]


def board(count=14):
    """The tries of a day, the best first."""
    names = ["Ada", "Ben", "Maximiliane%20W%C3%BCst", "%D7%A9%D7%A8%D7%94", "Zo%C3%AB"]
    icons = ["star", "moon", "flower", "knight", "house"]
    rows = [
        f"TOPPED place={at + 1} id={at:032x} tag=47Z3-{at:04d} name={names[at % 5]}"
        f" icon={icons[at % 5]} color={TARGETS[at % 5]} value={4_711 - 137 * at} match={at}"
        f" colors={','.join(TARGETS)}" for at in range(count)]
    return [*rows, f"END of=TOP count={count}"]


def past(days=(1, 2, 3, 5, 9, 33)):
    """What somebody has played: the day's five on these days before today, and other matches."""
    ago = [(day, f"mode=daily place=1 of=1 total={3_900 - 40 * day}") for day in days]
    ago += [(day + 0.2, f"mode=rgb place={day % 3 + 1} of=3 total={3_512 - 70 * day}")
            for day in range(7)]
    rows = [
        f"PLAYED index={90 - at} {what} at=@-{round(day * 86_400_000)}"
        for at, (day, what) in enumerate(sorted(ago))]
    return [*rows, f"END of=PAST count={len(rows)}"]


def in_series(lines):
    """A room, or a match in it, that is one of a series of five."""
    return [f"{line} series=5" if line.startswith("ROOM") else line for line in lines]


def haunted(lines):
    """The same as a race of Ada's against the ghosts of all others."""
    changed = []
    for line in lines:
        if line.startswith("SEAT") and "who=p1 " not in line:
            line = line.removesuffix(" bot=1") + " bot=1 ghost=1"
        if line.startswith("COUNTDOWN"):
            line += " ghosts=p2,p3,p4 drawn=-,-,-,- last=5"
        changed.append(line)
    return changed


# How a series stands after its second match, and when the third begins.
SERIES = [
    "SERIES played=2 players=p1,p4,p2,p3 wins=1,1,0,0 points=9015,8800,8246,7000",
    "STARTS at=@12000"]
RATED = "RATED match=1 who=p1 rating=1412 delta=-12 off=88"
# A receipt, and how its log stands.
KEPT, TREE = vector("kept", 1), vector("tree", 2)
TILES = " tiles=#0bb16e,#2fa05f,#4a8f70,#1fc07a,#0f8f5e,#3bb18e,#5bb16e,#0b916e,#2bb15e"


class Screen:
    """A screen: what leads there, and how it is known by whatever language it is in.

    place: a selector of what is there once the screen is.
    path: the page's address. answers: what the server says, by the verbs that the page says.
    clicks: selectors of what is pressed on the way. keys: what is typed then.
    then: lines that are said once the page is there, which `ready` says. isCut: whether the server
        is gone by then.
    """

    def __init__(
            self, place, path="/#WAVE", clicks=(), keys="", then=(), is_cut=False,
            ready="main:is(.hall, .race, .final)", **answers):
        self.place, self.path, self.clicks, self.keys = place, path, clicks, keys
        self.then, self.is_cut, self.answers, self.ready = then, is_cut, answers, ready


def looked_on(fields):
    """What one of the rooms of the list shows on the wall."""
    if fields["room"] == "WAVE":
        lines = room(role="watcher")
    elif fields["room"] == "K7QM":
        lines = [*round_of(role="watcher"), *MOVES]
    else:
        lines = results()
    return [line.replace("room=WAVE", f"room={fields['room']}") for line in lines]


# Those who look on and play along: what all of them made of a round, and the best of them.
CROWD = "CROWD of=37 in=12 color=#b85c9a near=84"
# How far a guess 6 off in each channel is from each target, and what it is worth after 9 s.
OFF = [("1.736", 952), ("2.124", 941), ("2.015", 944), ("2.007", 944), ("1.416", 958)]
BEST = ["Ada", "Maximiliane%20W%C3%BCst", "Ben", "%D7%A9%D7%A8%D7%94", "Zo%C3%AB"]


def field(number, count=37, gone=5):
    """The field of a round: some near, one that has gone, the last at the start."""
    target = bytes.fromhex(TARGETS[number - 1][1:])
    cells = b"".join(
        bytes(round(one + (188 - one) * (at % 9) / 9) for one in target)
        for at in range(count))
    locked = bytes(0b10010010 for _ in range(-(-count // 8)))
    mask = bytearray(len(locked))
    mask[gone // 8] |= 128 >> gone % 8
    text = [base64.b64encode(bytes(part)).decode() for part in (cells, locked, mask)]
    where = f"at=1 step=1 of={count}"
    return [
        f"FIELD round={number} {where} cells={text[0]}",
        f"LOCKS {where} in={text[1]} gone={text[2]}"]


def together(number, is_told=True):
    """What comes after a round for those who play along; and what one of them is told."""
    target = bytes.fromhex(TARGETS[number - 1][1:])
    guess = ",".join(str(min(255, byte + 6)) for byte in target)
    best = [
        f"BEST round={number} at={3 * at + 2} name={name} v={guess} t={4_000 + 300 * at}"
        f" points={930 - 20 * at} total={(930 - 20 * at) * number}" for at, name in enumerate(BEST)]
    yours = (
        f"YOURS round={number} v={guess} de={OFF[number - 1][0]} t=9000"
        f" points={OFF[number - 1][1]} total={900 * number} place=12 of=37")
    return [
        f"TOGETHER round={number} of=37 in=34 v={guess} de=2.1 t=8000 points=771"
        f" total={771 * number}", *best, *[yours] * is_told]


def floor(host="p9", role="watcher", rounds=0, is_open=True, is_told=True):
    """An open floor, with so many rounds, the last of them open or not."""
    lines = [
        f"IN room=WAVE role={role} n=9",
        "ROOM name=Ada's%20room mode=rgb rounds=5 time=120 level=normal seats=0 listed=1 present=1"
        " names=drawn",
        f"COMMIT match=1 hash={HASH}", f"HOSTED who={host}"]
    if rounds:
        lines.append("COUNTDOWN match=1 opens=@-400 players= nonces=")
    for number in range(1, rounds + 1):
        lines.append(
            f"ROUND round={number} of=5 opens=@-400 closes=@118000 target={TARGETS[number - 1]}"
            " start=#bcbcbc")
        if number < rounds or not is_open:
            target = ",".join(str(byte) for byte in bytes.fromhex(TARGETS[number - 1][1:]))
            following = "@60000" if number == rounds else "@-100"
            lines += [f"SHUT round={number} answer={target} next={following}"]
            lines += together(number, is_told)
    return [*lines, "WATCHERS count=38"]


def ending(number=None):
    """The end of a match on an open floor, numbered from some number on, or as a picture has it."""
    lines = [
        *(f"BEST round=0 at={3 * at + 2} name={name} total={4_400 - 90 * at}"
          for at, name in enumerate(BEST)), "OVER"]
    if number is None:
        return [*lines, "YOURS round=0 total=3800 place=12 of=37"]
    return [re.sub(r"^(\w+)", rf"\1 n={number + at}", line) for at, line in enumerate(lines)]


FULL = ["NO code=room-full verb=JOIN"]
PRESENTS = {"path": "/", "clicks": [".begin > .two + .txt"]}
STAGED = [*round_of(role="watcher", number=2, before=shut(1)), *MOVES]
SCREENS = {
    "home": Screen(".rooms li", "/", LIST=LISTED),
    "home, known": Screen(
        ".own:not([hidden]) .month tbody tr", "/", LIST=LISTED, PAST=past(), TOP=board()),
    "home, empty": Screen(".empty:not([hidden])", "/"),
    "password": Screen(".door:not([hidden])", JOIN=["NO code=wrong-pass verb=JOIN"], LIST=LISTED),
    "self": Screen("main.self", "/", [".me-button"]),
    "boards": Screen(
        ".boards table:not([hidden])", "/", [".top > button.txt"], LIST=LISTED, TOP=board()),
    "boards, off": Screen(
        ".boards", "/", [".top > button.txt"], LIST=LISTED, TOP=["NO code=not-now verb=TOP"]),
    "room": Screen(".hall .rules .switch", JOIN=room()),
    "menu": Screen(
        ".menu:not([hidden])", clicks=[".seat:nth-child(2) [aria-expanded]"], JOIN=room()),
    "alone": Screen(
        ".hall .under button:not([hidden])",
        JOIN=[*room(people=1)[:-2], "READIED who=p1 on=1", "WATCHERS count=0"]),
    "guest": Screen(
        ".hall .rules .switch", JOIN=room(host="p2", more=" rated=1 delay=5 exact=1")),
    "sliders": Screen(".race .lanes .bar", JOIN=[*round_of(before=shut(1)), *MOVES]),
    "cmyk": Screen(".race .lanes .bar", JOIN=[*round_of("cmyk"), *MOVES]),
    "wheel": Screen(".wheelbox:not([hidden])", JOIN=[*round_of("hsb"), *MOVES], keys="m"),
    "gradient": Screen(".ends", JOIN=[*round_of("gradient", fields=" to=#c14f9a"), *MOVES]),
    "tiles": Screen(".tile", JOIN=round_of("tiles", fields=TILES)),
    "memory": Screen(
        ".half p:not([hidden])", JOIN=round_of("memory", fields=" hides=@-100")),
    "help": Screen(
        ".remark:not([hidden])", JOIN=[*round_of("arcade", more=" assist=1"), *MOVES]),
    "bell": Screen(
        ".race .lanes", JOIN=[*round_of(), *MOVES, "LOCKED who=p2 t=300", "LOCKED who=p1 t=390",
                              "BELL closes=@90000"]),
    "results": Screen("main.after", JOIN=results()),
    "final": Screen("main.final .worth:not([hidden])", JOIN=over(), then=[RATED]),
    "series": Screen("main.final .series li", JOIN=in_series(over()), then=SERIES),
    "series, room": Screen(
        ".hall .series li", JOIN=[*in_series(room(people=4))[:-1], *SERIES, "WATCHERS count=3"]),
    "proved": Screen(
        "main.final:has(.verdict details:not([hidden])) .kept:not([hidden])", "/#SFXK",
        JOIN=proved(), TREE=[TREE], then=[KEPT]),
    "ghosts": Screen(
        ".sums:not([hidden])", JOIN=[*haunted(round_of(number=2, before=shut(1))), *MOVES]),
    "duel": Screen("main.final .lead:not([hidden])", JOIN=haunted(over())),
    "stage": Screen(
        ".stage .bar", "/#WAVE/stage", WATCH=[
            *STAGED, "LOCKED who=p2 t=300", "LOCKED who=p4 t=1190", "BELL closes=@2000"]),
    "lobby": Screen(
        ".lobby .guests li", "/#WAVE/stage", WATCH=room(role="watcher")),
    "overlay, form": Screen(
        ".overlaying .opt", "/#WAVE/stage", [".stream summary"], WATCH=room(role="watcher")),
    "floor": Screen(".hall.open .rules .switch", CREATE=floor("p1"), **PRESENTS),
    "class, waiting": Screen(".under .waits", JOIN=FULL, WATCH=[*floor(), "CELL at=24"]),
    "along": Screen(
        ".along:not([hidden]) .lane", JOIN=FULL,
        WATCH=[*floor(rounds=2), "CELL at=24", CROWD]),
    "along, after": Screen(
        "main.after .along:not([hidden])", JOIN=FULL,
        WATCH=[*floor(rounds=2, is_open=False), "CELL at=24"]),
    "along, over": Screen(
        "main.final .best li", JOIN=FULL,
        WATCH=[*floor(rounds=5, is_open=False)[:-1], *ending(), "WATCHERS count=38"]),
    "presenting": Screen(
        ".keys:not(.away) button", ready=".staging .crowd", CREATE=floor("p1", rounds=2),
        then=[CROWD, *field(2)], **PRESENTS),
    "presenting, removing": Screen(
        ".putout:not([hidden])", ready=".staging .crowd", CREATE=floor("p1", rounds=2), keys="k",
        then=[CROWD, *field(2)], **PRESENTS),
    "crowd": Screen(
        ".plot:not([hidden])", "/#WAVE/stage", ready=".staging .arena",
        WATCH=STAGED, then=[CROWD, *field(2)]),
    "crowd, after": Screen(
        ".plot:not([hidden])", "/#WAVE/stage", ready=".staging .crowd",
        WATCH=floor(rounds=2, is_open=False, is_told=False), then=field(2)),
    "crowd, over": Screen(
        ".grids canvas:not([hidden])", "/#WAVE/stage", ready=".staging .crowd",
        WATCH=floor(rounds=5, is_open=False, is_told=False),
        then=[*(line for number in range(1, 6) for line in field(number)), *ending(10)]),
    "pause": Screen(
        ".stage .num:not(.flies)", "/#WAVE/stage", WATCH=[
            line.replace("role=player", "role=watcher") for line in results()]),
    "wall": Screen(".wall .rm", "/wall/", LIST=LISTED, WATCH=looked_on),
    "lost": Screen(
        ".lost:not([hidden])", JOIN=[*round_of(before=shut(1)), *MOVES], is_cut=True),
    "refused": Screen(".lost:not([hidden])", "/", HELLO=["NO code=bad-version"]),
    "elsewhere": Screen(
        ".lost:not([hidden])", JOIN=room(), then=["NO code=replaced"]),
    "refusal": Screen(
        ".notice:not([hidden])", JOIN=room(), then=["NO code=too-fast verb=CONFIG"]),
    "missing": Screen("main.lost-page", "/nowhere"),
}
