"""Find in a survey of a file what a kata could call, spelled as in any of the languages."""

from __future__ import annotations

from graders.model.request import Survey
from graders.model.submission import Speech, spelled


def functions_named(survey: Survey, name: str, signature: str) -> list[str]:
    """Return the module-level function called `name`, in words; empty where there is none.

    >>> functions_named(Survey(functions=("helper", "solution")), "solution", "(rows)")
    ['the function solution(rows)']
    >>> in_camel_case = Survey(functions=("bestMove",), speech=Speech.JAVASCRIPT)
    >>> functions_named(in_camel_case, "best_move", "()")
    ['the function bestMove()']
    """
    return [
        f"the function {spelled}{signature}"
        for spelled in _spellings(name, survey.speech)
        if spelled in survey.functions
    ]


def classes_with(survey: Survey, method: str) -> list[str]:
    """Return every class that has the method, in words.

    >>> classes_with(Survey(methods=(("Bot", ("__init__", "play")),)), "play")
    ['the class Bot with its method play']
    """
    return [
        f"the class {name} with its method {spelled}"
        for name, own in survey.methods
        for spelled in _spellings(method, survey.speech)
        if spelled in own
    ]


def _spellings(name: str, speech: Speech) -> tuple[str, ...]:
    return tuple(dict.fromkeys((name, spelled(name, speech))))
