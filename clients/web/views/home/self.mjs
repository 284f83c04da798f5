// Who one is: name, figure and color; and whether the game is heard. Nothing is changed before Done
// is pressed.

import { COLORS } from "../../browser/memory.mjs";
import { channelsOf, hexOf, labOf, toHSB } from "../../core/color/color.mjs";
import { nameOf } from "../../core/color/naming.mjs";
import { modes } from "../../core/rules/modes.mjs";
import { ICONS, NAME_CHARACTERS, characters } from "../../core/wire.mjs";
import { word } from "../../words.mjs";
import { chooseByArrows } from "../choosing.mjs";
import { make, setAttribute, setClass, setHidden, setStyle, setText } from "../dom.mjs";
import { button, figure, mark } from "../parts.mjs";
import { channelsPart } from "../race/channels.mjs";
import { tintOf } from "../tint.mjs";
import { toggle } from "../toggle.mjs";

const HSB = modes.get("hsb");
const colorOf = (values) => HSB.swatch(values)[0];

/** Buttons of which one is chosen, with arrows between them. */
function choices(values, create, choose) {
  const buttons = values.map((value) => {
    const item = create(value);
    item.addEventListener("click", () => choose(value));
    return item;
  });
  const root = make("div", { class: "grid8" }, ...buttons);
  chooseByArrows(root, buttons, (at) => choose(values[at]));
  const draw = (shown) => buttons.forEach((item, at) => {
    const isChosen = values[at] === shown;
    setAttribute(item, "aria-checked", String(isChosen));
    const isStop = isChosen || (at === 0 && !values.includes(shown));
    setAttribute(item, "tabindex", isStop ? "0" : "-1");
  });
  return { root, draw };
}

/** What the server knows of the user can go: said what goes and what stays, then asked again. */
function forgetPart(forget) {
  const said = make("p", { role: "status" });
  const sure = button("txt", word("forget.sure"), () => {
    setHidden(sure, true);
    forget();
  });
  const ask = make("div", { hidden: "" }, make("p", {}, word("forget.about")), sure);
  const opener = button("txt", word("forget.title"), () => {
    setHidden(ask, !ask.hidden);
    setHidden(sure, false);
    setAttribute(opener, "aria-expanded", String(!ask.hidden));
  });
  setAttribute(opener, "aria-expanded", "false");
  return {
    root: make("div", {}, opener, ask, said),
    draw({ forgotten }) {
      const key = { true: "forget.done", refused: "forget.refused" }[forgotten];
      setText(said, key ? word(key) : "");
    },
  };
}

/** The key by which servers know the user: shown, or taken from another computer. */
function keyPart(identity, take, forget) {
  const input = make(
    "input", { class: "field", id: "key", autocomplete: "off", spellcheck: "false" });
  const flaw = make("p", { role: "alert" });
  const use = button("txt", word("key.use"), async () => {
    const why = await take(input.value);
    if (why) setText(flaw, word(`key.${why}`));
  });
  const { line, tag } = identity;
  const shown = line
    ? [make("p", {}, word("key.care")), make("code", { class: "line", translate: "no" }, line)]
    : [make("p", {}, word("key.bound"))];
  const body = make(
    "div", { hidden: "" }, ...shown, make("label", { for: "key" }, word("key.other")), input, flaw,
    use, forget.root);
  const opener = button("txt", word("key.title", { tag }), () => {
    const isOpen = body.hidden;
    setHidden(body, !isOpen);
    setAttribute(opener, "aria-expanded", String(isOpen));
  });
  setAttribute(opener, "aria-expanded", "false");
  return make("div", { class: "key" }, opener, body);
}

/**
 * The whole screen.
 *
 * @param close is told the profile that was chosen, or null.
 * @param identity the user's key, or null; `take` is told the line of another one, `forget` that
 *   the server is to forget the user.
 */
export function selfView(close, identity, take, forget) {
  let profile = { name: null, icon: ICONS[0], color: COLORS[0], sound: false };
  const shape = figure();
  const bust = make("div", { class: "bust", role: "img" }, shape.root);
  const input = make("input", { class: "field", id: "name", autocomplete: "nickname" });
  const tooLong = make("p", { role: "alert" }, word("who.long"));
  const icons = choices(ICONS, (icon) =>
    make(
      "button", { type: "button", role: "radio", "aria-label": word(`figure.${icon}`) },
      figure(icon).root),
  (icon) => change({ icon }));
  const colors = choices(COLORS, (color) => {
    const name = `${nameOf(channelsOf(color), word)}, ${color}`;
    const item = make("button", { type: "button", role: "radio", "aria-label": name });
    item.style.setProperty("--c", color);
    return item;
  }, (color) => change({ color }));
  icons.root.classList.add("figures");
  colors.root.classList.add("colors");
  const channels = channelsPart(HSB.channels, colorOf, (guess) => {
    hsb = guess;
    change({ color: colorOf(guess) });
  });
  let hsb = toHSB(channelsOf(profile.color));
  const sound = toggle(word("who.sound"), (isOn) => change({ sound: isOn }));
  const isFine = () => characters(input.value.trim()) <= NAME_CHARACTERS;
  const change = (changes) => {
    profile = { ...profile, ...changes };
    draw();
  };
  input.addEventListener("input", () => draw());
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") finish();
  });
  const draw = () => {
    shape.draw(profile.icon);
    setStyle(bust, "--c", profile.color);
    setClass(bust, "w", labOf(channelsOf(profile.color))[0] <= 55);
    setAttribute(bust, "aria-label", `${word(`figure.${profile.icon}`)}, ${profile.color}`);
    icons.draw(profile.icon);
    colors.draw(profile.color);
    if (hexOf(HSB.model.mix(hsb)) !== profile.color) hsb = toHSB(channelsOf(profile.color));
    channels.draw(hsb);
    sound.draw(profile.sound);
    setHidden(tooLong, isFine());
    setAttribute(done, "aria-disabled", isFine() ? null : "true");
  };
  const finish = () => {
    if (isFine()) close({ ...profile, name: input.value.trim() || profile.name });
  };
  const done = button("go small", "", finish);
  const forgetting = forgetPart(forget);
  const eyes = make(
    "div", { class: "eyes" }, make("p", {}, word("who.eyes")),
    make("div", { class: "patches", "aria-hidden": "true" }, make("i"), make("i")));
  const group = (key, part) => make(
    "div", { role: "radiogroup", "aria-label": word(key) }, make("h2", {}, word(key)), part.root);
  const title = make("h1");
  const mix = make(
    "div", { class: "mix" }, channels.root, sound.root, eyes,
    ...identity ? [keyPart(identity, take, forgetting)] : []);
  const root = make(
    "div", { class: "page" },
    make(
      "header", { class: "top" },
      make("span", { class: "brand" }, mark(), title),
      button("txt push", word("who.cancel"), () => close(null)), done),
    make(
      "main", { class: "self" }, bust,
      make(
        "div", { class: "fields" },
        make("div", {}, make("label", { for: "name" }, word("who.name")), input, tooLong),
        group("who.figure", icons), group("who.color", colors)),
      mix));
  return {
    root,
    /** @param isFirst whether the user is asked on the way into a room, for what others see. */
    open(now, isFirst) {
      profile = now;
      setText(title, word(isFirst ? "who.first" : "who.title"));
      setText(done, word(isFirst ? "who.enter" : "who.done"));
      setHidden(mix, isFirst);
      input.value = now.name ?? "";
      hsb = toHSB(channelsOf(now.color));
      draw();
      input.select();
    },
    draw(model) {
      forgetting.draw(model);
      return false;
    },
    tint: () => tintOf([profile.color]),
    key: (event) => {
      if (event.key !== "Escape") return false;
      close(null);
      return true;
    },
  };
}
