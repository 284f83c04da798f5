// What people are given to come to a game by, against the vectors that Swift's reader is held to,
// and what a page makes of it; and QR codes, against what the Python package qrcode makes of the
// same texts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readInvitation, wishOf } from "../../clients/web/core/invitation.mjs";
import { pathOf, qrOf } from "../../clients/web/core/qr.mjs";
import { table, textOf, unescaped } from "./support/files.mjs";

test("an invitation is read as the vectors say, and what is none has its reason", () => {
  const rows = table("protocol/vectors/invitations.tsv");
  for (const row of rows) {
    const place = `${row.TEXT}: ${row.REASON}`;
    const found = readInvitation(unescaped(row.TEXT).toString());
    assert.equal(found.flaw ?? "read", row.OUTCOME, place);
    if (found.flaw) {
      assert.equal(found.what, unescaped(row.WHAT).toString(), place);
      continue;
    }
    const { scheme, host, port, room, isStage, fingerprint, lone } = found;
    const meaning = {
      scheme, host, port, room, stage: isStage ? "yes" : "no", fingerprint, lone,
    };
    for (const [key, value] of Object.entries(meaning)) {
      assert.equal(String(value ?? ""), row[key], `${place}: ${key}`);
    }
  }
  assert.ok(rows.length > 150);
});

const HERE = { hostname: "play.example", port: "7313" };
const TRIED = ["#WAVE.", "#WAVE,", "#WAVE)", "#WAVE%20", "#%20WAVE", "#/WAVE", "#WAVE?utm_source=x",
  "#wave", "#WAVE/", "#WAVE?fbclid=1", "W A V E", "“wa-ve”", "http://play.example:7313/#WAVE.",
  "chromatch join chromatch://Play.Example/WAVE", "play.example WAVE"];

test("a page goes to the room that it is given, in every form", () => {
  for (const given of TRIED) {
    assert.deepEqual(wishOf(given, HERE), { kind: "join", code: "WAVE" }, given);
  }
  const hall = { kind: "watch", code: "WAVE" };
  assert.deepEqual(wishOf("#WAVE/stage", HERE), hall);
  assert.deepEqual(wishOf("http://play.example:7313/#WAVE/stage?x=1", HERE), hall);
});

test("a page that is given nothing wants nothing", () => {
  for (const given of ["", "#", "#/", "#?utm_source=x", " "]) {
    assert.equal(wishOf(given, HERE), null, given);
  }
});

test("what a page cannot read, or is of another server, is answered with a sentence", () => {
  const wrong = [["#WAV", "WAV"], ["WAV", "WAV"], ["#ROOM.", "ROOM"], ["hello there", "there"],
    ["chromatch://play.example/WAVE#SHA256:0f", "SHA256:0f"],
    ["#WAVE/elsewhere", "WAVE/elsewhere"]];
  for (const [given, what] of wrong) {
    assert.deepEqual(wishOf(given, HERE), { kind: "nowhere", why: "code.wrong", what }, given);
  }
  const elsewhere = [["http://other.example/#WAVE", "other.example:80"],
    ["other.example/WAVE", "other.example:7313"], ["http://play.example:7000/#WAVE",
      "play.example:7000"]];
  for (const [given, what] of elsewhere) {
    assert.deepEqual(wishOf(given, HERE), { kind: "nowhere", why: "code.elsewhere", what }, given);
  }
  assert.equal([...wishOf("#" + "x".repeat(500), HERE).what].length, 40);
});

test("behind a proxy the usual port of a scheme is the page's own server, too", () => {
  const proxied = { hostname: "play.example", port: "" };
  for (const given of ["https://play.example/#WAVE", "chromatch://play.example/WAVE"]) {
    assert.equal(wishOf(given, proxied).kind, "join", given);
  }
});

const hex = (digits) => BigInt(`0x${digits.replaceAll("_", "")}`);
const source = textOf("Tests/TerminalUITests/Kit/QRCodeTests.swift");

test("the squares that others make", () => {
  const rows = source.match(/"[#.]{21}"/g).map((row) => row.slice(1, -1));
  const { size, dark } = qrOf("chromatch", 3);
  assert.equal(size, 21);
  assert.equal(Array.from(dark, (square) => (square ? "#" : ".")).join(""), rows.join(""));
});

test("every version filled to the brim", () => {
  const cases = Array.from(
    source.matchAll(/\("([xy])", (\d+), (\d+), (\d+), 0x([0-9a-f_]+)\)/g),
    ([, letter, count, ...numbers]) =>
      [letter.repeat(Number(count)), ...numbers.slice(0, 2).map(Number), hex(numbers[2])]);
  assert.equal(cases.length, 15);
  for (const [text, version, mask, sum] of cases) {
    const { size, dark } = qrOf(text, mask);
    assert.equal(size, 17 + 4 * version);
    const seen = dark.reduce(
      (hash, square) => BigInt.asUintN(64, (hash ^ BigInt(square)) * 0x100000001b3n),
      0xcbf29ce484222325n);
    assert.equal(seen, sum, `${text[0]} ${version}`);
  }
});

test("the mask is one of the eight, and a text that is too long has no code", () => {
  const best = qrOf("http://192.168.1.20:7313/#WAVE");
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => qrOf("http://192.168.1.20:7313/#WAVE", mask));
  assert.ok(all.some(({ dark }) => dark.join() === best.dark.join()));
  assert.equal(qrOf("x".repeat(272)), null);
});

test("the outline holds as many squares as are dark", () => {
  const code = qrOf("chromatch");
  const runs = Array.from(pathOf(code, 2).matchAll(/h(\d+)v/g), ([, run]) => Number(run));
  const dark = code.dark.reduce((sum, square) => sum + square, 0);
  assert.equal(runs.reduce((sum, run) => sum + run, 0), dark);
});
