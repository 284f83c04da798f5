"""What is heard: nothing, unless somebody wants it; then what is played in a match, by a real audio
context, and each sound as it is rendered, sample by sample."""

from support.browser import DESK
from support.case import PageCase
from play import MatchCase

# Writes down every context that is made, and every oscillator that is started and not called off.
LISTEN = """
globalThis.contexts = [];
globalThis.heard = new Set();
globalThis.AudioContext = class extends AudioContext {
  constructor() {
    super();
    contexts.push(this);
  }
  createOscillator() {
    const oscillator = super.createOscillator();
    const { start, disconnect } = oscillator;
    oscillator.start = (at) => {
      heard.add(oscillator);
      start.call(oscillator, at);
    };
    oscillator.disconnect = () => {
      heard.delete(oscillator);
      disconnect.call(oscillator);
    };
    return oscillator;
  }
};
"""
# The loudest sample of each sound, the largest step between two, and the last that is not zero.
RENDER = """
const RATE = 44_100;
const judged = async ({ SOUNDS, played }) => {
  const found = {};
  for (const name of Object.keys(SOUNDS)) {
    const context = new OfflineAudioContext(1, 2 * RATE, RATE);
    played(context, context.destination, name, 0.1);
    const samples = (await context.startRendering()).getChannelData(0);
    let [loudest, step] = [0, 0];
    for (let at = 1; at < samples.length; at++) {
      loudest = Math.max(loudest, Math.abs(samples[at]));
      step = Math.max(step, Math.abs(samples[at] - samples[at - 1]));
    }
    const last = Math.abs(samples.findLast((sample) => sample !== 0));
    found[name] = { loudest, step, last };
  }
  return found;
};
return import("/browser/sound.mjs").then(judged);
"""
TICK, END, GONE = 660, 659, 1047


class Sound(MatchCase):
    """The game for ears."""

    def test_a_match_is_heard(self):
        browser = self.browser(DESK)
        self.addCleanup(browser.before(LISTEN))
        self.visit(DESK)
        browser.get("main")
        self.assertEqual(self.contexts(browser), [])
        self.begin(browser, "rgb", 30)
        # A press begins the sounds, and a button beside the clock turns them down and off.
        browser.until("a context", lambda: self.contexts(browser) == ["running"])
        browser.press("button", "^Sound: loud$")
        browser.press("button", "^Sound: quiet$")
        browser.get("button", "^Sound: off$")
        browser.until("rest", lambda: self.contexts(browser) == ["suspended"])
        self.check(browser, "a race without sounds")
        browser.press("button", "^Sound: off$")
        browser.press("button", "^Sound: loud$")
        browser.until("sounds", lambda: self.contexts(browser) == ["running"])
        browser.focus(browser.get("slider", "^Red$"))
        self.copy_target(browser)
        self.lock(browser)
        self.finish(browser)
        heard = browser.run("return [...heard].map(({ frequency }) => frequency.value)")
        for frequency in (TICK, END, GONE):
            self.assertIn(frequency, heard)
        browser.press("button", "^Leave$")
        browser.until("rest", lambda: self.contexts(browser) == ["suspended"])
        # It is remembered, and a page that nobody has touched is silent.
        browser.driver.refresh()
        browser.get("button", "^Play now$")
        self.assertEqual(self.contexts(browser), [])
        browser.press("button", "Name and appearance$")
        self.check(browser, "who one is")
        switch = browser.get("switch", "^Sound$")
        self.assertEqual(switch.get_attribute("aria-checked"), "true")
        kept = "return JSON.parse(localStorage.getItem('chromatch.profile')).volume"
        self.assertEqual(browser.run(kept), 0.4)

    def contexts(self, browser):
        return browser.run("return contexts.map(({ state }) => state)")


class Softness(PageCase):
    """Each sound, as a browser renders it."""

    device = DESK

    def test_sounds_are_soft(self):
        found = self.visit(self.device).run(RENDER)
        self.assertGreaterEqual(len(found), 8)
        for name, sound in found.items():
            self.assertLess(sound["loudest"], 0.15, name)
            self.assertGreater(sound["loudest"], 0.02, name)
            # The steepest sine here moves by 0.02 from sample to sample; a click is a step.
            self.assertLess(sound["step"], 0.03, name)
            self.assertLess(sound["last"], 0.002, name)
