"""One's own eye: the report of what this browser keeps, as a disk and as a table, and the drill."""

from selenium.webdriver.common.keys import Keys

from support.browser import DESK
from support.case import DEVICES, PageCase
from support.programs import ROOT

# Puts lines where the page keeps one's own answers.
KEEP = """
const [lines, done] = arguments;
const opening = indexedDB.open("chromatch.answers", 1);
opening.onupgradeneeded = () => opening.result.createObjectStore("answers");
opening.onsuccess = () => {
  const change = opening.result.transaction("answers", "readwrite");
  for (const line of lines) change.objectStore("answers").put(line, Number(line.split(" ")[0]));
  change.oncomplete = () => { opening.result.close(); done(); };
};
"""


def answers(words):
    """The matches of the vector whose reason has these words."""
    rows = (ROOT / "protocol/vectors/eye.tsv").read_text().splitlines()
    return next(row.split("\t")[1].split("|") for row in rows if words in row.split("\t")[0])


class Eye(PageCase):
    """The page /eye/."""

    def see(self, device, lines):
        """The page, in a browser that keeps these answers; each test has an origin of its own."""
        browser = self.visit(device, "/404.html")
        browser.driver.execute_async_script(KEEP, lines)
        browser.open(self.server.port, "/eye/")
        return browser

    def test_says_nothing_before_sixty_rounds(self):
        for device in DEVICES:
            browser = self.visit(device, "/eye/")
            browser.says("Your eye shows after 60 rounds; so far there are 0.")
            self.check(browser, "an eye of which little is known")

    def test_names_the_weakest_hue(self):
        for device in DEVICES:
            browser = self.see(device, answers("too green"))
            browser.says("Teal: you make it 4.4\u00a0ΔE too green.")
            self.assertIn("4.4", browser.get("image", "^Teal").accessible_name)
            self.check(browser, "one's eye")
            browser.get("button", "^Table$").click()
            browser.get("rowheader", "^teal$")
            browser.says("too green 4.4")
            self.check(browser, "one's eye as a table")

    def test_drills_twenty_colors(self):
        browser = self.see(DESK, answers("too green"))
        browser.get("button", "^Drill: teal$").click()
        browser.says("color 1 of 20")
        self.check(browser, "a drill")
        browser.get("slider", "^Green$").send_keys(Keys.END)
        for count in range(2, 21):
            browser.type(Keys.ENTER)
            browser.says(f"color {count} of 20")
        browser.type(Keys.ENTER)
        browser.says("in this drill, 4.4 too green before.")
