"""Gather what is known of a run beside its results: what its source shows.

The source is a stranger's. It is parsed here and nothing of it is run; one that is too large or
too deep for the parser is not read, and then no more is said than the results tell.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.grading.reached import whole_tree
from graders.katas.kata import Kata, Ran
from graders.model.limits import KIB
from graders.model.scorecard import Probed
from graders.model.spelling import Speech
from graders.model.submission import Submission

LARGEST_READ = 128 * KIB
"""Bytes, of a folder of all its source files."""
LONGEST_LINE = 1000
"""Bytes: of a longer line the parser may need more stack than there is."""
_RANDOM = re.compile(rb"\b(?:random|randomInt|randomBytes|randomUUID|getRandomValues)\b")


def ran_of(submission: Submission, kata: Kata[Any], probed: tuple[Probed, ...] = ()) -> Ran:
    """Return what the standing of a submission takes beside the results of its run."""
    if not is_in_python(submission):
        return Ran(speech=_speech_of(submission), probed=probed)
    code = _code_of(submission, kata)
    return Ran(code=code, one_file=submission.files is None, probed=probed)


def _code_of(submission: Submission, kata: Kata[Any]) -> object | None:
    tree = parsed(submission)
    try:
        return None if tree is None else kata.read_code(tree)
    except RecursionError:
        return None  # it is too deep to be read, and then no more is said than the results tell


def draws_random_numbers(submission: Submission, kata: Kata[Any]) -> bool:
    """Tell whether a source draws random numbers: what it plays on a probe then proves nothing.

    One that is not parsed does where it names what draws them; of a program no source is seen.
    """
    if is_in_python(submission):
        code = _code_of(submission, kata)
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
