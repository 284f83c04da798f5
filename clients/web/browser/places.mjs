// The page's places in the browser's history: home, and over it a room or a screen that the user
// has opened. Each has one entry, so Back leads home, and neither into an older room nor off the
// site by surprise. What leaving means, and whether to ask before, is the caller's.
// Invariant: below every entry with a place there is one of home.

/** The place of an entry: "" for home, `#WAVE`, or a screen's name; undefined for a typed link. */
const entry = () => history.state?.place;

export class Places {
  /** Where the user is. */
  #here = entry() ?? "";
  /** Whether the browser is on its way to another entry; it tells later that it is there. */
  #isGoing = false;

  /** @param went is told the place that Back, Forward or a link in the address leads to. */
  constructor(went) {
    const { hash } = location;
    if (entry() === undefined) {
      this.#enter("replaceState", "");
      if (hash.length > 1) this.#enter("pushState", hash);
    }
    addEventListener("popstate", () => {
      const [at, typed, before, isOurs] = [entry(), location.hash, this.#here, this.#isGoing];
      this.#isGoing = false;
      // A link that was typed leads on from home, too.
      if (at === undefined) this.#go(-1);
      if (!isOurs && at !== before) went(at ?? typed);
      // The user has not left after all.
      if (at === "" && !isOurs && before !== "" && this.#here === before) this.#go(1);
      else this.show(this.#here);
    });
  }

  /** Says where the user is. */
  show(place) {
    this.#here = place;
    if (this.#isGoing || place === entry()) return;
    if (place === "") this.#go(-1);
    else this.#enter(entry() === "" ? "pushState" : "replaceState", place);
  }

  #go(by) {
    this.#isGoing = true;
    history.go(by);
  }

  #enter(how, place) {
    history[how]({ place }, "", /^#/.test(place) ? place : location.pathname + location.search);
  }
}
