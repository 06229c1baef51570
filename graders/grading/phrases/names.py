"""Say what a file defines in place of what is wanted, and what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence

from graders.model.outcome import NothingToCall
from graders.model.spelling import Speech, spelled

MOST_NAMES_LISTED = 20


def nothing_to_call(nothing: NothingToCall) -> str:
    """Say what was found in a loaded file, what was expected, and what may have been meant."""
    name = spelled(nothing.function, nothing.speech)
    expected = nothing.expects.replace(nothing.function, name) or f"a function {name}"
    if nothing.found:
        found = " and ".join(_entry(name) for name in nothing.found)
        beside = name in nothing.found  # a function, and a class that it does not use
        advice = "; let the function use the class, or rename one of them" if beside else ""
        return f"found {found}; expected only one of them: {expected}{advice}"
    found = ", ".join(nothing.names[:MOST_NAMES_LISTED]) or "nothing that can be called"
    return nothing_found(found, [(name, expected)], nothing.names, nothing.speech)


def _entry(name: str) -> str:
    owner, _, method = name.rpartition(".")
    return f"the class {owner} with its method {method}" if owner else f"the function {name}"


def nothing_found(
    found: str,
    expected: Sequence[tuple[str, str]],
    names: Collection[str],
    speech: Speech = Speech.PYTHON,
) -> str:
    """Say what was expected, each with the name to define, and which of `names` was meant for it.

    A method is among the names as `Class.method`.

    >>> nothing_found("f", [("solution", "a function solution(rows)")], ["Game.solution"])
    'found f; expected a function solution(rows); solution has to be a function of the module'
    """
    words = f"found {found}; expected {'; or '.join(text for _, text in expected)}"
    for name, _ in expected:
        if speech is Speech.JAVASCRIPT and _is_defined(name, names):
            words += f"; {name} has to be exported: write `export` before what defines it"
        elif any(each.endswith(f".{name}") for each in names):
            words += f"; {name} has to be a function of the module"
        elif name in names:
            words += f"; {name} has to be a function, and is none"
        elif close := _closest(name, names):
            words += f"; was {close} meant to be {name}?"
    return words


def _is_defined(name: str, names: Collection[str]) -> bool:
    return name in names or any(each.endswith(f".{name}") for each in names)


def _closest(name: str, names: Iterable[str]) -> str:
    plain = {_plain(each): each.rpartition(".")[2] for each in names}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.7)
    return plain[close[0]] if close else ""


def _plain(name: str) -> str:
    return name.rpartition(".")[2].replace("_", "").lower()
