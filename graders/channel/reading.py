"""Decode a line of JSON that a stranger may have written, within bounds that are known ahead.

Whatever would take long is refused before it is parsed: by the size of the line, by how much may
be nested in it, by the length of a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from graders.model.limits import MIB
from graders.model.text import harmless, on_one_line

MOST_OF_A_SMALL_REPLY = MIB
"""So many bytes may a reply take that holds neither an answer nor a survey."""
MOST_NESTED = 1 << 18
"""So many lists and objects may a reply hold, the brackets in its texts counted too."""
MOST_DIGITS = 400
"""So long may a number be that stands in a reply as such."""
MOST_ITEMS = 1 << 18
"""So many commas may a reply hold, those in its texts counted too."""
LEAST_OF_AN_ITEM = 16
"""So many bytes at least does each list, object and item take in `weight`."""
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))
_KEEP_LINES = ("message", "notes")
"""The fields that may hold several lines; all other texts are written on one."""
_KEEP_TABS = ("text",)


class RefusedError(ValueError):
    """Say why a line is not even parsed, or not as what it claims to be."""


def weight(line: bytes) -> int:
    """Return as how many bytes a reply counts among several that are kept.

    What is short on the wire may take much once it is decoded, so that no item counts as less than
    `LEAST_OF_AN_ITEM`.

    >>> weight(b'"text"'), weight(b"[[],[],[]]")
    (6, 96)
    """
    items = line.count(b"[") + line.count(b"{") + line.count(b",")
    return max(len(line), LEAST_OF_AN_ITEM * items)


def decoded(line: bytes) -> object:
    """Return what a line of strict JSON stands for, as its texts were sent.

    Raises `RefusedError` for what holds too much and for a name that an object uses twice,
    `ValueError` for what is no JSON, and `RecursionError`.
    """
    if line.count(b"[") + line.count(b"{") > MOST_NESTED:
        raise RefusedError(f"it holds more than {MOST_NESTED} lists and objects")
    if line.count(b",") > MOST_ITEMS:
        raise RefusedError(f"it holds more than {MOST_ITEMS} items")
    decoder = _careful if _LONG_NUMBER.search(line) else _decoder
    # Not msgspec's own parser: it refuses half a surrogate pair, which a str may well hold.
    return decoder.decode(line.decode("utf-8"))


def readable(node: object, write: Callable[[str], str] = on_one_line) -> object:
    """Return a reply with all text in it harmless to a terminal; its value has its own ways."""
    if isinstance(node, str):
        return write(node)
    if isinstance(node, list):
        return [readable(item, write) for item in node]
    if isinstance(node, dict):
        return {
            key: item if key == "value" else readable(item, _writer(key))
            for key, item in node.items()
        }
    return node


def _writer(key: str) -> Callable[[str], str]:
    if key in _KEEP_LINES:
        return harmless
    return _with_tabs if key in _KEEP_TABS else on_one_line


def _with_tabs(text: str) -> str:
    return "\t".join(map(on_one_line, text.split("\t")))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RefusedError("it uses a name twice in one object")
    return found


def _number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise RefusedError(f"it holds a number of more than {MOST_DIGITS} digits")
    return int(text)


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number)
_careful = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_int=_number)
