// What is heard: plays the sounds that core/sounds.mjs names, made of sines, quiet, with soft
// begins and ends. Nothing is made that could sound before a person has touched the page, and it
// rests while nobody listens.

import { isHeard, soundsBetween, toneOf } from "../core/sounds.mjs";

/** Each sound's partials: hertz, after how many seconds, for how many, and how loud. */
export const SOUNDS = {
  tick: [[660, 0, 0.12, 0.05]],
  start: [[880, 0, 0.4, 0.05], [1320, 0, 0.4, 0.025]],
  last: [[990, 0, 0.12, 0.05]],
  bell: [[1319, 0, 1.2, 0.05], [2637, 0, 0.8, 0.02], [3300, 0, 0.4, 0.01]],
  lock: [[523, 0, 0.2, 0.05], [784, 0.09, 0.3, 0.05]],
  gone: [[523, 0, 1.2, 0.03], [659, 0, 1.2, 0.03], [784, 0, 1.2, 0.03], [1047, 0.1, 1.1, 0.03]],
  far: [[233, 0, 0.3, 0.05], [220, 0, 0.3, 0.05]],
  over: [[523, 0, 0.4, 0.05], [659, 0.15, 0.4, 0.05], [784, 0.3, 0.8, 0.05]],
};
/** The lower of the two tones in hertz, and how loud each is. */
const [TONE, LOUDNESS] = [220, 0.02];
/** Seconds in which a sound begins, and by which a change takes effect for the most part. */
const [ATTACK, SOFTLY] = [0.01, 0.03];
/** Seconds after which what fades is gone. */
const GONE = 0.3;

const sine = (context, frequency, out) => {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.value = 0;
  oscillator.connect(gain).connect(out);
  return { oscillator, gain };
};

/** Plays a sound at a moment of its context; what can be stopped comes back. */
export function played(context, out, name, when) {
  return SOUNDS[name].map(([frequency, after, seconds, peak]) => {
    const { oscillator, gain } = sine(context, frequency, out);
    const begin = when + after;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(peak, begin + ATTACK);
    gain.gain.setTargetAtTime(0, begin + ATTACK, seconds / 6);
    oscillator.start(begin);
    oscillator.stop(begin + ATTACK + seconds);
    return oscillator;
  });
}

/** What a person hears of a model. */
export class Ears {
  #make;
  #clock;
  #context = null;
  #out = null;
  #model = null;
  /** The model that was heard last; null while nothing can be. */
  #heard = null;
  #isAwake = false;
  /** How loud it is, 0 while nobody listens. */
  #volume = 1;
  #resting = 0;
  #ahead = new Map();
  #tone = null;

  /**
   * @param clock says the local moment.
   * @param make makes what plays; null where a browser has nothing that does.
   */
  constructor(clock, make = () => (globalThis.AudioContext ? new AudioContext() : null)) {
    this.#clock = clock;
    this.#make = make;
    for (const kind of ["pointerup", "keydown"]) {
      addEventListener(kind, () => this.#touched(), { capture: true });
    }
  }

  /** Hears what has become of the model. */
  hear(model) {
    this.#model = model;
    if (!this.#context && navigator.userActivation?.hasBeenActive) this.#begin();
    this.#follow();
  }

  /** A person is there, so there may be sounds. */
  #touched() {
    // Keys such as Escape are no press to a browser.
    if (navigator.userActivation?.hasBeenActive === false) return;
    this.#begin();
    if (this.#isAwake && this.#context.state === "suspended") this.#context.resume();
  }

  #begin() {
    if (this.#context || !this.#model || !isHeard(this.#model)) return;
    this.#context = this.#make();
    if (!this.#context) return;
    this.#out = this.#context.createGain();
    this.#out.connect(this.#context.destination);
    this.#context.addEventListener("statechange", () => this.#follow());
    this.#follow();
  }

  #follow() {
    if (!this.#context) return;
    const isWanted = isHeard(this.#model);
    const volume = isWanted ? this.#model.profile.volume ?? 1 : 0;
    if (volume !== this.#volume) this.#turn(volume);
    if (isWanted !== this.#isAwake) this.#wake(isWanted);
    const isHeardNow = isWanted && this.#context.state === "running";
    const now = this.#clock();
    if (isHeardNow) {
      const { begin, end } = soundsBetween(this.#heard, this.#model, now);
      for (const id of end) this.#stop(id);
      for (const sound of begin) this.#play(sound, now);
    } else {
      for (const id of this.#ahead.keys()) this.#stop(id);
    }
    this.#sing(isHeardNow ? toneOf(this.#model, this.#tone) : null, now);
    this.#heard = isHeardNow ? this.#model : null;
  }

  #turn(volume) {
    this.#volume = volume;
    this.#out.gain.setTargetAtTime(volume, this.#context.currentTime, SOFTLY);
  }

  /** While nobody listens the context rests, once what sounds has faded. */
  #wake(isAwake) {
    this.#isAwake = isAwake;
    clearTimeout(this.#resting);
    if (isAwake) this.#context.resume();
    else this.#resting = setTimeout(() => this.#context.suspend(), 1000 * GONE);
  }

  /** When a local moment is by the context's clock; what is past is now. */
  #when(at, now) {
    return this.#context.currentTime + Math.max(0, at - now) / 1000;
  }

  #play({ id, name, at }, now) {
    const oscillators = played(this.#context, this.#out, name, this.#when(at, now));
    if (id === undefined) return;
    this.#ahead.set(id, oscillators);
    oscillators[0].onended = () => this.#ahead.delete(id);
  }

  #stop(id) {
    for (const oscillator of this.#ahead.get(id) ?? []) {
      // It ends all the same, when another may have its name.
      oscillator.onended = null;
      oscillator.disconnect();
    }
    this.#ahead.delete(id);
  }

  /** The two tones: their beat is that of their frequencies. */
  #sing(tone, now) {
    const { currentTime } = this.#context;
    const old = this.#tone;
    if (tone && !old) this.#tone = { parts: this.#tones(), from: null, until: null };
    if (!this.#tone) return;
    const { parts } = this.#tone;
    if (!tone) {
      for (const { oscillator, gain } of parts) {
        gain.gain.cancelScheduledValues(currentTime);
        gain.gain.setTargetAtTime(0, currentTime, SOFTLY);
        oscillator.stop(currentTime + GONE);
      }
      this.#tone = null;
      return;
    }
    if (tone.beat !== this.#tone.beat) {
      parts[1].oscillator.frequency.setTargetAtTime(TONE + tone.beat, currentTime, SOFTLY);
    }
    const { from, until } = this.#tone;
    this.#tone = { ...tone, parts };
    if (tone.from === from && tone.until === until) return;
    for (const { gain } of parts) {
      gain.gain.cancelScheduledValues(currentTime);
      gain.gain.setTargetAtTime(LOUDNESS, this.#when(tone.from, now), SOFTLY);
      gain.gain.setTargetAtTime(0, this.#when(tone.until, now), SOFTLY);
    }
  }

  #tones() {
    return [TONE, TONE].map((frequency) => {
      const part = sine(this.#context, frequency, this.#out);
      part.oscillator.start();
      return part;
    });
  }
}
