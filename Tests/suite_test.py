#!/usr/bin/env python3
"""What the suites in Python share: a run that is stopped leaves nothing behind, one that lacks its
build says so in one sentence, and one that was skipped, or has no test, has not passed. It tries
small suites of its own, as processes."""

import pathlib
import signal
import subprocess
import sys
import unittest

import suite

TESTS = pathlib.Path(__file__).resolve().parent
HEAD = f"import sys, unittest\nsys.path.insert(1, {str(TESTS)!r})\nimport suite\n"
SLEEP = "subprocess.Popen(['sleep', '3600'], start_new_session=True)"
# Looks at signals again and again: one that comes just before a long sleep does not interrupt it.
REST = "while True: time.sleep(0.05)\n"


def begun(code, *words):
    """A program in Python, whose output is read."""
    return subprocess.Popen(
        [sys.executable, "-B", "-c", HEAD + code, *words], text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def lives(process):
    """Whether it is there, and not dead and waiting to be seen to."""
    try:
        text = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


class SuiteTests(unittest.TestCase):
    def ended(self, code, *words):
        """The status and the lines of a program."""
        with begun(code, *words) as process:
            text, _ = process.communicate()
        return process.returncode, text.splitlines()

    def test_a_run_that_is_stopped_ends_all_that_it_started(self):
        # The child has a session of its own, and the grandchild's parent is gone.
        waiting = (
            "import subprocess, time\n"
            "class One(unittest.TestCase):\n"
            "    def test(self):\n"
            f"        child = {SLEEP}\n"
            "        shell = subprocess.run(['sh', '-c', 'sleep 3600 >&- 2>&- & echo $!'],\n"
            "                               stdout=subprocess.PIPE, text=True)\n"
            "        print('begun', child.pid, int(shell.stdout), flush=True)\n"
            f"        try:\n            {REST}"
            f"        except Exception:\n            {REST}"
            "suite.run()\n")
        plain = (
            "import subprocess, time\n"
            "def main():\n"
            "    suite.WATCH.begin(sys.maxsize)\n"
            f"    child = {SLEEP}\n"
            f"    print('begun', child.pid, flush=True)\n    {REST}"
            "suite.until_stopped(main)\n")
        for code in (waiting, plain):
            for number in (signal.SIGTERM, signal.SIGINT):
                with begun(code) as process:
                    line = ""
                    while "begun" not in line:
                        line = process.stdout.readline()
                        self.assertTrue(line)
                    started = [int(word) for word in line.partition("begun")[2].split()]
                    process.send_signal(number)
                    text, _ = process.communicate()
                self.assertEqual(process.returncode, 1, text)
                self.assertIn(f"✘ Stopped by {number.name}.", text)
                self.assertNotIn("✔", text)
                for one in started:
                    suite.wait_for("its end", lambda one=one: not lives(one))

    def test_a_build_that_is_missing_is_one_sentence(self):
        why = "there is no /nowhere/chromatchd; `swift build --build-tests` builds it"
        sentence = f"✘ Not run: {why}."
        for code in ("suite.need('/nowhere/chromatchd')",
                     "class One(unittest.TestCase):\n"
                     "    @classmethod\n"
                     "    def setUpClass(cls):\n"
                     "        suite.need('/nowhere/chromatchd')\n"
                     "    def test(self):\n"
                     "        pass\n"
                     "suite.run()"):
            status, lines = self.ended(code)
            self.assertEqual((status, lines[-1][-len(sentence):]), (suite.NOT_RUN, sentence))
            self.assertFalse([line for line in lines if "✔" in line or "Traceback" in line])
        for name, words in {"run": ["/nowhere", "folder", "1", "1"],
                            "versions": ["/nowhere", "/nowhere", "folder", "1"]}.items():
            done = subprocess.run(
                [sys.executable, "-B", TESTS / f"Takeover/{name}.py", *words], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, suite.NOT_RUN)
            self.assertRegex(done.stdout, r"^✘ Not run: there is no /nowhere; .*\n$")

    def test_what_was_skipped_or_has_no_test_has_not_passed(self):
        skipped = (
            "class One(unittest.TestCase):\n"
            "    def test_here(self):\n"
            "        pass\n"
            "    def test_there(self):\n"
            "        self.skipTest('only root may')\n"
            "suite.run()\n")
        status, lines = self.ended(skipped)
        self.assertEqual((status, lines[-1]), (suite.NOT_RUN, "✘ Not run: only root may."))
        self.assertFalse([line for line in lines if "✔" in line])
        status, lines = self.ended(skipped, "test_here")
        self.assertEqual(status, 0)
        self.assertRegex(lines[-1], "^✔ Test run with 1 tests in 1 suites passed")
        status, lines = self.ended(skipped, "nowhere")
        self.assertEqual(status, 1)
        self.assertIn("✘ no test has a name with nowhere", lines)


if __name__ == "__main__":
    suite.run()
