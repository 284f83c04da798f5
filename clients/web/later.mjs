// The second load: what nobody needs before a race is over. Screens that come after a round, or
// beside the game; its sounds; the page for when there is no network.

import { rememberProfile } from "./memory.mjs";
import { now } from "./session.mjs";
import { brought, sheet } from "./views/dom.mjs";
import { finalView } from "./views/final.mjs";
import { resultsView } from "./views/results.mjs";
import { selfView } from "./views/self.mjs";
import { stageView } from "./views/stage.mjs";

export class Later {
  #session;
  #act;
  #closeSelf;
  /** What hears the game, for whoever wants to. */
  #ears = null;

  /** @param closeSelf is told when the user is through with who they are. */
  constructor(session, act, closeSelf) {
    [this.#session, this.#act, this.#closeSelf] = [session, act, closeSelf];
    this.#listen();
  }

  /** The screens by their names, once their style sheets are there. */
  async fetchViews() {
    await Promise.all([sheet("self"), sheet("stage")]);
    return {
      results: resultsView(this.#act), final: finalView(this.#act), stage: stageView(),
      self: selfView((profile) => this.#became(profile)),
    };
  }

  /** Sounds what follows from a model. */
  hear(model) {
    this.#ears?.hear(model);
  }

  /** Last of all, where browsers have a place for it. */
  async keepOffline() {
    if (!isSecureContext || !("serviceWorker" in navigator)) return;
    (await brought(null, () => import("./offline.mjs"))).keepOffline();
  }

  #became(profile) {
    if (profile) {
      rememberProfile(profile);
      this.#act("profile", { profile });
      this.#listen();
    }
    this.#closeSelf();
  }

  async #listen() {
    if (this.#ears || !this.#session.model.profile.sound) return;
    const { Ears } = await import("./sound.mjs");
    this.#ears ??= new Ears(now);
    this.hear(this.#session.model);
  }
}
