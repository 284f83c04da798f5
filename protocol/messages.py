"""messages.tsv and values.tsv as Python reads them, and what Swift calls their parts. It refuses to
know a file that is written. Invariant: every field of a message is in one part of its case.

In messages.tsv the column SWIFT has the case of a message where that is not the verb in lower case
with a label for each field: `_ key` has no label, `label: key` another one, `play.` is a case of
the game's own `Command` or `Event`. A name in upper case is several fields as one value, which is a
row of values.tsv, or else is written by hand: it takes all other fields, and has `Fields` under the
name of the case for all parts. In values.tsv a value of one row is declared elsewhere."""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINES = "\n"

# Swift's type and its codec, for each type of a field that has no number in its name.
TYPES = {
    "count": ("Int", ".count"), "some": ("Int", ".count"), "rating": ("Int", ".rating"),
    "thousandths": ("Difference", ".thousandths"), "instant": ("Instant", ".instant"),
    "flag": ("Bool", ".flag"), "mark": ("Bool", ".flag"), "word": ("String", ".word"),
    "color": ("Color", ".color"), "guess": ("Guess", ".guess"), "player": ("PlayerID", ".player"),
    "mode": ("Mode", ".mode"), "level": ("Level", ".level"), "code": ("RoomCode", ".code"),
    "names": ("Naming", ".names"), "state": ("ListedState", ".state"), "role": ("Role", ".role"),
    "reason": ("Departure", ".departure"), "nonce": ("Nonce", ".nonce"),
    "seatnonce": ("Nonce", ".seatNonce"), "key": ("PublicKey", ".key"),
    "binding": ("Binding.Kind", ".binding"), "icon": ("Icon", ".icon"),
    "reaction": ("Reaction", ".reaction"), "refusal": ("RefusalCode", ".word"),
    "board": ("Board", ".board"), "span": ("BoardTime", ".span"), "day": ("Day", ".day"),
}
# A server's words that a client may not know yet. It skips the whole line then.
NEWER = {"reaction", "refusal"}


def rows(path):
    """The rows of a table by the names of its columns."""
    head, *lines = (ROOT / path).read_text().splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"))) for line in lines]


def lower(name):
    """A name of a type as one of a value."""
    return name[0].lower() + name[1:]


class Field:
    """One field: `key:type`, `key:type?` or `key:type=usual`."""

    def __init__(self, text, side):
        self.key, kind, maybe, self.usual = re.fullmatch(
            r"(\w+):([^?=]+)(\?)?(?:=(.*))?", text).groups()
        self.type, self.codec = self.swift(kind, side)
        kind = kind.split("(")[0]
        self.isNewer = side == "server" and kind in NEWER
        key = f'"{self.key}"'
        if kind == "mark":
            self.form = f"mark({key})"
        elif kind == "some":
            self.form = f"some({key})" if self.codec == ".count" else f"some({key}, {self.codec})"
        elif maybe and kind == "list":
            self.form = f"optional({key}, {self.codec}, or: [])"
        elif maybe:
            self.form, self.type = f"optional({key}, {self.codec})", self.type + "?"
        else:
            self.form = f"required({key}, {self.codec})"
        if self.usual is None:
            self.reading = f"try {self.form}.read(line)"
        else:
            usual = {"Bool": {"1": "true", "0": "false"}}.get(self.type, {}).get(
                self.usual, self.usual)
            self.reading = f"try optional({key}, {self.codec}).read(line) ?? {usual}"

    def swift(self, kind, side):
        """Swift's type and its codec."""
        name, inside = re.fullmatch(r"(\w+)(?:\((.*)\))?", kind).groups()
        if name == "list":
            item, codec = self.swift(inside, side)
            return f"[{item}]", f"list({codec})"
        if name in ("int", "some") and inside:
            least, most = inside.split("-") if name == "int" else ("0", inside)
            return "Int", f".int(in: {least}...{most})"
        if name == "text":
            return "String", f".text(charactersMax: {inside})"
        if name == "bytes":
            return "[UInt8]", f".base64(bytesMax: {inside})"
        if name == "hex":
            special = {"id": ("KeyID", ".keyID"), "seed": ("MatchSeed", ".seed")}
            return special.get(self.key, ("[UInt8]", f".hex(bytes: {inside})"))
        if side == "server" and name in NEWER:
            return TYPES[name][0], ".word"
        if side == "server" and name == "icon":
            return "Icon", ".shownIcon"
        return TYPES[name]

    def write(self, value):
        """The statement that writes a value."""
        return f"{self.form}.write({value + '.rawValue' * self.isNewer}, to: &line)"


class Value:
    """Several fields that are one value: its parts are `(key or value, name, usual, meaning)`."""

    known = {}
    # Keys of marks that not every message has whose value has them.
    marks = {"ghost"}

    def __init__(self, row):
        self.name, self.meaning, self.parts, self.fields = row["VALUE"], row["MEANING"], [], {}
        for word in row["KEY"].split():
            key, _, name = word.partition("=")
            self.parts.append((key, name or key, "", ""))

    def add(self, row):
        """Takes a row of a property."""
        key = row["KEY"].split(":")[0]
        if ":" in row["KEY"]:
            self.fields[key] = Field(row["KEY"], "server")
        self.parts.append((key, row["NAME"], row["USUAL"], row["MEANING"]))

    def learn(self, fields):
        """Takes its fields from the first message that has them."""
        self.fields = self.fields or {key: fields[key] for key in fields if key in self.keys}
        for part, *_ in self.parts:
            if part in Value.known:
                Value.known[part].learn(fields)

    @property
    def keys(self):
        """The keys of all its fields."""
        return [key for part, *_ in self.parts if part
                for key in (Value.known[part].keys if part in Value.known else [part])]

    @property
    def isOptional(self):
        """Whether it may have none of its fields."""
        return all(field.form.startswith(("optional(", "some(")) for field in self.fields.values())

    def type(self, part):
        """The type of a part."""
        if part in Value.known:
            return part
        return self.fields[part].type if part else "[UInt8]"

    def place(self, part):
        """Where the part stands in a line."""
        return list(self.fields).index(Value.known[part].keys[0] if part in Value.known else part)

    def paths(self, root):
        """What reaches each of its fields from a variable."""
        found = {}
        for part, name, *_ in self.parts:
            if part in Value.known:
                found |= Value.known[part].paths(f"{root}.{name}")
            elif part:
                found[part] = f"{root}.{name}"
        return found

    def structure(self):
        """The type itself; nothing where that is written elsewhere."""
        if not self.meaning:
            return ""
        taken = [f"{name}: {self.type(part)}" + (f" = {usual}" if usual else "")
                 for part, name, usual, _ in self.parts]
        properties = [f"{comment(meaning)}public var {name}: {self.type(part)}"
                      for part, name, _, meaning in self.parts]
        return f"""{comment(self.meaning)}public struct {self.name}: Hashable, Sendable {{
{LINES.join(properties)}

/// Describes all of it.
public init({", ".join(taken)}) {{
{LINES.join(f"self.{name} = {name}" for _, name, *_ in self.parts)}
}}
}}

"""

    def codec(self):
        """What reads and writes it; a message does that where a reader may have to skip it."""
        if any(field.isNewer for field in self.fields.values()):
            return ""
        parts = [part for part in self.parts if part[0]]
        if set(self.keys) == set(self.fields):
            parts.sort(key=lambda part: self.place(part[0]))
        forms = {name: f"{part}.fields" if part in Value.known else self.fields[part].form
                 for part, name, *_ in parts}
        made = ", ".join(f"{name}: {name}" for part, name, *_ in self.parts if part)
        return f"""
extension {self.name}: Described {{
init(_ line: inout some FieldCoder<{self.name}>) throws(RefusalLine) {{
{LINES.join(f"let {name} = try line({form}) {{ $0.{name} }}" for name, form in forms.items())}
self.init({made})
}}
}}

"""


class Message:
    """One row of messages.tsv. A part of its case is `(label, key or value)`."""

    def __init__(self, row):
        self.side, self.verb, self.meaning = row["FROM"], row["VERB"], row["MEANING"]
        self.row, self.isNumbered = row, row["NUMBERED"] == "yes"
        self.fields = {f.key: f for f in (Field(t, self.side) for t in row["FIELDS"].split())}
        if self.isNumbered:
            del self.fields["n"]
        said = row["SWIFT"] or f"{self.verb.lower()}({', '.join(self.fields)})".replace("()", "")
        indirect, play, self.case, inside = re.fullmatch(
            r"(indirect )?(play\.)?(\w+)(?:\((.*)\))?", said).groups()
        self.indirect, self.isPlay = indirect or "", bool(play)
        self.parts = []
        for part in (inside or "").split(", ") if inside else []:
            label, _, key = part.rpartition(" ")
            self.parts.append((label.rstrip(":") or ("_" if key[0].isupper() else key), key))
        self.byHand = next((part for part in self.parts
                            if part[1][0].isupper() and part[1] not in Value.known), None)
        keys = [key for _, part in self.parts
                for key in (Value.known[part].keys if part in Value.known else [part])]
        # A message may lack the marks of a value.
        keys = [key for key in keys if key in self.fields or key not in Value.marks]
        if not self.byHand and sorted(keys) != sorted(self.fields):
            sys.exit(f"{self.side} {self.verb}: {said} does not have the fields {[*self.fields]}")
        for _, part in self.parts:
            if part in Value.known:
                Value.known[part].learn(self.fields)

    def name(self, part):
        """The variable of a part."""
        label, key = part
        return lower(key) if key[0].isupper() else key if label == "_" else label

    def type(self, key):
        """The type of a part."""
        return key if key[0].isupper() else self.fields[key].type

    def declaration(self):
        """The case of the enum."""
        taken = ", ".join(
            ("" if label == "_" else f"{label}: ") + self.type(key)
            + (" = false" if self.fields.get(key) and "mark(" in self.fields[key].form else "")
            + (" = nil" if self.byHand and self.type(key)[-1] == "?" else "")
            + (" = .none" if key in Value.known and Value.known[key].isOptional else "")
            for label, key in self.parts)
        return (comment(self.meaning) + f"{self.indirect}case {self.case}"
                + (f"({taken})" if taken else "") + LINES)

    def pattern(self):
        """What a switch matches."""
        taken = ", ".join(f"let {self.name(part)}" for part in self.parts)
        case = f".{self.case}" + (f"({taken})" if taken else "")
        return f".play({case})" if self.isPlay and self.side == "client" else case

    def bare(self):
        """The same without its payload."""
        if not self.isPlay and not self.isNumbered:
            return f".{self.case}"
        if self.side == "client":
            return f".play(.{self.case})"
        return f".{'play' if self.isPlay else 'room'}(_, .{self.case})"

    def spread(self, part):
        """Whether the fields of a value stand apart in the line, or may be newer."""
        if part[1] not in Value.known:
            return False
        keys = [key for key in Value.known[part[1]].keys if key in self.fields]
        places = [place for place, key in enumerate(self.fields) if key in keys]
        return (places[-1] - places[0] >= len(keys)
                or any(self.fields[key].isNewer for key in keys))

    def pieces(self):
        """What is read and written in turn: `(form, variable, value that it is of)`."""
        paths, found = {}, []
        for part in self.parts:
            name = self.name(part)
            if self.spread(part):
                paths |= Value.known[part[1]].paths(name)
            elif part[1] in Value.known:
                paths |= dict.fromkeys(Value.known[part[1]].keys, part)
            else:
                paths[part[1]] = name
        for key in self.fields:
            piece = (key, paths[key]) if isinstance(paths[key], str) else (None, paths[key])
            if piece not in found:
                found.append(piece)
        return found

    def together(self):
        """The variables of all parts."""
        names = ", ".join(map(self.name, self.parts))
        return f"({names})" if len(self.parts) > 1 else names

    def writing(self):
        """The statements that write its fields."""
        if self.byHand:
            return [f"{self.byHand[1]}.{self.case}.write({self.together()}, to: &line)"]
        return [self.fields[key].write(what) if key
                else f"{what[1]}.fields.write({self.name(what)}, to: &line)"
                for key, what in self.pieces()]

    def reading(self):
        """The statements that read its fields and return it."""
        if self.byHand:
            taken = ", ".join(f"{label}: {self.name((label, key))}".removeprefix("_: ")
                              for label, key in self.parts)
            return [f"let {self.together()} = try {self.byHand[1]}.{self.case}.read(line)",
                    f"return .{self.case}({taken})"]
        pieces, read = self.pieces(), {}
        for key, what in pieces:
            name = what.split(".")[-1] if key else self.name(what)
            read[name] = self.fields[key].reading if key else f"try {what[1]}.fields.read(line)"
        names = [self.name(part) for part in self.parts]
        newer = {what.split(".")[-1]: self.fields[key].type
                 for key, what in pieces if key and self.fields[key].isNewer}
        isInTurn = list(read) == names and not newer
        lines = [] if isInTurn else [f"let {name} = {how}" for name, how in read.items()]
        lines += [f"guard let known = {kind}(rawValue: {name}) else {{ return nil }}"
                  for name, kind in newer.items()]
        taken = []
        for part in self.parts:
            value = read[self.name(part)] if isInTurn else self.name(part)
            value = "known" if value in newer else value
            if self.spread(part):
                made = [path.split(".")[-1]
                        for path in Value.known[part[1]].paths(self.name(part)).values()]
                made = [f"{name}: {'known' if name in newer else name}" for name in made]
                value = f"{part[1]}({', '.join(made)})"
            taken.append(("" if part[0] == "_" else f"{part[0]}: ") + value)
        case = f".{self.case}" + (f"({', '.join(taken)})" if taken else "")
        if self.isPlay and self.side == "client":
            case = f".play({case})"
        return [*lines, f"return {case}"]

    def named(self):
        """Each field's key and what has its value; not of a value that is written by hand."""
        if self.byHand:
            yield from ((part[1], self.name(part)) for part in self.parts if part != self.byHand)
            return
        for key, what in self.pieces():
            if key:
                yield key, what
            else:
                paths = Value.known[what[1]].paths(self.name(what))
                yield from ((key, path) for key, path in paths.items() if key in self.fields)

    def word(self, key):
        """What makes a word of a field for a test."""
        return "letters" if "base64" in self.fields[key].codec else "word"

    def meanings(self):
        """Each field's key and what it means as a word, for a test."""
        words = [f'"{key}": {self.word(key)}({what})' for key, what in self.named()]
        table = f"[{', '.join(words) or ':'}]"
        if not self.byHand:
            return table
        whole = f"{self.name(self.byHand)}.meaning"
        return f"{whole}.merging({table}) {{ $1 }}" if words else whole


def comment(text):
    """A documentation comment."""
    return "\n".join(textwrap.wrap(
        text, 98, initial_indent="/// ", subsequent_indent="/// ", break_on_hyphens=False)) + "\n"
