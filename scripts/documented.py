#!/usr/bin/env python3
"""Counts the public symbols of a module, and fails if one's documentation lacks what its declaration asks for.

Each needs a summary, a type an example too; a function its parameters, what it returns and what it throws, and how its
work grows if it waits or may fail.

    scripts/documented.py FOLDER [--list]

FOLDER holds what `swift symbolgraph-extract` has made. What the compiler makes by itself is not looked at. --list names
each symbol with its place.
"""

import glob
import json
import sys

# What the compiler writes the documentation of, or the protocol that asks for it.
GIVEN = {"init(rawValue:)", "init(from:)", "<(_:_:)", "==(_:_:)"}
TYPES = {"class", "struct", "enum", "protocol"}
# Names that say everything in their summaries.
PLAIN_TYPES = {"AsyncIterator", "Row", "Section", "Renaming", "Side", "Order", "StepChange"}


def symbols(folder):
    for name in sorted(glob.glob(f"{folder}/*.symbols.json")):
        with open(name) as file:
            for symbol in json.load(file)["symbols"]:
                if "::SYNTHESIZED::" not in symbol["identifier"]["precise"] and "location" in symbol:
                    yield symbol


def effects(declaration):
    """What stands behind a function's parameters: whether it waits, throws and returns something."""
    depth = 0
    for index in range(declaration.find("("), len(declaration)):
        depth += {"(": 1, ")": -1}.get(declaration[index], 0)
        if depth == 0:
            return declaration[index + 1 :].split("->")[0]
    return ""


def missing(symbol):
    """The parts that the documentation of a symbol lacks."""
    text = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    name = symbol["pathComponents"][-1]
    if not text.strip():
        return ["summary"]
    parts = []
    if kind in TYPES and name not in PLAIN_TYPES:
        if "\n    " not in text:
            parts.append("example")
    if kind in {"method", "init", "type.method", "subscript"} and name not in GIVEN:
        signature = symbol.get("functionSignature", {})
        if signature.get("parameters") and "- Parameter" not in text:
            parts.append("parameters")
        returned = "".join(part["spelling"] for part in signature.get("returns", []))
        if kind not in {"init", "subscript"} and returned not in {"", "()", "Void"} and "- Returns" not in text:
            parts.append("returns")
        if "throws" in effects(declaration) and "- Throws" not in text:
            parts.append("throws")
        works = "throws" in effects(declaration) or "async" in effects(declaration)
        if kind == "method" and works and "- Complexity" not in text:
            parts.append("complexity")
    return parts


def main():
    found = list(symbols(sys.argv[1]))
    lacking = 0
    for symbol in sorted(found, key=lambda symbol: (symbol["location"]["uri"], symbol["location"]["position"]["line"])):
        place = symbol["location"]["uri"].split("/Sources/")[-1] + ":" + str(symbol["location"]["position"]["line"] + 1)
        name = ".".join(symbol["pathComponents"])
        parts = missing(symbol)
        if parts:
            lacking += 1
            print(f"{place}: {name} lacks its {', '.join(parts)}", file=sys.stderr)
        elif "--list" in sys.argv:
            print(f"{place}: {name}")
    print(f"{len(found)} public symbols, {lacking} of them with incomplete documentation.", file=sys.stderr)
    sys.exit(1 if lacking else 0)


main()
