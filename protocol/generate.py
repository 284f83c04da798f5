#!/usr/bin/env python3
"""Writes everything that follows from messages.tsv, values.tsv and words.tsv: messages and their
codec in Swift, the table of the browser, asyncapi.yaml, the tables of README.md. It refuses to know
what a message does. Invariant: it writes nothing new until one of the tables changes.

    generate.py            writes the files
    generate.py --check    writes nothing, and ends with status 1 if a file is not fresh"""

import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import asyncapi
from messages import LINES, ROOT, TYPES, Message, Value, comment, rows

SWIFT = "protocol/swift/Generated"
# The rows of words.tsv by type; the first of each says what the words are about.
WORDS = {}
for word_row in rows("protocol/words.tsv"):
    WORDS.setdefault(word_row["TYPE"], []).append(word_row)


def head(text, *imports):
    """How a file begins."""
    words = f"{text} Written by protocol/generate.py from the tables beside it: change those."
    lines = textwrap.wrap(words, 97)
    return "\n".join([*(f"// {line}" for line in lines), "", *imports, "", ""])


def verbs(side, messages):
    """The verbs of a side, and the one of each message."""
    cases = "\n".join(f'case {m.case} = "{m.verb}"' for m in messages)
    arms = "\n".join(f"case {m.bare()}: .{m.case}" for m in messages)
    return f"""
/// The verbs of `{side}Message`, as they stand on the wire.
public enum {side}Verb: String, CaseIterable, Sendable {{
{cases}
}}

extension {side}Message {{
/// The verb that the message is written with.
public var verb: {side}Verb {{
switch self {{
{arms}
}}
}}
"""


def client_messages(messages):
    """ClientMessage, its verbs, and what each costs."""
    def bare(column, value):
        return ", ".join(m.bare() for m in messages if m.row[column] == value)

    [(special, key)] = [(m, m.row["COST"].split()[-1]) for m in messages if " " in m.row["COST"]]
    said = ", ".join(f".{m.case}" for m in messages if m.row["JOURNAL"] == "as said")
    purpose = "Everything a client can say, as one value for each verb."
    return head(purpose, "public import Chroma", "public import Game") + f"""
/// A line from a client. What takes more than a move does is indirect: of moves there are most, and
/// they are handed on.
public enum ClientMessage: Hashable, Sendable {{
{"".join(m.declaration() for m in messages if not m.isPlay)}
/// A move in the round.
case play(Command)
}}
{verbs("Client", messages)}

/// Whether the line counts as several: everybody would hear it, or rooms or the archive are
/// searched for it. A token may have to be asked for on every lane.
public var isHeavy: Bool {{
switch self {{
case {bare("COST", "heavy")}: true
case {bare("COST", "light")}: false
case {special.pattern()}: {dict(special.named())[key]} != nil
}}
}}
}}

extension ClientVerb {{
/// Whether a journal has the line as it was said, with who said it.
public var isJournaled: Bool {{
switch self {{
case {said}: true
default: false
}}
}}
}}
"""


def server_messages(messages):
    """ServerMessage with RoomEvent, its verbs, and who may see each."""
    session = [m for m in messages if not m.isNumbered]
    arms = ""
    for seen in dict.fromkeys(m.row["SEEN"] for m in session):
        cases = ", ".join(m.bare() for m in session if m.row["SEEN"] == seen)
        arms += f"case {cases}: .{'one' if seen == 'self' else seen}\n"
    return head("Everything a server can say, as one value for each verb. What happens in a room "
                "is numbered and nested, so that session code never grows with the game.",
                "public import Game") + f"""
/// Something that happened in a room outside the rules of the match. A room keeps hundreds of them,
/// so what is large and rare lies outside.
public enum RoomEvent: Hashable, Sendable {{
{"".join(m.declaration() for m in messages if m.isNumbered and not m.isPlay)}
}}

/// A line from a server. What takes more than a MOVE does is indirect: of those there are most, and
/// each is handed on several times.
public enum ServerMessage: Hashable, Sendable {{
/// Something happened in the room; without a number it is part of the room as it is.
indirect case room(n: Int?, RoomEvent)
/// Something happened in the match; without a number it is part of the room as it is.
indirect case play(n: Int?, Event)
{"".join(m.declaration() for m in session)}
}}
{verbs("Server", messages)}

/// Who may see the message.
@inlinable public var sight: Sight {{
switch self {{
case .room, .play: .all
{arms}
}}
}}
}}

/// Who may see a message.
public enum Sight: Sendable {{
/// Everybody in a room.
case all
/// Everybody in a room whose mode keeps no secrets.
case open
/// Those who sit in a room.
case players
/// Those who look on.
case watchers
/// The client that is answered or concerned.
case one
}}
"""


def camel(word):
    """A word of the wire as Swift's."""
    first, *rest = word.split("-")
    return first + "".join(part.capitalize() for part in rest)


def words():
    """The enums of words.tsv."""
    text = ""
    for kind, own in WORDS.items():
        name = TYPES[kind][0]
        cases = ""
        for row in own[1:]:
            for word in row["WORD"].split():
                cases += (comment(row["MEANING"]) if row["MEANING"] else "") + f"case {camel(word)}"
                cases += f' = "{word}"\n' if "-" in word else "\n"
        text += f"""
{comment(own[0]["MEANING"])}public enum {name}: String, CaseIterable, Sendable {{
{cases}}}
"""
    closing = ", ".join(f".{camel(row['WORD'])}" for row in WORDS["refusal"]
                        if row["CLOSES"] == "yes")
    return head("The words of the protocol's types, each with what it means.") + text + f"""
extension RefusalCode {{
/// Whether the server closes the connection right after the line.
public var closes: Bool {{
switch self {{
case {closing}: true
default: false
}}
}}
}}
"""


def codec(name, verb, messages, nested=""):
    """The functions that write and read the fields of messages."""
    writes = "".join(f"case {m.pattern()}: " + "\n".join(m.writing()) + "\n"
                     for m in messages if m.parts)
    bare = ", ".join(f".{m.case}" for m in messages if not m.parts)
    reads = "".join(f"case .{m.case}: " + "\n".join(m.reading()) + "\n" for m in messages)
    return f"""
extension {name} {{
func write(to line: inout LineWriter) {{
switch self {{
{writes}
{f"case {bare}: break" if bare else ""}
{NUMBERED if name == "ServerMessage" else ""}
}}
}}

/// Reads the fields of a line; nil for what is to be skipped, or is none of these.
static func read(_ verb: {verb}, _ line: LineReader) throws(RefusalLine) -> {name}? {{
switch verb {{
{reads}
{nested}
}}
}}
}}
"""


NUMBERED = """
case .room(let number, let event):
optional("n", .count).write(number, to: &line)
event.write(to: &line)
case .play(let number, let event):
optional("n", .count).write(number, to: &line)
event.write(to: &line)
"""
NESTED = """default:
let number = try optional("n", .count).read(line)
if let event = try RoomEvent.read(verb, line) { return .room(n: number, event) }
return try Event.read(verb, line).map { .play(n: number, $0) }
"""


def meaning(name, messages, nested=""):
    """What the cells of a vector are compared with."""
    arms = "\n".join(f"case {m.pattern()}: {m.meanings()}" for m in messages)
    return f"""
extension {name} {{
/// A value for every key of the message.
var meaning: [String: String] {{
switch self {{
{arms}
{nested}
}}
}}
}}
"""


def browser(messages):
    """The browser's table. Its bytes count: a page has a budget."""
    text = "// The fields of each message: protocol/generate.py has them from messages.tsv.\n"
    for side in ("client", "server"):
        lines = ["\n  ".join(textwrap.wrap(f"{m.verb} {m.row['FIELDS']}", 98,
                                           break_on_hyphens=False))
                 for m in messages if m.side == side]
        text += "\n".join([f"export const {side} = `", *lines, "`;", ""])
    for kind in ("icon", "reaction", "reason", "refusal"):
        words = " ".join(row["WORD"] for row in WORDS[kind][1:])
        words = f"export const {kind.upper()}S = `{words}`.split(/\\s+/);"
        text += "\n  ".join(textwrap.wrap(words, 98, break_on_hyphens=False)) + "\n"
    return text


def readme(messages):
    """The specification with its tables of messages, and the list of those that cost more."""
    text = (ROOT / "protocol/README.md").read_text()
    for side in ("client", "server"):
        table = "".join(
            f"| `{m.verb}` | {'`' + m.row['FIELDS'] + '`' if m.row['FIELDS'] else '–'} "
            f"| {m.row['WHEN']} | {m.meaning} |\n" for m in messages if m.side == side)
        text = re.sub(
            rf"(## Messages of {side}s\n.*?\n\| verb \| fields[^\n]*\n[^\n]*\n)(\|[^\n]*\n)*",
            lambda found: found[1] + table, text, count=1, flags=re.S)
    allowed = "".join(f"| `{m.verb}` | {m.row['ALLOWED'].replace(', ', ' | ')} |\n"
                      for m in messages if m.side == "client")
    text = re.sub(r"(\n\| verb \| new [^\n]*\n[^\n]*\n)(\|[^\n]*\n)*",
                  lambda found: found[1] + allowed, text)
    refusals = "".join(f"| `{row['WORD']}` | {row['MEANING']} | {row['CLOSES']} |\n"
                       for row in WORDS["refusal"][1:])
    text = re.sub(r"(\n\| code \| [^\n]*\n[^\n]*\n)(\|[^\n]*\n)*",
                  lambda found: found[1] + refusals, text)
    page = (ROOT / "clients/web/core/replay/kept.mjs").read_text()
    edition = re.search(r'EDITION = "(\w+)"', page)[1]
    text = re.sub(r"(this page's are `)\w+", lambda found: found[1] + edition, text)
    heavy = [m.verb + ("" if m.row["COST"] == "heavy" else f" with `{m.row['COST'].split()[-1]}=`")
             for m in messages if m.row["COST"].startswith("heavy")]
    return re.sub(r"\n\| [^|\n]* (\| count as \d+ lines each)",
                  lambda found: f"\n| {', '.join(heavy)} {found[1]}", text)


def described(messages, text):
    """asyncapi.yaml, with the specification's text; the first vector of a verb is its example."""
    examples = {}
    for message in messages:
        path = f"protocol/vectors/{message.side}/{message.verb.lower()}.tsv"
        if (ROOT / path).exists():
            first = rows(path)[0]
            examples[message.side, message.verb] = first["CANONICAL"] or first["LINE"]
    refusals = [row["WORD"] for row in WORDS["refusal"][1:]]
    return ("# The messages of the protocol for tools, by protocol/generate.py from messages.tsv.\n"
            + asyncapi.yaml(asyncapi.document(messages, examples, text, refusals)).lstrip())


def formatted(files):
    """Swift files as the formatter has them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{at}.swift" for at in range(len(files))]
        for path, text in zip(paths, files.values()):
            path.write_text(text)
        subprocess.run(["swift", "format", "--in-place", "--configuration",
                        str(ROOT / ".swift-format"), *map(str, paths)], check=True)
        return {name: path.read_text() for name, path in zip(files, paths)}


def contents():
    """The text of every file that follows from the tables."""
    for row in rows("protocol/values.tsv"):
        if row["VALUE"]:
            value = Value.known[row["VALUE"]] = Value(row)
        else:
            value.add(row)
    messages = [Message(row) for row in rows("protocol/messages.tsv")]
    client = [m for m in messages if m.side == "client"]
    server = [m for m in messages if m.side == "server"]
    parts = {"ServerMessage": [m for m in server if not m.isNumbered],
             "RoomEvent": [m for m in server if m.isNumbered and not m.isPlay],
             "Event": [m for m in server if m.isPlay]}
    uses = ["import Game"]
    numbered = """case .room(let number, let event):
event.meaning.merging(["n": word(number)]) { $1 }
case .play(let number, let event):
event.meaning.merging(["n": word(number)]) { $1 }"""
    return {
        "protocol/README.md": readme(messages),
        "protocol/asyncapi.yaml": described(messages, readme(messages)),
        "clients/web/core/fields.mjs": browser(messages),
        **formatted({
            f"{SWIFT}/ClientMessage.swift": client_messages(client),
            f"{SWIFT}/ServerMessage.swift": server_messages(server),
            f"{SWIFT}/Words.swift": words(),
            f"{SWIFT}/Values.swift": head(
                "Values of several fields, as messages and records have them.",
                "public import Chroma", *(f"public {one}" for one in uses))
            + "".join(value.structure() for value in Value.known.values()),
            f"{SWIFT}/MessageCodec.swift": head(
                "How the fields of each message and value are written and read, in the order of "
                "the table.", *uses)
            + codec("ClientMessage", "ClientVerb", client)
            + "".join(codec(name, "ServerVerb", own,
                            NESTED if name == "ServerMessage" else "default: return nil")
                      for name, own in parts.items()),
            f"{SWIFT}/ValueCodec.swift": head(
                "How the fields of each value are written and read, in the order of the table.",
                *uses) + "".join(value.codec() for value in Value.known.values()),
            "Tests/WireTests/Generated/Meaning.swift": head(
                "What a message means, as text by key: what the cells of the vectors are compared "
                "with. It knows nothing of the codec.", *uses, "import Wire")
            + meaning("ClientMessage", client)
            + "".join(meaning(name, own, numbered if name == "ServerMessage" else "")
                      for name, own in parts.items()),
        }),
    }


def main():
    stale = {path: text for path, text in contents().items()
             if not (ROOT / path).exists() or (ROOT / path).read_text() != text}
    if "--check" not in sys.argv:
        for path, text in stale.items():
            (ROOT / path).parent.mkdir(exist_ok=True)
            (ROOT / path).write_text(text)
    elif stale:
        sys.exit(f"not fresh, `make golden` writes them: {', '.join(stale)}")


if __name__ == "__main__":
    main()
