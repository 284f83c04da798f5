"""What the suites in Python share: they run the cases that their arguments name, or all, wait for
what has to come, and end all that they started. No limit is in seconds: looks and ticks are counted
where they are made, so a machine that is slow, or stopped for a while, makes nothing fail. A suite
that ran nothing has not passed."""

import ctypes
import faulthandler
import os
import pathlib
import signal
import sys
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEBUG = ROOT / ".build/debug"
# The status of a suite that could not run here, as automake has it.
NOT_RUN = 77
# Seconds between two looks, and after how many looks nobody hopes any more.
LOOK, LOOKS = 0.05, 2_400
# Ticks, of a second each, for a run that was stopped to put things away.
ENDING = 30
# prctl's word for: the parent of what outlives its parent is this process.
SET_CHILD_SUBREAPER = 36


class Stopped(KeyboardInterrupt):
    """Nothing happened for too long, or somebody wants the run to stop. A unittest reports every
    other exception as a test's failure and goes on."""


class Watch:
    """Counts ticks since the last news of this run."""

    quiet = 0

    def news(self):
        self.quiet = 0

    def begin(self, limit):
        """Has signals stop this run, and so many ticks without news."""
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        threading.Thread(target=self.count, args=(limit,), daemon=True).start()

    def count(self, limit):
        while self.quiet < limit:
            time.sleep(1)
            self.quiet += 1
        print(f"✘ Nothing happened for {limit} ticks.", flush=True)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGALRM)
        end_surely()


WATCH = Watch()


def stop(number, _):
    """Says where the run is, ends what it started, and has it end."""
    for one in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(one, signal.SIG_IGN)
    # What was interrupted may have been a print.
    os.write(1, f"✘ Stopped by {signal.Signals(number).name}. Where it was:\n".encode())
    faulthandler.dump_traceback(sys.stdout)
    threading.Thread(target=end_surely, daemon=True).start()
    end_started()
    raise Stopped


def end_surely():
    """Ends this process, if it has not ended by itself after some ticks."""
    for _ in range(ENDING):
        time.sleep(1)
    end_started()
    os._exit(1)


def started():
    """The processes that this one began, and those began, that still run."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            children.setdefault(int(parent), []).append(int(path.parent.name))
    found = list(children.get(os.getpid(), []))
    for process in found:
        found += children.get(process, [])
    return found


def end_started():
    """Kills them, whatever group or session they are in."""
    for _ in range(100):
        processes = started()
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass
        if not processes:
            return
        time.sleep(LOOK)


def wait_for(what, holds, scene=lambda: "", looks=LOOKS):
    """Looks until something holds, and gives that; scene says how it is if it never does."""
    for _ in range(looks):
        if found := holds():
            WATCH.news()
            return found
        time.sleep(LOOK)
    raise AssertionError(f"{what}: not after {looks} looks\n{scene()}")


def until_stopped(main):
    """Runs a program that is no unittest, and ends it with 1 if it is stopped."""
    try:
        main()
    except Stopped:
        sys.exit(1)


def skip(reason):
    """Says why nothing can be tested here, and ends."""
    print(f"✘ Not run: {reason}.", flush=True)
    sys.exit(NOT_RUN)


def need(*files, command="swift build --build-tests"):
    """Ends unless these have been built."""
    for file in files:
        if not os.access(file, os.X_OK):
            skip(f"there is no {file}; `{command}` builds it")


class Result(unittest.TextTestResult):
    """What came of the tests; each of them is news."""

    def startTest(self, test):
        WATCH.news()
        super().startTest(test)

    def stopTest(self, test):
        WATCH.news()
        super().stopTest(test)


def run(limit=600, whatever_else=lambda result: []):
    """Runs the cases of the program until there is no news for `limit` ticks, and exits. What else
    has to hold afterwards is asked with the result of all; each sentence is a failure."""
    names, begun = sys.argv[1:], time.monotonic()
    WATCH.begin(limit)
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in names] or None
    suites = [
        suite for suite in loader.loadTestsFromModule(sys.modules["__main__"])
        if suite.countTestCases()]
    try:
        result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(
            unittest.TestSuite(suites))
    except Stopped:
        sys.exit(1)
    flaws = [f"{test.id()}: {text.splitlines()[-1]}"
             for test, text in result.failures + result.errors]
    if not suites:
        flaws.append(f"no test has a name with {' or '.join(names)}" if names else "no test")
    flaws += whatever_else(result)
    for flaw in flaws:
        print(f"✘ {flaw}")
    if result.skipped and not flaws:
        skip("; ".join(sorted({why for _, why in result.skipped})))
    mark, verb = ("✘", "failed") if flaws else ("✔", "passed")
    print(f"{mark} Test run with {result.testsRun} tests in {len(suites)} suites {verb} "
          f"after {time.monotonic() - begun:.1f} seconds.", flush=True)
    sys.exit(bool(flaws))
