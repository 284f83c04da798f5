"""Runs the tests of the bot in clients/python: its rules against the vectors, matches in every mode
against a real server, and what it makes of matches that were tampered with. So an author who reads
only the specification can rely on it. The bot in Swift is built as somebody else's package, and
plays against that one. It needs the debug build of the server.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import argparse
import ast
import atexit
import collections
import copy
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "clients/python"
PROGRAM = FOLDER / "bot.py"
VECTORS = ROOT / "protocol/vectors"
SWIFT = ROOT / "Tests/Bot/Swift"
ARTICLE = ROOT / "clients/terminal/Core/ClientCore.docc/ABotIn60Lines.md"
# How the bot in Swift depends on this tree: here, and in the article.
BESIDE = '.package(name: "chromatch", path: "../../..")'
RELEASED = '.package(url: "URL", from: "1.0.0")'

sys.dont_write_bytecode = True
sys.path.insert(1, str(ROOT / "Tests"))
sys.path.insert(0, str(FOLDER))

import bot  # noqa: E402
import rules  # noqa: E402
import suite  # noqa: E402

SERVER = suite.DEBUG / "chromatchd"

# The rooms that are played in, all at the same time, and who plays: seconds to think, and percent
# by which to miss. A bot that thinks for a minute never locks; arcade ends once that costs lives.
QUICK, HASTY, SLOW = (1, 0), (0.5, 40), (60, 0)
ROOMS = {
    "rgb": ("rounds=2 time=6 level=hard", [QUICK, HASTY]),
    "hsb": ("rounds=2 time=6", [QUICK, HASTY]),
    "cmyk": ("rounds=2 time=6 level=easy assist=1", [QUICK, HASTY]),
    "gradient": ("rounds=2 time=6", [QUICK, HASTY]),
    "tiles": ("rounds=3 time=6", [QUICK, HASTY]),
    "memory": ("rounds=2 time=6", [QUICK, HASTY]),
    "arcade": ("time=5", [QUICK, SLOW]),
    "daily": ("", [QUICK]),
}


def started(*words, **streams):
    """A program that ends when this one does, at the latest."""
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, text=True, **streams)
    atexit.register(process.kill)
    return process


class Server:
    """A server with a certificate of its own, for one test."""

    def __init__(self):
        self.state = tempfile.TemporaryDirectory()
        self.text = ""
        self.process = started(
            SERVER, "--port", "0", "--no-admin", "--tls", "auto", "--state", self.state.name,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        found = None
        while not found:
            line = self.process.stderr.readline()
            assert line, f"the server did not start:\n{self.text}"
            self.text += line
            found = re.search(r"address=127\.0\.0\.1:(\d+)", self.text)
        self.port = int(found[1])
        # Nobody may keep it from logging.
        self.reader = threading.Thread(target=self.process.stderr.read, daemon=True)
        self.reader.start()
        certificate = re.search(r"certificate=(SHA256:[0-9a-f]{64})", self.text)
        self.fingerprint = certificate[1] if certificate else None

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.reader.join()
        self.process.stderr.close()
        self.state.cleanup()


class Recorded(bot.Bot):
    """A bot in this process, which keeps what it has heard of its match and tells its room."""

    def __init__(self, port, seconds, error):
        self.known, self.code, self.heard, self.wrong = threading.Event(), None, [], None
        options = argparse.Namespace(name="Bot", seconds=seconds, error=error, matches=1)
        super().__init__(bot.Wire("127.0.0.1", port, False, ""), options)

    def begin(self, entry):
        def play():
            try:
                self.run(entry)
            except Exception as wrong:
                self.wrong = wrong
            self.known.set()
            self.wire.socket.close()

        self.thread = threading.Thread(target=play, daemon=True)
        self.thread.start()

    def tell(self, sentence):
        pass

    def on_in(self, line):
        super().on_in(line)
        self.code = line["room"]
        self.known.set()

    def on_seed(self, line):
        self.heard = list(self.match)
        super().on_seed(line)


def table(name):
    names, *rows = (VECTORS / name).read_text().split("\n")[:-1]
    return [dict(zip(names.split("\t"), row.split("\t"))) for row in rows]


def line_of(text):
    return bot.Line(text.strip())


def vector_matches():
    """The finished matches of matches.txt, as those who played them heard them."""
    for text in (VECTORS / "matches.txt").read_text().split("\n\n"):
        rows = [row for row in text.split("\n") if row and not row.startswith("#")]
        settings = line_of(rows[0])
        players = ",".join(f"p{at}" for at in range(1, 1 + len(settings.list("nonces"))))
        hash_of_seed = rules.hashlib.sha256(bytes.fromhex(settings["seed"])).hexdigest()
        lines = [line_of(rows[0].replace("match", "ROOM", 1)),
                 line_of(f"COMMIT match=1 hash={hash_of_seed}"),
                 line_of(f"COUNTDOWN match=1 players={players} nonces={settings['nonces']}")]
        for row in rows[1:]:
            if row.startswith("  ") and row[2].isupper():
                lines.append(line_of(row))
            elif left := re.fullmatch(r"\d+ (p\d) (leaves|is put out)", row):
                why = "left" if left[2] == "leaves" else "kicked"
                lines.append(line_of(f"GONE who={left[1]} why={why}"))
        if lines[-1].verb == "SEED":
            yield lines


class RulesTests(unittest.TestCase):
    def test_every_challenge_of_the_vectors_is_drawn(self):
        cases = table("challenges.tsv")
        self.assertGreater(len(cases), 40)
        for case in cases:
            draw = rules.numbers(
                bytes.fromhex(case["seed"]), int(case["round"]), case["nonces"].split(","))
            answer, target, tiles = rules.challenge(
                case["mode"], case["level"], int(case["streak"]), int(case["round"]), draw)
            colors = [rules.hexed(color) for color in target] + [""]
            drawn = (",".join(map(str, answer)), *colors[:2], ",".join(map(rules.hexed, tiles)))
            self.assertEqual(
                drawn, (case["answer"], case["target"], case["to"], case["tiles"]), case["REASON"])

    def test_every_match_of_the_vectors_is_fair(self):
        matches = list(vector_matches())
        self.assertGreater(len(matches), 8)
        for lines in matches:
            rules.Referee(lines).check()

    def test_sliders_reach_every_target_closely_enough_to_lock_it(self):
        for mode, sliders in rules.SLIDERS.items():
            seen = set()
            for number in range(1, 100):
                draw = rules.numbers(bytes(32), number, ["-"])
                _, target, _ = rules.challenge(mode, "hard", 0, number, draw)
                near = [value for color in target for value in sliders.near(color)]
                far = rules.difference(rules.shown(mode, near, []), target)
                self.assertLess(far, rules.TOLERANCE["hard"], (mode, target))
                seen.add(tuple(target))
            # One slider of 256 values draws some of its targets twice.
            self.assertGreater(len(seen), 60)


class PageTests(unittest.TestCase):
    def test_the_page_shows_what_the_programs_say(self):
        code = "".join((FOLDER / name).read_text() for name in ("bot.py", "rules.py"))
        shown = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
        self.assertGreater(len(shown), 4)
        for part in shown:
            self.assertIn(part, code)

    def test_nothing_is_imported_but_the_standard_library(self):
        for name in ("bot.py", "rules.py"):
            for node in ast.walk(ast.parse((FOLDER / name).read_text())):
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom):
                    names = [node.module]
                for module in names:
                    self.assertIn(module.split(".")[0], sys.stdlib_module_names | {"rules"})


class MatchTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        suite.need(SERVER)
        cls.server = Server()
        cls.addClassCleanup(cls.server.end)

    def run_bot(self, *words):
        process = started(
            sys.executable, "-B", PROGRAM, *words, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_a_match_in_every_mode_is_fair_and_every_forgery_of_it_is_not(self):
        modes = self.server_modes()
        self.assertEqual(modes, list(ROOMS), "a mode that the bot does not know")
        # The programs themselves, over TLS with the pinned certificate.
        secure = f"chromatch://127.0.0.1:{self.server.port}"
        pin = f"#{self.server.fingerprint}"
        options = ("--seconds", "0.5", "--matches", "1")
        opener = self.run_bot(secure + pin, "--open", "mode=hsb rounds=1 time=6 seats=2", *options)
        code = re.fullmatch(r"in room (\w{4})\n", opener.stdout.readline())[1]
        joiner = self.run_bot(f"{secure}/{code}{pin}", *options)

        crews = {mode: self.crew(mode, *room) for mode, room in ROOMS.items()}
        for program in (opener, joiner):
            text, _ = program.communicate()
            self.assertEqual(program.returncode, 0, text)
            self.assertRegex(text, r"match 1 was fair\n$")
        for mode, crew in crews.items():
            for player in crew:
                player.thread.join()
                self.assertIsNone(player.wrong, mode)
                self.assertEqual(player.played, 1, mode)
            self.forge(mode, crew[0].heard)

    def test_a_watcher_plays_along_and_is_told_what_it_got(self):
        host, guest = (Recorded(self.server.port, *SLOW) for _ in range(2))
        host.begin("CREATE mode=rgb seats=2 rounds=2 time=5 names=drawn")
        host.known.wait()
        watcher = self.run_bot(
            f"127.0.0.1:{self.server.port}/{host.code}", "--along", "--seconds", "0.5",
            "--matches", "1")
        self.assertEqual(watcher.stdout.readline(), f"in room {host.code}\n")
        guest.begin(f"JOIN room={host.code}")
        text, _ = watcher.communicate()
        self.assertEqual(watcher.returncode, 0, text)
        self.assertRegex(text, r"we play along in cell 1, as [A-Z][a-z]+ [A-Z][a-z]+\n")
        self.assertRegex(text, r"place 1 of 1 in the crowd, [1-9]\d* points\n")
        self.assertRegex(text, r"match 1 was fair\n$")
        for player in (host, guest):
            player.thread.join()
            self.assertIsNone(player.wrong)

    def server_modes(self):
        wire = bot.Wire("127.0.0.1", self.server.port, False, "")
        wire.say("HELLO", v=1)
        modes = wire.hear().list("modes")
        wire.socket.close()
        return modes

    def crew(self, mode, settings, players):
        """Bots that play a match in a room of their own."""
        crew = [Recorded(self.server.port, *player) for player in players]
        crew[0].begin(f"CREATE mode={mode} {settings} seats={len(players)}".replace("  ", " "))
        crew[0].known.wait()
        for player in crew[1:]:
            player.begin(f"JOIN room={crew[0].code}")
        return crew

    def forge(self, mode, lines):
        """Changes one thing at a time, of everything that follows from the seed."""
        follows = {
            "COMMIT": ["hash"], "ROUND": ["round", "target", "start", "to", "tiles", "within"],
            "SHUT": ["answer"], "SCORE": ["who", "de", "t", "points", "total", "lag", "missed",
                                          "first", "assist", "lives"],
            "PLACE": ["place", "who", "total"], "SEED": ["seed"]}
        forged = collections.Counter()
        for at, line in enumerate(lines):
            for key in follows.get(line.verb, []):
                if key in line:
                    other = copy.copy(line)
                    other[key] = altered(line[key])
                    with self.assertRaises(rules.Unfair, msg=f"{mode}: {line.verb} {line}"):
                        rules.Referee(lines[:at] + [other] + lines[at + 1:]).check()
                    forged[line.verb] += 1
        self.assertEqual(set(forged), set(follows))
        rules.Referee(lines).check()

    def test_another_certificate_is_not_accepted(self):
        address = f"tls://localhost:{self.server.port}"
        for pin, reason in (("#SHA256:" + "0" * 64, self.server.fingerprint), ("", "#SHA256:")):
            program = self.run_bot(address + pin)
            text, _ = program.communicate()
            self.assertEqual(program.returncode, 1, text)
            self.assertIn(reason, text)

    def test_a_refusal_ends_it_with_its_reason(self):
        program = self.run_bot(f"127.0.0.1:{self.server.port}/ABCD")
        text, _ = program.communicate()
        self.assertEqual(program.returncode, 1, text)
        self.assertEqual(text, "bot.py: no-room\n")


class SwiftTests(unittest.TestCase):
    def test_the_article_shows_the_whole_bot_in_swift(self):
        manifest, *parts = re.findall(r"```swift\n(.*?)```", ARTICLE.read_text(), re.DOTALL)
        code = (SWIFT / "Sources/swift-bot/main.swift").read_text()
        self.assertEqual("".join(parts), code)
        self.assertLessEqual(len(code.splitlines()), 60)
        self.assertIn(manifest.replace(RELEASED, BESIDE), (SWIFT / "Package.swift").read_text())

    def test_the_bot_in_swift_depends_on_a_version_and_plays_closer_than_chance(self):
        suite.need(SERVER)
        program = self.built()
        server = Server()
        self.addCleanup(server.end)
        host = Recorded(server.port, *QUICK)
        host.begin("CREATE mode=rgb rounds=3 time=6 seats=2")
        host.known.wait()
        guest = started(
            program, "127.0.0.1", str(server.port), host.code, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        text, _ = guest.communicate()
        self.assertEqual(guest.returncode, 0, text)
        self.assertRegex(text, r"^the match was fair; points: \[\d+, \d+, \d+\]\n$")
        host.thread.join()
        self.assertIsNone(host.wrong)
        rounds = [line for line in host.heard if line.verb == "ROUND"]
        scores = [line for line in host.heard if line.verb == "SCORE" and line["who"] != host.me]
        self.assertEqual((len(rounds), len(scores)), (3, 3))
        draw = random.Random(7)
        for line, score in zip(rounds, scores):
            target = [rules.color_of(line["target"])]
            guesses = [[draw.randrange(256) for _ in "rgb"] for _ in range(100)]
            by_chance = [
                rules.difference(rules.shown("rgb", guess, []), target) for guess in guesses]
            self.assertLess(1_000 * float(score["de"]), min(by_chance))

    def built(self):
        """The bot, built where this tree is known by its address and version alone."""
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        tree, package = folder / "chromatch", folder / "swift-bot"
        tree.mkdir()
        shutil.copy(ROOT / "Package.swift", tree)
        for name in ("Sources", "clients", "protocol"):
            shutil.copytree(ROOT / name, tree / name)
        git = ["git", "-c", "user.name=Bot", "-c", "user.email=bot@localhost", "-C", tree]
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"], ["tag", "1.0.0"]):
            subprocess.run(git + words, check=True)
        shutil.copytree(SWIFT, package, ignore=shutil.ignore_patterns(".build"))
        manifest = package / "Package.swift"
        released = RELEASED.replace("URL", tree.as_uri())
        manifest.write_text(manifest.read_text().replace(BESIDE, released))
        # Nothing that another build has left, and nothing that this tree is told, is of any help.
        build = started(
            "swift", "build", "--package-path", package, "--cache-path", folder / "cache",
            "--security-path", folder / "security", stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={name: value for name, value in os.environ.items() if "CHROMATCH" not in name})
        text, _ = build.communicate()
        self.assertEqual(build.returncode, 0, text)
        self.assertEqual(os.listdir(package / ".build/checkouts"), ["chromatch"])
        return package / ".build/debug/swift-bot"


def altered(value):
    """Something else of the same kind: the last digit becomes the next one."""
    digits = "0123456789abcdef" if value.startswith("#") or len(value) == 64 else "0123456789"
    return value[:-1] + digits[(digits.index(value[-1]) + 1) % len(digits)]


if __name__ == "__main__":
    suite.run()
