"""The bytes of a file may be handed over in place of the file."""

import hashlib

import pytest

from graders import grade_file
from graders.grading.grade_file import Start
from graders.model.submission import Content, Files, SourceFile
from graders.model.verdict import Verdict

SOURCE = b"def find_best_move(board):\n    return 3\n"


def test_bytes_are_graded_under_a_name_at_which_nothing_lies() -> None:
    told: list[Start] = []
    card = grade_file(
        "alice/mine.py", content=SOURCE, case="*/quiet*#1", suites=["phase2"], on_start=told.append
    )
    assert card.submission.path == "alice/mine.py"
    assert card.submission.sha256 == hashlib.sha256(SOURCE).hexdigest()
    assert card.results[0].accepted
    assert told[0].content == SOURCE


@pytest.mark.parametrize(
    ("content", "kata", "why"),
    [
        (b"def other(): ...\n", None, "found the function other"),
        (b"x = = 1\n", None, "SyntaxError"),
        (b"# \xff\n", "best_move", "it is not UTF-8"),
        (Files((SourceFile("a.py", b"x = 1\n"), SourceFile("b.py", b"y = 1\n"))), None, "none of"),
        (b"x = = 1\n", "best_move", ""),
        (b"import nowhere\n", "best_move", ""),
        (b"def other(): ...\n", "best_move", ""),
    ],
)
def test_it_is_told_why_nothing_is_run_where_that_is_its_own_fault(
    content: Content, kata: str | None, why: str
) -> None:
    told: list[Start] = []
    where = {"kata": kata, "content": content, "case": "phase2/*", "on_start": told.append}
    card = grade_file("alice/mine.py", **where)  # type: ignore[arg-type]
    assert {each.verdict for each in card.results} == {Verdict.LOAD_ERROR}
    assert bool(told[0].refused) is bool(why)
    assert why in told[0].refused
