"""The way from the first page into a race: one press, measured by the server's clock."""

from support.browser import DESK, PHONE
from support.case import PageCase, PuppetCase
from support.programs import Caller
from support.scenes import MOVES, over, results, room, round_of, shut

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


# A page of somebody who was never here, once.
STRANGER = """
try {
  if (!sessionStorage.wasHere) localStorage.removeItem("chromatch.profile");
  sessionStorage.wasHere = 1;
} catch {}
"""


class Names(PageCase):
    """People have names."""

    def test_stranger_is_asked_once_and_can_change_it_in_the_room(self):
        self.addCleanup(self.browser(PHONE).before(STRANGER))
        host = Caller(self.server.port, "HELLO v=1 name=Eve", "CREATE rounds=1 time=60")
        self.addCleanup(host.end)
        code = host.hear("IN")["room"]
        host.hear("WATCHERS")
        browser = self.visit(PHONE, f"/#{code}")
        field = browser.get("textbox", "^Name$")
        proposed = browser.run("return arguments[0].value", field)
        self.assertRegex(proposed, "^[A-Z][a-z]+$")
        self.check(browser, "the question")
        browser.run("arguments[0].select()", field)
        browser.type("Zoë")
        browser.press("button", "^Go in$")
        browser.says("2 of 8 seats")
        self.assertEqual(host.hear("SEAT")["name"], "Zoë")
        browser.press("button", "^Change your name")
        self.assertEqual(browser.run(
            "return arguments[0].value", browser.get("textbox", "^Name$")), "Zoë")
        browser.press("button", "^Done$")
        browser.says("2 of 8 seats")
        browser.press("button", "^Leave$")
        browser.press("button", "^Open a room$")
        browser.says("1 of")
        browser.says("Zoë")


class FirstMatch(PuppetCase):
    """A first match is kind, and the bot follows how one does."""

    def test_first_match_teaches_and_its_bot_is_easy(self):
        self.addCleanup(self.browser(DESK).before(STRANGER))
        lines = [f"{line} bot=1" if line.startswith("SEAT who=p2") else line
                 for line in round_of(people=2)]
        browser, line = self.meet(path="/", QUICK=lines)
        browser.press("button", "^Play now$")
        self.assertEqual(self.puppet.hear("QUICK"), "QUICK bot=1")
        browser.says("Drag a slider: make the line disappear")
        for number, lesson in enumerate(["Lock: the nearer", "The first lock rings the bell"], 1):
            line.say(*shut(number, 2),
                     f"ROUND round={number + 1} of=5 opens=@-9 closes=@90000 target=#3f8fd0"
                     " start=#bcbcbc")
            browser.says(lesson)
            self.check(browser, lesson)
        line.say(*shut(3, 2), "OVER", "PLACE place=1 who=p1 total=2820",
                 "PLACE place=2 who=p2 total=2589", f"SEED seed={'5a' * 32}")
        browser.until("a better bot", lambda: browser.run(
            "return JSON.parse(localStorage.getItem('chromatch.profile')).level") == 2)


class Links(PageCase):
    """Back, reload and invitations as people paste them."""

    def setUp(self):
        super().setUp()
        self.host = Caller(self.server.port, "HELLO v=1 name=Eve", "CREATE rounds=1 time=60")
        self.addCleanup(self.host.end)
        self.code = self.host.hear("IN")["room"]

    def back(self, browser):
        browser.run("history.back()")

    def test_back_leads_home_and_asks_in_a_race(self):
        browser = self.visit(PHONE, f"/#{self.code}")
        browser.says("2 of 8 seats")
        self.host.say("READY on=1")
        browser.press("button", "^Ready")
        browser.get("image", "^Target$")
        self.back(browser)
        browser.says("Leave the race?")
        browser.press("button", "^Keep playing$")
        self.assertTrue(browser.address().endswith(f"#{self.code}"))
        browser.get("image", "^Target$")
        browser.press("button", "^Leave$")
        browser.says("Leave the race?")
        self.check(browser, "the question")
        browser.run(
            "[...document.querySelectorAll('.asking button')].at(-1).click()")
        browser.get("button", "^Play now$")
        browser.until("home's address", lambda: browser.address().endswith("/"))

    def test_back_leaves_a_room_and_forward_comes_again(self):
        browser = self.visit(DESK)
        browser.press("button", "^Boards$")
        browser.get("button", "^Back$")
        self.back(browser)
        browser.get("button", "^Play now$")
        browser.run("location.hash = arguments[0]", self.code)
        browser.says("2 of 8 seats")
        other = Caller(self.server.port, "HELLO v=1", "CREATE rounds=1")
        self.addCleanup(other.end)
        second = other.hear("IN")["room"]
        browser.run("location.hash = arguments[0]", second)
        browser.says(second)
        self.back(browser)
        browser.get("button", "^Play now$")
        self.assertNotIn("seats", browser.text())

    def test_every_form_of_an_invitation_leads_to_its_room_or_to_a_sentence(self):
        forms = [".", ",", ")", "%20", "?utm_source=x", "/"]
        links = [f"/#{self.code}{end}" for end in forms]
        links += [f"/#%20{self.code}", f"/#/{self.code}", f"/#{self.code.lower()}",
                  f"/{self.code}", f"/%23{self.code}"]
        browser = self.visit(DESK)
        for link in links:
            with self.subTest(link=link):
                browser.open(self.server.port, link)
                browser.says("2 of 8 seats")
                self.assertTrue(browser.address().endswith(f"/#{self.code}"), browser.address())
                browser.press("button", "^Leave$")
                browser.get("button", "^Play now$")
        browser.open(self.server.port, "/#WAVE!me")
        browser.says("leads to no room")


class Waiting(PuppetCase):
    """A screen on which nothing happens says what it waits for, and what can be done."""

    def test_room_says_for_whom_it_waits(self):
        browser, line = self.meet(JOIN=room(host="p2"))
        line.say("READIED n=10 who=p1 on=1", "READIED n=11 who=p2 on=0")
        browser.says("Ready, waiting for Ben")
        line.say("READIED n=12 who=p3 on=1", "READIED n=13 who=p2 on=1",
                 "READIED n=14 who=p1 on=0")
        browser.says("2 wait for you")
        line.say("AWAY n=15 who=p3 until=@42500")
        browser.until("a clock", lambda: "away, 4" in browser.text())
        browser.until("a clock that runs", lambda: "away, 41 s" in browser.text())

    def test_match_that_everyone_left_leads_on(self):
        browser, line = self.meet(path="/#WAVE", JOIN=["NO code=room-full verb=JOIN"], WATCH=[
            *room(people=1, role="watcher")[:-2],
            "COUNTDOWN match=1 opens=@3000 players=p1 nonces=-", "WATCHERS count=1"])
        line.say("GONE n=10 who=p1 why=left", "OVER n=11")
        browser.says("Everyone left.")
        self.check(browser, "a match that everyone left")
        browser.press("button", "^Play now$")
        self.puppet.hear("LEAVE")
        self.puppet.hear("QUICK")


# Whatever stood at the end of the first row, in its order: points fly for a moment only.
NUMBERS = """
globalThis.seen = [];
new MutationObserver(() => {
  const text = document.querySelector(".stage .num")?.textContent;
  if (text && text !== seen.at(-1)) seen.push(text);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
# In whose rows a line has gone.
SEAMS = """
globalThis.seams = [];
new MutationObserver((changes) => {
  for (const { addedNodes, target } of changes) {
    const isSeam = [...addedNodes].some((one) => one.classList?.contains("seam"));
    if (isSeam) seams.push(target.closest("li").querySelector("bdi").textContent);
  }
}).observe(document, { subtree: true, childList: true });
"""


class Stage(PuppetCase):
    """A stage for a hall: how one comes in, who overtakes whom, who stands on the podium."""

    def see(self, lines):
        return self.meet(path="/#WAVE/stage", WATCH=[
            line.replace("role=player", "role=watcher") for line in lines])

    def test_lobby_is_made_for_a_projector(self):
        browser, line = self.see(room())
        square = browser.get("image", "QR code")
        height = browser.run("return innerHeight")
        self.assertGreaterEqual(square.rect["height"], height / 2 - 1)
        browser.says("Ready: 1 of 3")
        line.say("SEAT n=10 who=p5 name=Zo%C3%AB icon=heart color=#4bb3b8")
        browser.says("Zoë")
        self.check(browser, "the lobby of a stage")

    def test_bar_becomes_one_with_the_target(self):
        """Once its player has locked there, under their name; nobody else's does."""
        self.addCleanup(self.browser(DESK).before(SEAMS))
        browser, line = self.see([*round_of(), *MOVES])
        browser.until("bars", lambda: browser.find("listitem"))
        line.say("MOVE who=p2 near=100 color=#0bb16e", "MOVE who=p3 near=98 color=#1eaa64",
                 "LOCKED n=10 who=p3 t=300", "LOCKED n=11 who=p2 t=310")
        browser.says("Gone. 0.0 apart in 0.3 s.")
        title = browser.run("return document.querySelector('.stop h1').textContent")
        self.assertEqual(title, "Ben")
        browser.until("the line has gone", lambda: browser.run(
            "return seams.length > 0 && document.querySelector('.seam') === null"))
        self.assertEqual(browser.run("return seams"), ["Ben"])

    def test_points_are_added_and_a_podium_ends_the_match(self):
        self.addCleanup(self.browser(DESK).before(NUMBERS))
        browser, line = self.see(results())
        browser.until("points, then totals", lambda: browser.run(
            "const [first, then] = ['+940', '1\u202f880'].map((one) => seen.indexOf(one));"
            "return first >= 0 && then > first"))
        last = [text for text in over() if text.startswith("PLACE")]
        line.say("OVER n=10", *(f"{text.replace('PLACE', f'PLACE n={11 + at}')}"
                                for at, text in enumerate(last)))
        browser.until("a podium", lambda: browser.run(
            "return document.querySelectorAll('.podium li').length === 3"))
        names = browser.run(
            "return [...document.querySelectorAll('.podium bdi')].map((one) => one.textContent)")
        self.assertEqual(names, ["Ben", "Ada", "Maximiliane Wüst"])
        browser.until("it stands still", lambda: browser.run(
            "return document.getAnimations().every((one) => one.playState === 'finished')"))
        self.check(browser, "the podium")
