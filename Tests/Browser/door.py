"""The way from the first page into a race: one press, measured by the server's clock."""

from support.browser import DESK, PHONE
from support.case import PageCase

# From the press to the first color, in milliseconds.
FIRST_COLOR = 4_000

# What the page hears of its first round, with the server's clock at the press as it says itself:
# the page's own measure of that clock is what is tried.
EAR = """
globalThis.told = [];
const Socket = globalThis.WebSocket;
globalThis.WebSocket = class extends Socket {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => told.push(...data.split("\\n")));
    globalThis.line = this;
  }
};
"""
PRESS = """
const [done, name] = [arguments[1], arguments[0]];
const button = [...document.querySelectorAll("button")].find((one) =>
  one.textContent.startsWith(name) && one.checkVisibility());
line.send("PING t=777\\n");
button.click();
const look = () => {
  const find = (pattern) => told.map((text) => pattern.exec(text)).find(Boolean);
  const [now, opens] = [find(/^PONG t=777 now=(\\d+)/), find(/^ROUND .*\\bopens=(\\d+)/)];
  if (now && opens) done(opens[1] - now[1]);
  else setTimeout(look, 20);
};
look();
"""


class Door(PageCase):
    """Start is color."""

    def reaches(self, device, name):
        """A press on a button of the first page leads to a color in time."""
        self.addCleanup(self.browser(device).before(EAR))
        browser = self.visit(device)
        browser.get("button", f"^{name}")
        browser.until("a server", lambda: browser.run(
            "return told.some((text) => text.startsWith('END'))"))
        took = browser.driver.execute_async_script(PRESS, name)
        self.assertLessEqual(took, FIRST_COLOR, name)
        browser.get("image", "^Target$")

    def test_play_now_leads_to_a_color_in_time_though_nobody_is_there(self):
        self.reaches(DESK, "Play now")

    def test_play_now_leads_to_a_color_in_time_on_a_phone(self):
        self.reaches(PHONE, "Play now")

    def test_todays_five_leads_to_a_color_in_time(self):
        self.reaches(DESK, "Today’s five")
