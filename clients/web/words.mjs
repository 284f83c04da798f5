// Texts by their keys, in the one language that is spoken; the page's composer says which before
// anything is drawn. Numbers are written as that language writes them.
// Invariant: no text stands anywhere but in the tables of words/.

let table = {};
let plurals = null;
let tenths = null;

/** Speaks a language from its table from now on. */
export function speak(language, words) {
  table = words;
  plurals = new Intl.PluralRules(language);
  tenths = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false,
  });
}

/** Knows more texts of the language that is spoken. */
export function learn(words) {
  table = { ...table, ...words };
}

/** Of the languages that there are, the one that somebody would most like to read. */
export function chosen(wanted, known) {
  const primary = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return primary.find((language) => known.includes(language)) ?? known[0];
}

/** A whole number, in groups of three with a narrow space. */
export const grouped = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, "\u202f");
/** A number with one decimal. */
export const decimal = (number) => tenths.format(number);

/** Whether there is a text of that key. */
export const isWord = (key) => key in table;

const written = (value) => (typeof value === "number" ? grouped(value) : String(value ?? ""));

/** The text of a key, with what stands in its places; the number `n` chooses the plural. */
export function word(key, values = {}) {
  const found = table[key];
  if (found === undefined) throw new TypeError(`there is no text ${key}`);
  const text = typeof found === "string" ? found : found[plurals.select(values.n ?? 0)];
  return text.replace(/\{([a-z]+)\}/g, (_, name) => written(values[name]));
}
