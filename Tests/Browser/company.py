"""Several windows at once, matches of many rounds, and laptops that sleep: what takes a real server
and some patience."""

import re

from selenium.webdriver.common.keys import Keys

from support.browser import DESK, PHONE
from play import MatchCase, hues
from support.programs import Caller


class Company(MatchCase):
    """Windows of one person or of several, in matches to their end."""

    def test_three_windows(self):
        browser = self.visit(DESK)
        code = self.given(browser, "rgb")
        windows = [browser.driver.current_window_handle]
        for number in 2, 3:
            browser.driver.switch_to.new_window("window")
            browser.fit()
            browser.open(self.server.port, f"/#{code}")
            browser.says(f"{number} of 8 seats")
            windows.append(browser.driver.current_window_handle)
        for window in windows:
            browser.driver.switch_to.window(window)
            browser.press("button", "^Ready")
        for window in windows:
            browser.driver.switch_to.window(window)
            # A quick player rings the bell, which leaves the others three seconds.
            browser.until("a round", lambda: browser.find("image", "^Target$"))
        self.wait_for_round(browser)
        self.copy_target(browser)
        browser.type(Keys.ENTER)
        for window in windows:
            browser.driver.switch_to.window(window)
            self.finish(browser)
            titles = [name for name in browser.names("heading") if re.search(" wins?[.]$", name)]
            self.assertEqual(len(titles), 1, browser.text())
            rows = browser.driver.execute_script(
                "return document.querySelectorAll('.mosaic tbody tr').length")
            self.assertEqual(rows, 3)

    def test_arcade(self):
        browser = self.visit(PHONE)
        self.given(browser, "arcade", 5)
        browser.press("button", "^Ready")
        browser.says("Ready, waiting for someone")
        browser.press("button", "^Start alone$")
        for lives in "3 lives left", "2 lives left", "1 life left":
            self.wait_for_round(browser)
            browser.says(lives)
        self.finish(browser)
        self.check(browser, "after an arcade match")

    def test_daily(self):
        browser = self.visit(DESK)
        browser.press("button", "^Today’s five")
        for number in range(1, 6):
            browser.until(f"round {number}", lambda at=number: browser.nodes(
                "image", f"^Round {at} of 5$"))
            self.wait_for_round(browser)
            self.set(browser, "Hue", hues(browser.color(browser.get("image", "^Target$"))))
            self.lock(browser)
        self.finish(browser)
        self.assertRegex(browser.text(), r"[34]\s\d{3} points\.")
        paste = browser.get("textbox", "^Result to paste: .* apart$").get_attribute("value")
        self.assertRegex(paste, r"^chromatch [\d-]{10}\n\D+ [34]\d{3}\n1 day in a row\nhttp://.*/$")
        browser.says("next five in ")
        self.check(browser, "after today's five")
        browser.press("button", "^Leave$")
        browser.says("1 day in a row")
        today = browser.get("button", "^Today’s five")
        browser.until("today's points", lambda: re.search(r"[34]\s\d{3} points", today.text))

    def test_series_goes_on_until_its_host_stops_it(self):
        eve = Caller(self.server.port, "HELLO v=1 name=Eve", "CREATE rounds=1 time=5 series=3")
        self.addCleanup(eve.end)
        code = eve.hear("IN")["room"]
        eve.hear("WATCHERS")
        browser = self.visit(DESK, f"/#{code}")
        browser.says("Best of 3")
        eve.say(f"HOST who={eve.hear('SEAT')['who']}", "READY")
        browser.press("button", "^Ready")
        browser.says("Match 1 of 3")
        browser.says("Next match in")
        browser.press("button", "^Stop$")
        browser.says("The host has stopped the clock.")
        self.assertEqual([eve.hear("SERIES").get("stopped") for _ in range(2)], [None, "1"])
        self.check(browser, "a series")
        browser.press("button", "^Again$")
        browser.says("Match 2 of 3")
        browser.says("Next match in")
        # A guest who is ready need not be waited for.
        eve.say("READY")
        browser.get("image", "^Target$")

    def test_class_plays_along(self):
        """A presenter's match on a wall, with a phone and somebody else, to its end."""
        desk = self.visit(DESK)
        desk.press("button", "^Present to a class$")
        self.turn(desk, "Rounds", 1)
        self.turn(desk, "Seconds", 60)
        code = desk.address().split("#")[1]
        phone = self.visit(PHONE, f"/#{code}")
        phone.says("You play along as soon as it starts. The presenter starts.")
        eve = Caller(self.server.port, "HELLO v=1 name=Eve", f"WATCH room={code}")
        self.addCleanup(eve.end)
        desk.says("2 people are here")
        desk.press("button", "^Start$")
        self.wait_for_round(phone)
        phone.says("Move something, and you play along.")
        # A round is over once all who have moved have locked, so both move first.
        eve.say("SET v=1,2,3")
        # Nothing that anybody typed is on the wall.
        cell = eve.hear("CELL")
        self.assertEqual(cell["at"], "1")
        self.assertNotIn("Eve", cell["name"])
        self.copy_target(phone)
        phone.says("You are cell 2, ")
        desk.get("image", "^The crowd")
        desk.says("2 play, 0 locked")
        phone.type(Keys.ENTER)
        phone.says("Locked")
        desk.says("2 play, 1 locked")
        self.check(phone, "a round along")
        self.check(desk, "a round of a class")
        desk.type("e")
        self.assertEqual(eve.hear("YOURS")["place"], "2")
        phone.says("Fair, checked on your device.")
        phone.says("Place 1 of 2")
        desk.says(" wins.")
        self.assertNotIn("Pat wins.", desk.text())
        desk.type("h")
        desk.says("Cell 2 wins.")
        self.check(phone, "the end of a match along")
        self.check(desk, "the end of a class")
        # A page that is loaded anew has its cell and its result again, and plays on.
        phone.driver.refresh()
        phone.says("Place 1 of 2")
        desk.type("n")
        self.wait_for_round(phone)
        phone.says("You are cell 2")
        desk.type("k", "1")
        desk.press("button", "^Remove$")
        self.assertEqual(eve.hear("OUT")["why"], "kicked")
        desk.type(Keys.ESCAPE)
        desk.gone("spinbutton")

    def test_seats_before_a_class_play_a_series(self):
        desk = self.visit(DESK)
        desk.press("button", "^Present to a class$")
        self.turn(desk, "Rounds", 1)
        self.turn(desk, "Seconds", 5)
        self.turn(desk, "Seats", 1)
        desk.press("radio", "^3$")
        code = desk.address().split("#")[1]
        eve = Caller(self.server.port, "HELLO v=1 name=Eve", f"JOIN room={code}", "READY")
        self.addCleanup(eve.end)
        phone = self.visit(PHONE, f"/#{code}")
        phone.says("Best of 3")
        phone.says("The presenter starts.")
        desk.press("button", "^Start$")
        eve.hear("SERIES")
        for browser in desk, phone:
            browser.says("Match 1 of 3")

    def test_sleep(self):
        browser = self.visit(DESK)
        code = self.given(browser, "rgb")
        witness = Caller(self.server.port, "HELLO v=1 name=Eve", f"WATCH room={code}")
        self.addCleanup(witness.end)
        witness.hear("WATCHERS")
        with browser.asleep():
            # A player whose page does not answer is away, and keeps the seat.
            who = witness.hear("AWAY")["who"]
        self.assertEqual(witness.hear("BACK")["who"], who)
        browser.gone("alert")
        browser.says("1 of 8 seats")

    def test_window_that_takes_over(self):
        browser = self.visit(DESK)
        code = self.given(browser, "rgb")
        first = browser.driver.current_window_handle
        word = browser.driver.execute_script("return sessionStorage.getItem('chromatch.resume')")
        browser.driver.switch_to.new_window("window")
        browser.fit()
        # It cannot find out whether another window holds the seat, as over plain http when that
        # one sleeps.
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": f"delete globalThis.BroadcastChannel; delete Navigator.prototype.locks;"
                      f"sessionStorage.setItem('chromatch.resume', '{word}')"})
        browser.open(self.server.port, f"/#{code}")
        browser.says("1 of 8 seats")
        second = browser.driver.current_window_handle
        browser.driver.switch_to.window(first)
        browser.says("You are playing in another window.")
        browser.press("button", "^Play here$")
        browser.gone("alert")
        browser.driver.switch_to.window(second)
        browser.says("You are playing in another window.")
