"""Runs the tests of the web page in real browsers, against a real server on loopback, and says what
became of each. It needs the debug build of the programs, Chromium with its driver, and Firefox.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import faulthandler
import os
import queue
import signal
import sys
import threading
import time
import unittest

import company
import everybody
import hazards
import home
import identity
import in_firefox
import killed
import languages
import pages
import play
import receipts
import replay
import sound
from browser import CHROMIUM, DRIVER
from case import PageCase
from firefox import FIREFOX_PROGRAM
from programs import Program

# Seconds after which whatever hangs is ended, and for the browsers to end.
LIMIT, ENDING = 900, 30
# Matches wait for rounds more than they compute.
SIDE_BY_SIDE = 4
# Each list is run by one thread, test by test: one Firefox takes long enough to begin, two tours
# through every screen at once would leave the matches no time, and long matches do little but wait.
TOGETHER = [[in_firefox], [everybody, languages], [company, killed]]
APART = [play, hazards, sound, pages, home, replay, identity, receipts]


class Result(unittest.TestResult):
    """A line for each test, and what went wrong below it, in the words of the other tests."""

    def startTest(self, test):
        super().startTest(test)
        self.begun = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        wrong = [text for other, text in self.failures + self.errors
                 if getattr(other, "test_case", other) is test]
        verb = "failed" if wrong else "passed"
        lines = [f"Test {test.id()} {verb} after {time.monotonic() - self.begun:.1f} seconds."]
        lines += "".join(wrong).rstrip().splitlines()
        mark = "✘" if wrong else "✔"
        print("\n".join(f"{mark} {line}" for line in lines), flush=True)


def chosen(suite, names):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from chosen(item, names)
        elif not names or any(name in item.id() for name in names):
            yield item


class Stopped(BaseException):
    """It has taken too long, or somebody wants it to stop."""


def stop(number, _):
    raise Stopped(signal.Signals(number).name)


def shares(names):
    """Lists of tests, each of which one thread runs in its order."""
    def tests(module):
        return chosen(unittest.defaultTestLoader.loadTestsFromModule(module), names)

    for modules in TOGETHER:
        yield [test for module in modules for test in tests(module)]
    for module in APART:
        yield from ([test] for test in tests(module))


def work(pending, result):
    """Runs tests until none is left, in browsers of this thread's own."""
    while True:
        try:
            share = pending.get_nowait()
        except queue.Empty:
            return
        for test in share:
            test.run(result)


def main():
    for program in (CHROMIUM, DRIVER, FIREFOX_PROGRAM):
        if not os.access(program, os.X_OK):
            sys.exit(f"✘ There is no {program}: deploy/install-build-dependencies tests")
    # Whatever hangs, this ends, and no browser is left behind.
    faulthandler.dump_traceback_later(LIMIT + ENDING, exit=True)
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    signal.alarm(LIMIT)
    begun = time.monotonic()
    pending = queue.SimpleQueue()
    for share in shares(sys.argv[1:]):
        pending.put(share)
    results = [Result() for _ in range(SIDE_BY_SIDE)]
    threads = [threading.Thread(target=work, args=(pending, one), daemon=True) for one in results]
    was_stopped = False
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except Stopped as why:
        was_stopped = True
        print(f"✘ Stopped by {why}. Where they were:", flush=True)
        faulthandler.dump_traceback(sys.stdout)
    signal.alarm(0)
    for browser in PageCase.browsers:
        browser.end()
    for program in list(Program.running):
        program.process.kill()
    count = sum(result.testsRun for result in results)
    suites = sum(map(len, TOGETHER)) + len(APART)
    fine = count > 0 and not was_stopped and all(one.wasSuccessful() for one in results)
    mark, verb = ("✔", "passed") if fine else ("✘", "failed")
    seconds = time.monotonic() - begun
    print(
        f"{mark} Test run with {count} tests in {suites} suites {verb} "
        f"after {seconds:.1f} seconds.", flush=True)
    # Threads that were stopped may still wait for a browser.
    os._exit(not fine)


if __name__ == "__main__":
    main()
