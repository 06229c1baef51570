"""Gather what is known of a run beside its results: what its source shows.

The source is a stranger's: a confined child parses it (`source_reading.py`), and nothing of it is
run.
"""

from __future__ import annotations

import re
from typing import Any

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.grading.source_reading import Source, code_in
from graders.katas.kata import Kata, RunContext
from graders.model.files import SourceFile
from graders.model.scorecard import Probed
from graders.model.spelling import Speech
from graders.model.submission import Submission

_RANDOM = re.compile(rb"\b(?:random|randomInt|randomBytes|randomUUID|getRandomValues)\b")


def ran_of(submission: Submission, kata: Kata[Any], probed: tuple[Probed, ...] = ()) -> RunContext:
    """Return what the standing of a submission takes beside the results of its run."""
    if not is_in_python(submission):
        return RunContext(speech=_speech_of(submission), probed=probed)
    code = code_in(_source_of(submission, kata), kata.code_type())
    return RunContext(code=code, one_file=submission.files is None, probed=probed)


def draws_random_numbers(submission: Submission, kata: Kata[Any]) -> bool:
    """Tell whether a source draws random numbers: what it plays on a probe then proves nothing.

    One that is not parsed does where it names what draws them; of a program no source is seen.
    """
    if is_in_python(submission):
        code = code_in(_source_of(submission, kata), kata.code_type())
        return code is not None and kata.draws_random_numbers(code)
    if submission.files is None:
        return _RANDOM.search(submission.source) is not None
    return any(_RANDOM.search(file.content) for file in submission.files.files)


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


def _source_of(submission: Submission, kata: Kata[Any]) -> Source:
    if submission.files is None:
        files: tuple[SourceFile, ...] = (SourceFile(submission.name, submission.source),)
    else:
        files = tuple(file for file in submission.files.files if file.name.endswith(".py"))
    return Source(kata.name, submission.name, files)
