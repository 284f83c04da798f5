// What the recipes of ARCHITECTURE.md have brought about in the page. Only the copy of the tree
// that Tests/Recipes/run makes has this test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { client as fields } from "../../clients/web/core/fields.mjs";
import english from "../../clients/web/words/en-later.mjs";
import { seated } from "./support/client.mjs";

test("the page counts whom it hears cheer", () => {
  const client = seated();
  client.hear("CHEERED n=4 who=p2", "CHEERED n=5 who=p2", "CHEERED n=5 who=p2");
  assert.deepEqual(client.model.room.cheers, { p2: 2 });
});

test("the page's form has the setting that is new, with a text", () => {
  const create = fields.match(/^CREATE [^A-Z]*/m)[0];
  assert.ok(create.includes(" beginners:flag?"), create);
  assert.match(english["set.beginners"], /beginners/);
});
