"""The bytes of a file may be handed over in place of the file."""

import hashlib

from graders import grade_file
from graders.grading.grade_file import Start
from graders.model.verdict import Verdict

SOURCE = b"def find_best_move(board):\n    return 3\n"


def test_bytes_are_graded_under_a_name_at_which_nothing_lies() -> None:
    told: list[Start] = []
    card = grade_file(
        "alice/mine.py", content=SOURCE, case="phase2/*", suites=["phase2"], on_start=told.append
    )
    assert card.submission.path == "alice/mine.py"
    assert card.submission.sha256 == hashlib.sha256(SOURCE).hexdigest()
    assert card.score > 0
    assert told[0].content == SOURCE


def test_what_could_not_be_read_is_a_load_error_that_says_why() -> None:
    card = grade_file("alice/mine.py", unreadable="it cannot be read: no such luck")
    (result,) = card.results
    assert result.verdict is Verdict.LOAD_ERROR
    assert "no such luck" in result.message
