"""Runs the test cases of a program in Python as all such programs of this folder do: those that its
arguments name or all of them, for so long at the most, with a closing line that Tests/run adds up.
It knows nothing of what they test."""

import faulthandler
import signal
import sys
import time
import unittest


def skip(reason):
    """Says why nothing can be tested here, which is no failure."""
    print(f"✔ Test run with 0 tests in 0 suites skipped: {reason}.", flush=True)


def stop(number, _):
    """It has taken too long, or somebody wants it to stop."""
    print(f"✘ Stopped by {signal.Signals(number).name}.", flush=True)
    faulthandler.dump_traceback(sys.stdout)
    sys.exit(1)


def run(limit, whatever_else=lambda result: []):
    """Runs the cases of the program for `limit` seconds at the most, and exits. What else has to
    hold afterwards is asked with the result of all; each sentence is a failure."""
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    signal.alarm(limit)
    begun = time.monotonic()
    loader = unittest.defaultTestLoader
    loader.testNamePatterns = [f"*{name}*" for name in sys.argv[1:]] or None
    suites = [
        suite for suite in loader.loadTestsFromModule(sys.modules["__main__"])
        if suite.countTestCases()]
    result = unittest.TextTestRunner(sys.stdout, verbosity=2).run(unittest.TestSuite(suites))
    flaws = [f"{test.id()}: {text.splitlines()[-1]}"
             for test, text in result.failures + result.errors]
    if result.testsRun == 0:
        flaws.append("no test ran")
    flaws += whatever_else(result)
    for flaw in flaws:
        print(f"✘ {flaw}")
    mark, verb = ("✘", "failed") if flaws else ("✔", "passed")
    skipped = f", {len(result.skipped)} skipped" if result.skipped else ""
    print(f"{mark} Test run with {result.testsRun} tests in {len(suites)} suites {verb} "
          f"after {time.monotonic() - begun:.1f} seconds{skipped}.", flush=True)
    sys.exit(bool(flaws))
