"""The protocol as AsyncAPI 3.0 has it, for tools that make documents, clients and mocks. A line is
described by its fields in the JSON form of README.md. It knows no codec, and writes no file.
Invariant: what it says of a type is what README.md says, in whose table of types it looks."""

import json
import re

# What a schema of each type says beside the description; its words are in README.md.
SCHEMAS = {
    "count": {"type": "integer", "minimum": 0, "maximum": 2**53},
    "rating": {"type": "integer", "minimum": -99_999, "maximum": 99_999},
    "board": {"type": "string"}, "span": {"type": "string"},
    "day": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    "thousandths": {"type": "number", "minimum": 0, "maximum": 999_999.999},
    "instant": {"type": "integer", "minimum": 0, "maximum": 2**53},
    "flag": {"type": "boolean"}, "mark": {"type": "boolean", "default": False},
    "some": {"type": "integer", "minimum": 0, "maximum": 2**53, "default": 0},
    "word": {"type": "string", "pattern": "^[!-$&-~]{1,64}$"},
    "color": {"type": "string", "pattern": "^#[0-9a-f]{6}$"},
    "guess": {"type": "string", "pattern": "^-?[0-9]{1,4}(,-?[0-9]{1,4}){0,7}$"},
    "player": {"type": "string", "pattern": "^p[0-9]{1,16}$"}, "mode": {"type": "string"},
    "level": {"type": "string"},
    "code": {"type": "string", "pattern": "^[A-HJKMNP-Z2-9]{4}([A-HJKMNP-Z2-9]{2})?$"},
    "state": {"type": "string"}, "names": {"type": "string"}, "role": {"type": "string"},
    "reason": {"type": "string"}, "nonce": {"type": "string", "pattern": "^[0-9a-f]{2,64}$"},
    "seatnonce": {"type": "string", "pattern": "^([0-9a-f]{2,64}|-)$"},
    "key": {"type": "string", "pattern": "^([0-9a-f]{64}|0[23][0-9a-f]{64})$"},
    "binding": {"type": "string"}, "icon": {"type": "string"}, "reaction": {"type": "string"},
    "refusal": {"type": "string"},
}
# Keys that are none in YAML 1.1.
BOOLEANS = {"on", "off", "y", "n", "yes", "no", "true", "false", "null"}
# Their description names all their words.
LISTED = {"span", "mode", "level", "state", "names", "role", "binding"}


def parts(kind):
    """The name of a type and what stands in its parentheses."""
    return re.fullmatch(r"(\w+)(?:\((.*)\))?", kind).groups()


def schema(kind):
    """The schema of a type."""
    name, inside = parts(kind)
    match name:
        case "list":
            return {"type": "array", "items": schema(inside), "maxItems": 64}
        case "int":
            least, most = inside.split("-")
            return {"type": "integer", "minimum": int(least), "maximum": int(most)}
        case "some" if inside:
            return {"type": "integer", "minimum": 0, "maximum": int(inside), "default": 0}
        case "text":
            # A character may be several code points, of which JSON Schema counts each.
            return {"type": "string", "minLength": 1, "maxLength": 8 * int(inside)}
        case "hex":
            return {"type": "string", "pattern": f"^[0-9a-f]{{{2 * int(inside)}}}$"}
        case "bytes":
            return {"type": "string", "contentEncoding": "base64",
                    "maxLength": 4 * ((int(inside) + 2) // 3)}
    return {"$ref": f"#/components/schemas/{name}"}


def value(kind, text):
    """What stands on a line, in JSON."""
    name, inside = parts(kind)
    match name:
        case "list":
            return [value(inside, part) for part in text.split(",")] if text else []
        case "int" | "count" | "some" | "rating" | "instant":
            return int(text)
        case "thousandths":
            return float(text) if "." in text else int(text)
        case "flag" | "mark":
            return text == "1"
        case "text":
            escaped = re.sub(rb"%([0-9A-F]{2})", lambda found: bytes([int(found[1], 16)]),
                             text.encode())
            return escaped.decode()
    return text


def payload(message, line):
    """A line of a message in JSON."""
    kinds = {key: kind for key, kind, *_ in fields(message)}
    said = dict(field.split("=", 1) for field in line.split(" ")[1:])
    return {"verb": message.verb} | {key: value(kinds[key], text) for key, text in said.items()}


def fields(message):
    """Key, type, whether it has to be there, and what it means when it is not."""
    for text in message.row["FIELDS"].split():
        key, kind, maybe, usual = re.fullmatch(
            r"(\w+):([^?=]+)(\?)?(?:=(.*))?", text).groups()
        may_lack = bool(maybe) or usual is not None or parts(kind)[0] in ("mark", "some")
        yield key, kind, not may_lack, usual


def described(message, line):
    """One message, with a line of it if there is one."""
    said = list(fields(message))
    properties = {"verb": {"const": message.verb}}
    for key, kind, _, usual in said:
        properties[key] = schema(kind)
        if usual is not None:
            # Beside a reference nothing else counts.
            properties[key] = {"allOf": [schema(kind)], "default": value(kind, usual)}
    one = {
        "name": message.verb, "title": f"{message.verb} of a {message.side}",
        "summary": message.meaning, "description": f"When: {message.row['WHEN']}.",
        "contentType": "text/plain",
        "payload": {
            "type": "object", "required": ["verb", *(key for key, _, must, _ in said if must)],
            "properties": properties},
    }
    if line:
        one["examples"] = [{"summary": line, "payload": payload(message, line)}]
    return one


def types(readme, refusals):
    """The schemas of types without a number, with what README.md says of them."""
    found = {}
    for name, what, example in re.findall(r"^\| `(\w+)` \| (.*?) \| `(.*?)` \|$", readme, re.M):
        if name not in SCHEMAS:
            continue
        one = {"description": what} | SCHEMAS[name]
        if name in LISTED:
            one["enum"] = re.findall(r"`([\w-]+)`", what)
        if name == "refusal":
            one["description"] = f"What was refused and why: {', '.join(refusals)}."
        found[name] = one | {"examples": [value(name, example)]}
    return {name: found[name] for name in SCHEMAS}


def document(messages, examples, readme, refusals):
    """All of it. The examples are a line for each side and verb that has vectors."""
    names = {message: f"{message.side}-{message.verb}" for message in messages}
    channel = "#/channels/game"

    def operation(side, action, summary):
        return {
            "action": action, "channel": {"$ref": channel}, "summary": summary,
            "messages": [{"$ref": f"{channel}/messages/{name}"}
                         for message, name in names.items() if message.side == side]}

    here = "localhost:7313"
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "chromatch", "version": "1",
            "description": (
                "A race to match a color: one server, rooms, lines of text in both directions. A "
                "line is a verb and fields key=value with a space before each, and ends in LF: "
                "HELLO v=1 name=Ada. Payloads describe its fields as JSON has them: numbers and "
                "flags as such, text without its escapes (%20 is a space), lists as arrays, any "
                "other value as it stands on the line. README.md beside this file is the "
                "specification; generate.py writes this file from messages.tsv."),
            "license": {"name": "Apache 2.0",
                        "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "defaultContentType": "text/plain",
        "servers": {
            "tcp": {"host": here, "protocol": "tcp", "description": "Plain lines."},
            "tls": {"host": here, "protocol": "tls", "description": "The same in TLS."},
            "ws": {"host": here, "pathname": "/play", "protocol": "ws",
                   "description": "A WebSocket with the subprotocol chromatch.1: a message is "
                                  "one or more whole lines."},
            "wss": {"host": here, "pathname": "/play", "protocol": "wss",
                    "description": "The same in TLS."},
        },
        "channels": {"game": {
            "address": None, "title": "A connection", "description": "The client speaks first.",
            "messages": {name: {"$ref": f"#/components/messages/{name}"}
                         for name in names.values()}}},
        "operations": {
            "hear": operation("client", "receive", "What a server takes."),
            "tell": operation("server", "send", "What a server says.")},
        "components": {
            "messages": {name: described(message, examples.get((message.side, message.verb)))
                         for message, name in names.items()},
            "schemas": types(readme, refusals)},
    }


def yaml(node, indent=""):
    """A value as YAML 1.2: each part on a line as JSON, where that is not long."""
    flow = json.dumps(node, ensure_ascii=False)
    if not isinstance(node, (dict, list)) or not node or len(flow) + len(indent) <= 88:
        return f" {flow}\n"
    lines = node.items() if isinstance(node, dict) else ((None, one) for one in node)
    text = "\n"
    for key, one in lines:
        # YAML 1.1 takes on, n and others for true and false.
        start = "-" if key is None else f"{key}:" if key not in BOOLEANS else f'"{key}":'
        text += f"{indent}{start}{yaml(one, indent + '  ')}"
    return text
