// How a color looks to eyes that lack a kind of cone: what tiles have to differ in for everybody.
// Invariant: eyes that lack nothing see the color as it is.

import { lightOf } from "./color.mjs";

/** The 8-bit channel of some light, held within what a screen can show. */
export const encoded = (light) => {
  const held = Math.min(1, Math.max(0, light));
  const channel = held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055;
  return Math.floor(Math.min(1, Math.max(0, channel)) * 255 + 0.5);
};

/** Machado, Oliveira and Fernandes (2009), severity 1.0: a matrix for each kind of eyes. */
const EYES = {
  protan: [
    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** Four kinds of eyes, to each of which a color looks like another. */
export const VIEWS = [
  (color) => color,
  ...Object.values(EYES).map((rows) => (color) => {
    const light = lightOf(color);
    return rows.map((row) =>
      encoded(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]));
  }),
];
