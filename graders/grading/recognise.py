"""Recognise which kata a file was written for, from what it defines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from graders.grading.messages import Manner, nothing_found, unreadable
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.outcome import Raised
from graders.model.request import Survey
from graders.model.submission import names_spelled, spelled

MOST_NAMES_LISTED = 12
_OTHER_NAMES = "classes with names of their own need {} and a driver, which kata adapt FILE writes"


class NotRecognisedError(ValueError):
    """Say what a file defines, and what it would have to define.

    `raised` is the exception that kept it from being read, if one did.
    """

    def __init__(self, words: str, raised: Raised | None = None) -> None:
        super().__init__(words)
        self.raised = raised


def recognise(survey: Survey, wanted: str | None = None) -> Kata[Any]:
    """Return the kata that a file was written for; with `wanted`, always that one.

    Which of several entries of one kata is meant shows only when the file is loaded. Names that
    were imported or computed count only where nothing is written out.

    Raises `NotRecognisedError` if the file cannot be read, or if no kata is wanted and the file
    defines an entry point of none or of several; `ValueError` if there is no kata called `wanted`.
    """
    chosen = None if wanted is None else kata_named(wanted)
    if survey.problem is not None:
        problem = survey.problem
        raised = problem if isinstance(problem, Raised) else None
        raise NotRecognisedError(unreadable(problem), raised)
    if chosen is not None:
        return chosen
    perhaps = replace(survey, functions=survey.functions + survey.others)
    for view in (survey, perhaps):
        katas = all_katas().of_names(_names(view))
        entries = {kata.name: of_kata for kata in katas if (of_kata := kata.entries(view))}
        if len(entries) == 1:
            return kata_named(next(iter(entries)))
        if entries:
            raise NotRecognisedError(_too_many(entries))
    raise NotRecognisedError(_nothing(survey, list(all_katas().values())))


def _names(survey: Survey) -> set[str]:
    names = set(survey.functions) | set(survey.last[1] if survey.last else ())
    return names.union(*({name, *methods} for name, methods in survey.methods))


def _too_many(entries: Mapping[str, Sequence[str]]) -> str:
    every = [entry for of_kata in entries.values() for entry in of_kata]
    left = len(every) - MOST_NAMES_LISTED
    found = " and ".join([*every[:MOST_NAMES_LISTED], *([f"{left} more"] if left > 0 else [])])
    choice = " or ".join(f"--kata {name}" for name in entries)
    return f"found {found}; expected those of one kata: choose with {choice}"


def _nothing(survey: Survey, katas: Sequence[Kata[Any]]) -> str:
    methods = [f"{name}.{method}" for name, own in survey.methods for method in own]
    wanted = {spelled(kata.function, survey.speech) for kata in katas}
    classes = [name for name, _ in survey.methods if name in wanted]
    names = [*methods, *survey.functions, *survey.others, *classes]
    expected = [
        (name, names_spelled(kata.expects, survey.speech))
        for kata in katas
        for name in [spelled(kata.function, survey.speech)]
    ]
    others = [kata.otherwise for kata in katas if kata.otherwise]
    manner = Manner(survey.speech, survey.modules)
    said = nothing_found(_found(survey), expected, names, manner, others)
    driven = [f"--kata {kata.name}" for kata in katas if kata.is_driven]
    return f"{said}; {_OTHER_NAMES.format(' or '.join(driven))}" if survey.methods else said


def _found(survey: Survey) -> str:
    parts = [
        _listed("function", "functions", survey.functions),
        _listed("class", "classes", [name for name, _ in survey.methods]),
    ]
    return " and ".join(part for part in parts if part) or "no function and no class"


def _listed(one: str, many: str, names: Iterable[str]) -> str:
    names = list(names)
    if not names:
        return ""
    listed = ", ".join(names[:MOST_NAMES_LISTED])
    more = f" and {len(names) - MOST_NAMES_LISTED} more" if len(names) > MOST_NAMES_LISTED else ""
    return f"the {one if len(names) == 1 else many} {listed}{more}"
