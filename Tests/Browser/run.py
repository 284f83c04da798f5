"""Runs the tests of the web page in real browsers, against a real server on loopback, and says what
became of each. It needs the debug build of the programs, Chromium with its driver, and Firefox.

    run.py [NAME...]     all of them, or those whose names contain one of these
"""

import os
import queue
import sys
import threading
import time
import unittest

import challenge
import company
import door
import everybody
import eye
import hazards
import home
import identity
import in_firefox
import killed
import languages
import one_match
import overlay
import pages
import play
import receipts
import replay
import sound
from support.browser import CHROMIUM, DRIVER
from support.case import PageCase
from support.firefox import FIREFOX_PROGRAM
from support.programs import PROGRAMS
import suite

# Ticks without news after which whatever hangs is ended.
LIMIT = 300
# Matches wait for rounds more than they compute.
SIDE_BY_SIDE = 4
# Each list is run by one thread, test by test: one Firefox takes long enough to begin, two tours
# through every screen at once would leave the matches no time, and long matches do little but wait.
TOGETHER = [[in_firefox], [everybody, languages], [company, killed]]
APART = [
    one_match, challenge, door, play, hazards, sound, pages, overlay, home, eye, replay, identity,
    receipts]


class Result(unittest.TestResult):
    """A line for each test, and what went wrong below it, in the words of the other tests."""

    def startTest(self, test):
        super().startTest(test)
        suite.WATCH.news()
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


def chosen(tests, names):
    for item in tests:
        if isinstance(item, unittest.TestSuite):
            yield from chosen(item, names)
        elif not names or any(name in item.id() for name in names):
            yield item


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
    names, begun = sys.argv[1:], time.monotonic()
    pending, wanted = queue.SimpleQueue(), []
    for share in shares(names):
        pending.put(share)
        wanted += share
    if not wanted:
        sys.exit(f"✘ No test has a name with {' or '.join(names)}.")
    suite.need(PROGRAMS / "chromatch", PROGRAMS / "chromatchd")
    suite.need(CHROMIUM, DRIVER, command="deploy/install tests")
    if any("InFirefox" in test.id() for test in wanted):
        suite.need(FIREFOX_PROGRAM, command="deploy/install firefox")
    # It ends what hangs, and leaves no browser behind.
    suite.WATCH.begin(LIMIT)
    results = [Result() for _ in range(min(SIDE_BY_SIDE, len(wanted)))]
    threads = [threading.Thread(target=work, args=(pending, one), daemon=True) for one in results]
    was_stopped = False
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for browser in PageCase.browsers:
            browser.end()
    except suite.Stopped:
        was_stopped = True
        while not pending.empty():
            pending.get()
    suite.end_started()
    count = sum(result.testsRun for result in results)
    suites = len({type(test) for test in wanted})
    fine = count == len(wanted) and not was_stopped and all(one.wasSuccessful() for one in results)
    mark, verb = ("✔", "passed") if fine else ("✘", "failed")
    seconds = time.monotonic() - begun
    print(
        f"{mark} Test run with {count} tests in {suites} suites {verb} "
        f"after {seconds:.1f} seconds.", flush=True)
    # Threads that were stopped may still wait for a browser.
    os._exit(not fine)


if __name__ == "__main__":
    main()
