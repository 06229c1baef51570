"""Find in a survey of a file what a kata could call."""

from __future__ import annotations

from graders.model.request import Survey


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
