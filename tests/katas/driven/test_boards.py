"""A board is read in three forms, and has exactly the rows and columns that are shown."""

from __future__ import annotations

import pytest

from graders.katas.connect4.kata import KATA
from graders.katas.driven.boards import Grid, Signs, read_board, signs_in, usual_signs
from graders.model.verdict import Judgement, Verdict
from tests.katas.driven.here import BARE, judged

ROWS = (".......", "..X....", "..OX...")
"""Three rows, the top one first."""


def told(shown: object) -> tuple[str, ...] | None:
    grid = read_board(shown)
    return None if grid is None else tuple("".join(cell or "." for cell in row) for row in grid)


def between(bar: str) -> str:
    return "\n".join(bar + bar.join(f" {cell} " for cell in row) + bar for row in ROWS)


def table() -> str:
    """Draw rows as `console.table` of Node.js does."""
    rules = ("┌─────────┬───┐", "├─────────┼───┤", "└─────────┴───┘")
    head = "│ (index) │ " + " │ ".join(map(str, range(7))) + " │"
    rows = [
        f"│    {n}    │ " + " │ ".join(f"'{c}'" for c in row) + " │" for n, row in enumerate(ROWS)
    ]
    return "\n".join((rules[0], head, rules[1], *rows, rules[2]))


FORMS = {
    "side by side": "\n".join(ROWS),
    "apart": "\n".join(" ".join(row) for row in ROWS),
    "between bars": between("|"),
    "between lines": between("│"),
    "with empty cells": between("|").replace(".", " "),
    "in brackets": "\n".join("".join(f"[{cell}]" for cell in row) for row in ROWS),
    "rules between rows": "\n+---+---+\n".join(between("|").split("\n")),
    "a rule above and below": f"{'-' * 29}\n{between('|')}\n{'=' * 29}",
    "columns above, from 0": " ".join("0123456") + "\n" + "\n".join(" ".join(row) for row in ROWS),
    "columns below, from 1": between("|") + "\n  " + "   ".join("1234567"),
    "letters below": "\n".join(ROWS) + "\na b c d e f g",
    "numbers of rows": "\n".join(f"{3 - n} {' '.join(row)}" for n, row in enumerate(ROWS)),
    "numbers of rows on both sides": "\n".join(
        f"{n} |{'|'.join(row)}| {n}" for n, row in enumerate(ROWS)
    ),
    "console.table": table(),
    "a title": "Player 1 to move:\n\n" + between("|"),
    "lists": [list(row) for row in ROWS],
    "lists with None": [[None if cell == "." else cell for cell in row] for row in ROWS],
    "a list of texts": list(ROWS),
    "lists that are printed": "\n".join(str(list(row)) for row in ROWS),
    "a list of lists that is printed": str([list(row) for row in ROWS]),
    "in colours": "\n".join(row.replace("X", "\x1b[31mX\x1b[0m") for row in ROWS),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_board_is_read_in_each_form(form: str) -> None:
    assert told(FORMS[form]) == ROWS


@pytest.mark.parametrize("shown", ["", "nothing yet", None, 3, [], [[1, 2], [3]], {"a": 1}, "1\n2"])
def test_what_is_no_board_is_not_read(shown: object) -> None:
    assert read_board(shown) is None


def test_dashes_may_be_cells_or_rules() -> None:
    assert told("-------\n-------\n---X---") == ("-------", "-------", "---X---")
    assert told("---------------\n| |X|O| | | | |\n---------------\n| |X|O| | | | |") == (
        (".XO....", ".XO....")
    )


def test_which_sign_stands_for_what_shows_in_three_boards() -> None:
    boards = [read_board(text) for text in ("....\n....", "....\n.b..", "....\n.ba.")]
    assert signs_in(boards) == Signs(".", "b", "a")
    assert signs_in([boards[0], boards[0], boards[2]]) is None
    swapped = [read_board(text) for text in ("....\n....", "....\n.2..", "....\n.21.")]
    assert signs_in(swapped) is None, "2 is no sign of player 1"


def test_without_such_boards_a_sign_means_what_it_does_by_custom() -> None:
    grid: Grid = (("", "🔴", "🟡", ""),)
    assert usual_signs(grid).players(grid) == (".12.",)


SIZES = {
    "[rows[0], rows[0], *rows]": "9 rows and 7 columns",
    "[rows[0], *rows]": "8 rows and 7 columns",
    "rows[1:]": "6 rows and 7 columns",
    '[row + "." for row in rows]': "7 rows and 8 columns",
    "[row[:-1] for row in rows]": "7 rows and 6 columns",
}
TEXT = """
    def text(self):
        cells = [[str(self.discs.get((6 - r, c), ".")) for c in range(7)] for r in range(7)]
        rows = ["".join(row) for row in cells]
        return "\\n".join(self.framed(rows))
"""


@pytest.mark.parametrize(("shown", "size"), SIZES.items())
def test_a_board_of_another_size_fails(shown: str, size: str) -> None:
    def found(rows: str) -> Judgement:
        source = f"{BARE}{TEXT}\n    def framed(self, rows):\n        return {rows}\n"
        return judged(KATA, source, "play 3", "board -> ///1///")

    assert found("rows").verdict is Verdict.ACCEPTED
    assert found(shown).verdict is Verdict.WRONG_ANSWER
    assert found(shown).message.endswith(f"it shows {size}; the board has 7 and 7")
