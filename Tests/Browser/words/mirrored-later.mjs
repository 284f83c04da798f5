// What the language that nobody speaks has in the place of German's second table.

import { mirrored } from "./de.mjs";
import english from "./en-later.mjs";

export default mirrored(english);
