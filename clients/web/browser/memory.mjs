// What the browser remembers: who the user is, for good; the word of a seat, for as long as a tab
// lasts. Duplicated tabs have one word. A lock says who holds it, as a busy tab answers too late.
// Nothing here fails where a browser remembers nothing.

import { ICONS } from "../core/wire.mjs";

const PROFILE = "chromatch.profile";
const WORD = "chromatch.resume";
/** How long another tab has to answer, in milliseconds. */
const PATIENCE = 120;

/** What an action gives, or null where it fails. */
export const attempt = (action) => {
  try {
    return action();
  } catch {
    return null;
  }
};

/**
 * Who the user is, how loud they want to hear the game, and which bot suits them; somebody without
 * a name at first, and without a level before a match is over.
 */
export function rememberedProfile(chance) {
  const kept = attempt(() => JSON.parse(localStorage.getItem(PROFILE))) ?? {};
  const isName = typeof kept.name === "string" && kept.name !== "";
  const isColor = /^#[0-9a-f]{6}$/.test(kept.color);
  const profile = {
    name: isName ? kept.name : null,
    icon: ICONS.includes(kept.icon) ? kept.icon : ICONS[chance % ICONS.length],
    color: isColor ? kept.color : COLORS[chance % COLORS.length],
    sound: kept.sound !== false, volume: kept.volume === 0.4 ? 0.4 : 1,
    level: [1, 2, 3, 4].includes(kept.level) ? kept.level : null,
  };
  // A figure that chance chose stays the user's.
  rememberProfile(profile);
  return profile;
}
export const rememberProfile = ({ name, icon, color, sound, volume, level }) =>
  attempt(() =>
    localStorage.setItem(PROFILE, JSON.stringify({ name, icon, color, sound, volume, level })));

/** Colors that are told from each other, and from the gray around them. */
export const COLORS = [
  "#d8433b", "#e4743c", "#f2b134", "#dfd04a", "#8fb04a", "#2f8f6b", "#4bb3b8", "#3f8fd0",
  "#3c5fb5", "#5a45a8", "#8c55b5", "#c14f9a", "#e0779d", "#a8643f", "#5b3a29", "#2b2b33",
];

/** The word of this tab's seat, and its changes. */
export class Seat {
  #channel = attempt(() => new BroadcastChannel("chromatch"));
  #word = attempt(() => sessionStorage.getItem(WORD));

  constructor() {
    this.#channel?.addEventListener("message", ({ data }) => {
      if (this.#isHeld && data?.asks === this.#word) {
        this.#channel.postMessage({ holds: data.asks });
      }
    });
  }
  #isHeld = false;

  keep(word) {
    this.#word = word;
    this.#isHeld = word !== null;
    attempt(() => (word ? sessionStorage.setItem(WORD, word) : sessionStorage.removeItem(WORD)));
    this.#letGo?.();
    const end = new Promise((resolve) => (this.#letGo = resolve));
    // A lock's name may not begin as a word may.
    if (word) navigator.locks?.request(WORD + word, { mode: "shared" }, () => end).catch(() => {});
  }
  #letGo;

  /** The word, unless another tab says in time that it holds it, or has its lock. */
  async ask() {
    const word = this.#word;
    if (!word) return word;
    const isElsewhere = await new Promise((resolve) => {
      this.#channel?.addEventListener("message", ({ data }) => {
        if (data?.holds === word) resolve(true);
      });
      this.#channel?.postMessage({ asks: word });
      setTimeout(async () => {
        const locks = await navigator.locks?.query().catch(() => null);
        resolve(locks?.held.some(({ name }) => name === WORD + word));
      }, PATIENCE);
    });
    return isElsewhere ? null : word;
  }
}
