"""A board is read in whatever form it is shown, and what is no board is not read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from graders.katas.connect4.grids import Grid, read, size

ROWS = [".......", ".......", ".......", ".......", "..1....", "..2....", "1.211.2"]
EMPTY = ["......."] * 7


def drawn(rows: list[str], signs: str, form: str) -> str:
    """Draw rows in one of the forms; the three signs are those of nobody, 1 and 2."""
    table = dict(zip(".12", signs.split(","), strict=True))
    cells = [[table[cell] for cell in row] for row in rows]
    numbered = range(7)
    match form:
        case "compact":
            return "\n".join("".join(row) for row in cells)
        case "spaced":
            return "\n".join(" ".join(row) for row in cells)
        case "bars":
            return "\n".join("|" + "|".join(row) + "|" for row in cells)
        case "inner bars":
            return "\n".join(" | ".join(row) for row in cells)
        case "ruled bars":
            rule = "+" + "---+" * 7
            body = [f"| {' | '.join(row)} |\n{rule}" for row in cells]
            return "\n".join([rule, *body, "  0   1   2   3   4   5   6"])
        case "headers":
            body = [f"{at} {' '.join(row)}" for at, row in enumerate(cells)]
            return "\n".join(["  0 1 2 3 4 5 6", *body])
        case "headers below":
            body = [f"{7 - at}| {' '.join(row)} |" for at, row in enumerate(cells)]
            return "\n".join([*body, "  ---------------", "   1 2 3 4 5 6 7", "Player 1 to move"])
        case "brackets":
            return "\n".join("".join(f"[{cell}]" for cell in row) for row in cells)
        case "list a row":
            return "\n".join(map(repr, cells))
        case "nested list":
            return repr(cells)
        case "wrapped list":
            rows_ = [f"  [\n    {', '.join(r[:4])},\n    {', '.join(r[4:])}\n  ]" for r in cells]
            return "[\n" + ",\n".join(rows_) + "\n]"
        case "console.table":
            top = "┌─────────┬" + "┬".join(["───"] * 7) + "┐"
            head = "│ (index) │ " + " │ ".join(map(str, numbered)) + " │"
            rule = "├─────────┼" + "┼".join(["───"] * 7) + "┤"
            body = [f"│    {at}    │ " + " │ ".join(r) + " │" for at, r in enumerate(cells)]
            end = "└─────────┴" + "┴".join(["───"] * 7) + "┘"
            return "\n".join([top, head, rule, *body, end])
        case "double box":
            body = ["║" + "║".join(f" {cell} " for cell in row) + "║" for row in cells]
            return "\n".join(["╔" + "═" * 27 + "╗", *body, "╚" + "═" * 27 + "╝"])
        case "framed":
            body = ["|" + "".join(row) + "|" for row in cells]
            return "\n".join(["---------", *body, "---------", " 0123456"])
        case "tight bars":
            return "\n".join(["Board:", *("|" + "".join(row) + "|" for row in cells)])
        case "status below":
            body = [" ".join(row) for row in cells]
            return "\n".join([*body, "0 1 2 3 4 5 6", "Player X's turn"])
        case "named":
            head = "   " + "  ".join(f"C{at}" for at in numbered)
            return "\n".join([head, *(f"R{at} " + "   ".join(r) for at, r in enumerate(cells))])
    raise ValueError(form)


SIGNS = [".,X,O", "_,R,Y", "0,1,2", "-,x,o", "·,●,○", "⚪,🔴,🟡", "⚫️,🔴️,🟡️"]
FORMS = [
    *("compact", "spaced", "bars", "inner bars", "ruled bars", "headers", "headers below"),
    *("brackets", "list a row", "nested list", "wrapped list", "console.table", "double box"),
    *("framed", "tight bars", "status below", "named"),
]


def expected(rows: list[str], signs: str) -> Grid:
    table = dict(zip(".12", signs.split(","), strict=True))
    return tuple(tuple(table[cell] for cell in row) for row in rows)


def misread(forms: Iterable[str], signs: str, read_as: str) -> list[str]:
    """Return which of the forms, on which board, are not read as they should be."""
    return [
        f"{form} with {signs}: {shown!r}"
        for form, rows, around in product(forms, (ROWS, EMPTY), ("", "\n"))
        if read(shown := around + drawn(rows, signs, form) + around) != expected(rows, read_as)
    ]


def test_every_form_is_read_with_every_kind_of_sign() -> None:
    wrong = [each for signs in SIGNS for each in misread(FORMS, signs, signs)]
    assert not wrong, "\n".join(wrong)


def test_an_empty_cell_may_be_blank_where_the_form_shows_where_it_is() -> None:
    forms = [
        *("bars", "ruled bars", "brackets", "console.table", "double box", "spaced", "compact"),
        *("framed", "tight bars", "status below"),
    ]
    wrong = misread(forms, " ,X,O", ",X,O")
    assert not wrong, "\n".join(wrong)


def test_texts_in_a_table_have_quotes() -> None:
    assert read(drawn(ROWS, "'','X','O'", "console.table")) == expected(ROWS, ",X,O")


def test_colours_count_only_where_they_are_asked_for() -> None:
    red, yellow = "\\x1b[31m●\\x1b[0m", "\\x1b[1;33m●\\x1b[0m"
    shown = drawn(ROWS, f"○,{red},{yellow}", "spaced")
    assert read(shown) == expected(ROWS, "○,●,●")
    grid = read(shown, coloured=True)
    assert grid is not None
    assert len({cell for row in grid for cell in row}) == 3
    assert grid[6][0] == grid[4][2] != grid[5][2] != grid[0][0]


def test_a_board_may_be_returned_as_rows() -> None:
    rows = [[0 if cell == "." else int(cell) for cell in row] for row in ROWS]
    assert read(rows) == expected(ROWS, "0,1,2")
    assert read(tuple(map(tuple, rows))) == expected(ROWS, "0,1,2")
    assert read(ROWS) == expected(ROWS, ".,1,2")
    assert read([[None] * 7] * 7) == (("",) * 7,) * 7


def test_of_two_boards_the_last_counts() -> None:
    shown = drawn(EMPTY, ".,X,O", "compact") + "\n\n" + drawn(ROWS, ".,X,O", "compact")
    assert read(shown) in (expected(ROWS, ".,X,O"), None)


def test_a_board_of_seven_by_seven_has_no_other_size() -> None:
    wrong = []
    for form, rows in product(FORMS, (ROWS, EMPTY)):
        blank = "' '" if "list" in form else " "
        for nobody in (".", blank):
            shown = drawn(rows, f"{nobody},X,O", form)
            if size(shown) is not None:
                wrong.append(f"{form}: {size(shown)}, {shown!r}")
    assert not wrong, "\n".join(wrong)


def test_the_size_of_another_board_is_told() -> None:
    boards = {(6, 7): ROWS[1:], (7, 6): [row[1:] for row in ROWS]}
    forms = ["bars", "inner bars", "spaced", "compact", "nested list"]
    wrong = [
        f"{form} of {wanted}: {size(shown)}, {shown!r}"
        for form, (wanted, rows) in product(forms, boards.items())
        if size(shown := drawn(rows, ".,X,O", form)) != wanted
    ]
    assert not wrong, "\n".join(wrong)


def test_the_size_of_another_board_is_told_beside_its_numbers() -> None:
    body = [f"{at} {' '.join(row)}" for at, row in enumerate(ROWS[1:])]
    assert size("\n".join(["  0 1 2 3 4 5 6", *body, "Player 1 to move"])) == (6, 7)
    assert size([[None] * 7] * 6) == (6, 7)
    assert size(ROWS[1:]) == (6, 7)
    assert size(drawn(ROWS[1:], " ,X,O", "bars")) == (6, 7)


@pytest.mark.parametrize("shown", ["", None, 7, "Player 1 to move", "a word\n" * 6, [], [[]] * 6])
def test_what_is_no_board_has_no_size(shown: object) -> None:
    assert size(shown) is None


@pytest.mark.parametrize(
    "shown",
    [
        "",
        None,
        7,
        "Player 1 to move",
        "\n".join(["a word"] * 7),
        "\n".join(["......."] * 6),
        "\n".join(["......"] * 7),
        "\n".join(["Welcome", "players", "to this", "connect", "quickly", "nothing", "further"]),
        "0123456\n" * 7,
        [[0] * 7] * 6,
        [[0] * 6] * 7,
        "<Connect4 object>",
        "[" * 30_000,
        "|" * 30_000,
        "\\x1b[" * 9_000,
    ],
)
def test_what_is_no_board_is_not_read(shown: object) -> None:
    assert read(shown) is None
