#!/usr/bin/env python3
"""Checks asyncapi.yaml: it has the structure of AsyncAPI 3.0.0, every reference leads somewhere,
payloads are schemas, and each canonical line of the vectors is one of what its payload describes.
There is no validator of AsyncAPI 3 in Python that is kept up, so the fields of its objects that the
file uses are listed here, by the specification."""

import pathlib
import sys

import jsonschema
from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "protocol"))
sys.dont_write_bytecode = True

import asyncapi  # noqa: E402
from messages import Message, Value, rows  # noqa: E402

TEXT = {"type": "string", "minLength": 1}
REFERENCE = {"type": "object", "required": ["$ref"], "properties": {"$ref": TEXT},
             "additionalProperties": False}
NAMES = {"pattern": r"^[A-Za-z0-9_\-]+$"}


def object_of(required, **optional):
    """A schema of an object: the fields that it must have, and those that it may have."""
    return {"type": "object", "required": list(required), "additionalProperties": False,
            "properties": required | optional}


def map_of(one):
    """A schema of named objects."""
    return {"type": "object", "minProperties": 1, "propertyNames": NAMES,
            "additionalProperties": one}


MESSAGE = object_of(
    {"name": TEXT, "payload": {"type": "object"}}, title=TEXT, summary=TEXT, description=TEXT,
    contentType=TEXT, examples={"type": "array", "items": object_of(
        {"payload": {"type": "object"}}, name=TEXT, summary=TEXT)})
STRUCTURE = object_of(
    {"asyncapi": {"const": "3.0.0"},
     "info": object_of({"title": TEXT, "version": TEXT}, description=TEXT,
                       license=object_of({"name": TEXT}, url={"format": "uri"} | TEXT))},
    defaultContentType=TEXT,
    servers=map_of(object_of({"host": TEXT, "protocol": TEXT}, pathname=TEXT, description=TEXT)),
    channels=map_of(object_of({}, address={"type": ["string", "null"]}, title=TEXT,
                              description=TEXT, messages=map_of(REFERENCE))),
    operations=map_of(object_of(
        {"action": {"enum": ["send", "receive"]}, "channel": REFERENCE}, summary=TEXT,
        messages={"type": "array", "items": REFERENCE})),
    components=object_of({}, messages=map_of(MESSAGE), schemas=map_of({"type": "object"})))


def references(node):
    """Every reference in a value."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    for one in node if isinstance(node, list) else ():
        yield from references(one)


def target(document, reference):
    """What a reference leads to, or None."""
    for step in reference.removeprefix("#/").split("/"):
        document = document.get(step) if isinstance(document, dict) else None
    return document


def flaws(document):
    """What is wrong with it, a sentence each."""
    for error in jsonschema.Draft7Validator(STRUCTURE).iter_errors(document):
        yield f"{error.json_path}: {error.message}"
    for reference in references(document):
        if target(document, reference) is None:
            yield f"{reference} leads nowhere"
    for row in rows("protocol/values.tsv"):
        if row["VALUE"]:
            value = Value.known[row["VALUE"]] = Value(row)
        else:
            value.add(row)
    count = 0
    for message in map(Message, rows("protocol/messages.tsv")):
        payload = document["components"]["messages"][f"{message.side}-{message.verb}"]["payload"]
        schema = payload | {"components": document["components"]}
        jsonschema.Draft7Validator.check_schema(schema)
        judge = jsonschema.Draft7Validator(schema)
        if judge.is_valid({}):
            yield f"{message.side} {message.verb}: an empty object is one"
        vectors = rows(f"protocol/vectors/{message.side}/{message.verb.lower()}.tsv")
        for row in vectors:
            if row["OUTCOME"] == "canonical":
                count += 1
                for error in judge.iter_errors(asyncapi.payload(message, row["LINE"])):
                    yield f"{row['LINE']}: {error.json_path}: {error.message}"
    print(f"{count} lines are what asyncapi.yaml says.")


def main():
    document = YAML(typ="safe").load(ROOT / "protocol/asyncapi.yaml")
    found = list(flaws(document))
    for flaw in found:
        print(f"✘ {flaw}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
