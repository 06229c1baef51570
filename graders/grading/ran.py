"""Gather what is known of a run beside its results: the machine's speed, the source that was read.

The source is a stranger's. It is parsed here and nothing of it is run; one that is too large or
too deep for the parser is not read, and then no more is said than the results tell.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.grading.intake import read
from graders.grading.reached import whole_tree
from graders.grading.speed import drop_undo_per_s
from graders.katas import kata_named
from graders.katas.kata import Kata, Ran
from graders.model.limits import KIB
from graders.model.scorecard import Probed, Scorecard
from graders.model.spelling import Speech
from graders.model.submission import Submission

LARGEST_READ = 128 * KIB
"""Bytes, of a folder of all its source files."""
LONGEST_LINE = 1000
"""Bytes: of a longer line the parser may need more stack than there is."""


def ran_of(submission: Submission, kata: Kata[Any], probed: tuple[Probed, ...] = ()) -> Ran:
    """Return what the standing of a submission takes beside the results of its run."""
    if not is_in_python(submission):
        return Ran(timed_alike=False, speech=_speech_of(submission), probed=probed)
    tree = parsed(submission)
    code = None if tree is None else kata.read_code(tree)
    return Ran(drop_undo_per_s(), code, probed=probed)


def _speech_of(submission: Submission) -> Speech:
    if submission.command is not None:
        return Speech.PYTHON
    try:
        return language_of(submission.path).speech
    except UnknownLanguageError:
        return Speech.PYTHON


def is_in_python(submission: Submission) -> bool:
    """Tell whether it runs as what the machine's speed is measured on: a file in Python."""
    if submission.command is not None:
        return False
    try:
        return language_of(submission.path) is LANGUAGES[0]
    except UnknownLanguageError:
        return False


def parsed(submission: Submission) -> ast.Module | None:
    """Return the syntax tree of a source in Python, None for one that is not read.

    Of a folder it is that of the file that is called, with all files that it comes to import.
    """
    if not is_in_python(submission):
        return None
    if submission.files is None:
        return _parsed(submission.source)
    sources = (file for file in submission.files.files if file.name.endswith(".py"))
    if sum(len(file.content) for file in sources) > LARGEST_READ:
        return None
    return whole_tree(submission.files, submission.name, _parsed)


def _parsed(source: bytes) -> ast.Module | None:
    if len(source) > LARGEST_READ or any(len(line) > LONGEST_LINE for line in source.split(b"\n")):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def part_of(card: Scorecard, file: Path, cases: Collection[str]) -> Scorecard:
    """Return the scorecard of `file` as it would be if only some `cases` had been graded, by id.

    What a mistake was proved with is kept.
    """
    kata = kata_named(card.kata)
    results = tuple(result for result in card.results if result.id in cases)
    findings = () if card.standing is None else card.standing.findings
    probed = tuple(each for finding in findings for each in finding.probes)
    ran = ran_of(read(file), kata, probed)
    return replace(card, results=results, standing=kata.standing(results, ran))
