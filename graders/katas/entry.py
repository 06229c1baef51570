"""Find in a survey of a file what a kata could call, and what was perhaps meant for it."""

from __future__ import annotations

import difflib

from graders.request import Survey


def functions_named(survey: Survey, name: str, signature: str) -> list[str]:
    """Return the module-level function called `name`, in words; empty where there is none.

    >>> functions_named(Survey(functions=("helper", "solution")), "solution", "(rows)")
    ['the function solution(rows)']
    """
    return [f"the function {name}{signature}"] if name in survey.functions else []


def classes_with(survey: Survey, method: str) -> list[str]:
    """Return every class that has the method, in words.

    >>> classes_with(Survey(methods=(("Bot", ("__init__", "play")),)), "play")
    ['the class Bot with its method play']
    """
    return [
        f"the class {name} with its method {method}"
        for name, own in survey.methods
        if method in own
    ]


def misspelt(survey: Survey, name: str) -> str | None:
    """Return the function or method whose name comes closest to `name`; None where none does.

    >>> misspelt(Survey(functions=("main", "findBestMove")), "find_best_move")
    'findBestMove'
    """
    names = [*survey.functions, *(method for _, own in survey.methods for method in own)]
    plain = {_plain(each): each for each in names}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.7)
    return plain[close[0]] if close else None


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
