"""What stands beside a miss: the function that is called, and the line that the source says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.model.submission import Files, SourceFile
from graders.reports.pages.listing import (
    LEAST_SHOWN,
    MOST_SHOWN,
    Beside,
    Excerpt,
    Mark,
    code_beside,
    listings,
)

PYTHON = b'''\
import functools

TABLE = {
    "def find_best_move(": 1,
}

@functools.cache
def find_best_move(
    board,
) -> int:
    """Text that is
no further in."""
    # a remark
# another
    return helper(board)

def helper(board):
    raise ValueError("no")
'''
JAVASCRIPT = b"""\
// function findBestMove() {
const centre = (a) => a;
export const findBestMove = async (board) => {
  const text = "}";
  return { column: text };
};
class Bot {
  solution(rows) {
    while (true) { rows(); }
  }
}
"""


def beside(content: bytes | Files, *names: str, mark: Mark | None = None) -> Beside:
    name = "a.mjs" if content is JAVASCRIPT else "a.py"
    entry = content.entry if isinstance(content, Files) else ""
    found = code_beside(list(listings(content, name, entry)), names, mark)
    assert found is not None
    return found


def first_and_last(excerpt: Excerpt) -> tuple[int, int]:
    return excerpt.numbers[0], excerpt.numbers[-1]


def filled(lines: int) -> bytes:
    """Return lines that are in no function, to keep others apart."""
    return b"".join(b"X%d = 1\n" % number for number in range(lines))


def test_the_function_that_is_called_is_shown_with_its_decorator_and_what_follows_it() -> None:
    (shown,) = beside(PYTHON + filled(100), "find_best_move").excerpts
    assert (shown.heading, shown.first, len(shown.lines)) == ("find_best_move", 7, LEAST_SHOWN)


@pytest.mark.parametrize(
    ("name", "lines"), [("find_best_move", (3, 6)), ("solution", (8, 10)), ("Bot", (7, 11))]
)
def test_a_function_in_javascript_ends_with_its_braces(
    monkeypatch: pytest.MonkeyPatch, name: str, lines: tuple[int, int]
) -> None:
    monkeypatch.setattr("graders.reports.pages.listing.LEAST_SHOWN", 1)
    (shown,) = beside(JAVASCRIPT, name).excerpts
    assert first_and_last(shown) == lines


def test_a_marked_line_near_it_is_in_the_same_excerpt_and_one_far_off_in_its_own() -> None:
    near = beside(PYTHON, "find_best_move", mark=Mark(18, "", "raised here"))
    assert [each.heading for each in near.excerpts] == ["find_best_move"]
    assert (near.marked, near.why) == (18, "raised here")
    assert 18 in near.excerpts[0].on_paper
    far = PYTHON.replace(b"def helper", filled(100) + b"def helper")
    called, marked = beside(far, "find_best_move", mark=Mark(118, "", "")).excerpts
    assert (called.heading, marked.heading) == ("find_best_move", "helper")
    assert first_and_last(marked) == (117, 118)


def test_of_a_long_function_a_part_is_shown_that_has_the_marked_line() -> None:
    long = b"def f():\n" + b"    x = 1\n" * 400
    (shown,) = beside(long, "f").excerpts
    assert (len(shown.lines), shown.more) == (MOST_SHOWN, 401 - MOST_SHOWN)
    _, marked = beside(long, "f", mark=Mark(300, "", "")).excerpts
    assert 300 in marked.numbers
    assert len(marked.lines) == MOST_SHOWN


def test_a_line_in_no_function_has_the_lines_around_it() -> None:
    _, marked = beside(PYTHON + filled(100), "find_best_move", mark=Mark(60, "", "")).excerpts
    assert first_and_last(marked) == (55, 65)


def test_in_a_folder_it_is_looked_for_in_every_file_and_a_line_in_its_own() -> None:
    folder = Files(
        (
            SourceFile("helper.py", b"def find_best_move(board):\n    return 3\n"),
            SourceFile("main.py", b"from helper import find_best_move\n"),
            SourceFile("other.py", b"x = 1\ndef raises():\n    1 / 0\n"),
        ),
        "main.py",
    )
    called, marked = beside(folder, "find_best_move", mark=Mark(3, "other.py", "")).excerpts
    assert (called.heading, called.first) == ("find_best_move, helper.py", 1)
    assert (marked.heading, marked.first) == ("raises, other.py", 2)


def test_the_file_below_has_all_lines_in_order_and_says_which_stand_above() -> None:
    (file,) = listings(PYTHON + filled(100), "a.py", "")
    found = code_beside([file], ["find_best_move"], Mark(60, "", ""))
    assert found is not None
    stretches = list(file.stretches(found.excerpts))
    assert [each.above for each in stretches] == [None, 0, None, 1, None]
    assert tuple(line for each in stretches for line in each.lines) == file.text.lines
    within = replace(found.excerpts[0], first=10, lines=file.text.lines[9:12])
    stretches = list(file.stretches((*found.excerpts, within)))
    assert tuple(line for each in stretches for line in each.lines) == file.text.lines, (
        "lines that are in two excerpts are there once"
    )


def test_where_nothing_of_that_name_is_the_file_is_shown_from_its_beginning() -> None:
    (shown,) = beside(b"x = 1\n", "find_best_move").excerpts
    assert (shown.heading, shown.first) == ("", 1)
    assert code_beside(list(listings(b"", "a.py", "")), ["f"]) is None


def test_a_line_that_the_file_does_not_have_is_not_marked() -> None:
    shown = beside(PYTHON, "find_best_move", mark=Mark(400, "", "raised"))
    assert (len(shown.excerpts), shown.marked) == (1, None)
