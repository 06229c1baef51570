"""A session is judged in terms of the game, and what is left open costs nothing."""

from __future__ import annotations

import pytest

from graders.katas.connect4.acquaint import DRAWN, WON_BY_1, WON_BY_2, WON_LEVEL
from graders.katas.connect4.brute_force import Game
from graders.katas.connect4.kata import KATA
from graders.katas.kata import CannotBeCalledError, TaskError
from graders.model.found import Found
from graders.model.listing import Listing
from graders.model.picture import Picture
from graders.model.request import Survey
from graders.model.session import Call, Construct, Session
from graders.model.verdict import Verdict
from tests.katas.connect4.here import BASE, acquainted, changed, judged

RAISES = ('raise ValueError(f"there is no column', 'raise IndexError(f"there is no column')


@pytest.fixture(scope="module")
def usual():  # type: ignore[no-untyped-def]
    return acquainted(BASE)


@pytest.mark.parametrize(
    ("moves", "winner"), [(WON_BY_1, 1), (WON_BY_2, 2), (WON_LEVEL, 1), (DRAWN, 0)]
)
def test_the_games_of_the_conversation_end_as_they_are_called(
    moves: tuple[int, ...], winner: int
) -> None:
    game = Game()
    assert all(game.play(column) for column in moves)
    assert (game.winner(), game.is_over()) == (winner, True)


def test_the_reference_is_got_to_know(usual) -> None:  # type: ignore[no-untyped-def]
    assert usual.manner == (
        Found("a refused move", "raises ValueError"),
        Found("the winner", "from check_winner(): 1 and 2"),
        Found("the board", "printed by print(), X and O, empty is ."),
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("    def play(", "    def drop("), "needs a method play(col); the methods that it has: "),
        (("    def print(", "    def paint("), "needs a method print(); the methods that it has: "),
        (("def check_winner(self)", "def check_winner(self, row)"), "says nowhere who has won"),
        (("def __init__(self)", "def __init__(self, size)"), "without arguments, but needs 1"),
        (("def play(self, col: int)", "def play(self, col, player)"), "play needs 2 arguments"),
    ],
)
def test_a_part_that_every_case_needs_is_missed_by_name(change: tuple[str, str], said: str) -> None:
    with pytest.raises(CannotBeCalledError) as missing:
        acquainted(changed(change))
    assert said in str(missing.value)


def test_one_object_is_made_for_each_game_and_only_when_it_is_used() -> None:
    task = KATA.read_task({"steps": ["play 3 4", "second board -> //////", "winner -> nobody"]})
    request = KATA.request(task)
    assert isinstance(request, Session)
    assert [type(step) for step in request.steps] == [Construct, Call, Call, Construct, Call, Call]
    assert request.names == ("Connect4",)


@pytest.mark.parametrize(
    ("change", "steps", "said"),
    [
        (
            ("return self._winner or None", "return 3 - self._winner if self._winner else None"),
            ["play 0 1 0 1 0 1 0", "winner -> 1"],
            "step 8 of 8, check_winner(): player 1 won, and it says 2, which is player 2",
        ),
        (
            ("for row in self.rows():", "for row in reversed(self.rows()):"),
            ["play 3", "board -> ///1///"],
            "step 2 of 2, print(): the board is upside down: the first row that is shown has to be",
        ),
        (
            ('print(" ".join(row))', 'print(" ".join(row[1:] + "."))'),
            ["play 2", "board -> //1////"],
            "every disc is one column too far to the left: columns count from 0",
        ),
        (
            ('print(" ".join(row))', 'print(" ".join(reversed(row)))'),
            ["play 2", "board -> //1////"],
            "left and right are swapped: column 0 is the left one",
        ),
        (
            ("for row in self.rows():", 'for row in map("".join, zip(*self.rows())):'),
            ["play 2", "board -> //1////"],
            "rows and columns are swapped",
        ),
        (
            ("self._board[row][col] = self._player", "self._board[row][min(col, 5)] = 1"),
            ["play 0 6", "board -> 1//////2"],
            "column 6, row 1 from below: it shows empty, and has to be a disc of player 2, and 1 "
            "more cell differs",
        ),
        (
            ("if not 0 <= col < SIZE:", "if not col < SIZE:"),
            ["play -1 -> refused"],
            "step 1 of 1, play(-1): it has to be refused, and was played: it returned None, as a "
            "move that is played does; this class refuses by raising ValueError",
        ),
        (
            ("self._free -= 1", "self.free -= 1"),
            ["play 3"],
            "step 1 of 1, play(3): AttributeError: 'Connect4' object has no attribute 'free' in "
            "line ",
        ),
        (
            ("if not 0 <= col < SIZE:", "if not 0 < col < SIZE:"),
            ["play 0"],
            "step 1 of 1, play(0): this move is possible, and was refused: ValueError: there is no",
        ),
        (
            ('print(" ".join(row))', "pass"),
            ["board -> //////"],
            "step 1 of 1, print(): no board of 7 rows and 7 columns can be read; it begins '0 1",
        ),
    ],
)
def test_a_difference_is_told_in_terms_of_the_game(
    change: tuple[str, str], steps: list[str], said: str
) -> None:
    source = changed(change)
    verdict, _, _ = judged(acquainted(source), source, steps=steps)
    assert said in verdict.message
    assert verdict.verdict in (Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR)
    assert (verdict.verdict is Verdict.RUNTIME_ERROR) == ("AttributeError" in said)


OBJECTS = (
    ("self._winner or None", "PLAYERS[self._winner - 1] if self._winner else None"),
    (
        "class Connect4:",
        "class Player:\n    def __init__(self, name):\n        self.name = name\n\n\n"
        "PLAYERS = [Player('A'), Player('B')]\n\n\nclass Connect4:",
    ),
)


def test_a_winner_may_be_an_object_that_only_its_fields_tell_apart() -> None:
    source = changed(*OBJECTS)
    kata = acquainted(source)
    assert "Player(name='A') (" in kata.manner[1].how
    steps = [
        "play 0 1 0 1 0 1 0",
        "winner -> 1",
        "second play 6 0 1 0 1 0 2 0",
        "second winner -> 2",
    ]
    assert judged(kata, source, steps=steps)[0].verdict is Verdict.ACCEPTED


def test_a_move_that_returns_the_object_itself_tells_no_winner() -> None:
    source = changed(
        ("return self._winner or None", "return None"),
        ("self._player = 3 - self._player", "self._player = 3 - self._player\n        return self"),
    )
    assert "from check_winner()" in acquainted(source).manner[1].how


WINS = ["play 0 1 0 1 0 1 0", "winner -> 1", "second play 6 0 1 0 1 0 2 0", "second winner -> 2"]
LONG = (
    ["winner -> nobody", "play 0 1 2 3 0 1 2 3 5 5 5 5 6 6 6 6 0", "play 1 0", "winner -> 1"],
    ["play 6 0 1 2 5 2 3 0 6 0 5 0", "winner -> 2"],
)
ASKED = "return self._winner or None"
MOVES = "49 - self._free"


@pytest.mark.parametrize(
    "answer",
    [
        "{0: -1, 1: 0, 2: 1}[self._winner] if self._winner or self._free else 2",
        "{0: None, 1: -1, 2: 1}[self._winner] if self._winner or self._free else 0",
        f"f'Player {{self._winner}} wins after {{{MOVES}}} moves' if self._winner else None",
        f"f'{{SIGNS[self._winner]}} has won, {{{MOVES}}} moves' if self._winner else None",
        f"dict(winner=self._winner, moves={MOVES}) if self._winner else None",
        f"(self._winner, [({MOVES}, 0)]) if self._winner else None",
        f"type('P', (), {{}})() if not self._winner else Told(self._winner, {MOVES})",
    ],
)
def test_the_winner_may_be_told_with_more_beside_it_and_by_other_numbers(answer: str) -> None:
    told = (
        "class Told:\n    def __init__(self, id, moves):\n        self.id, self.moves = id, moves\n"
    )
    source = changed((ASKED, f"return {answer}"), ("SIZE = 7\n", f"SIZE = 7\n\n\n{told}\n\n"))
    kata = acquainted(source)
    for steps in (WINS, *LONG):
        verdict, _, _ = judged(kata, source, steps=steps)
        assert verdict.verdict is Verdict.ACCEPTED, verdict.message
    drawn = ["play " + " ".join(map(str, DRAWN)), "winner -> draw"]
    assert judged(kata, source, steps=drawn)[0].verdict is Verdict.ACCEPTED


def test_that_somebody_has_won_means_the_player_who_moved_last() -> None:
    source = changed((ASKED, "return bool(self._winner)"))
    kata = acquainted(source)
    for steps in (WINS, *LONG):
        assert judged(kata, source, steps=steps)[0].verdict is Verdict.ACCEPTED


def test_what_is_told_in_another_way_than_after_the_first_games_is_said() -> None:
    answer = (
        f"None if not self._winner else ['left', 'right'][self._winner - 1] + 'ab'[{MOVES} > 9]"
    )
    source = changed((ASKED, f"return {answer}"))
    verdict, _, _ = judged(acquainted(source), source, steps=LONG[0])
    assert verdict.message.endswith(
        "and it says 'leftb', which names neither player; after the first games, which each of "
        "them won, it said 'lefta' and 'righta'"
    )


def test_discs_may_be_numbered_from_0() -> None:
    source = changed(('SIGNS = ".XO"', 'SIGNS = ".01"'))
    steps = ["play 3 4", "board -> ///1/2//"]
    assert judged(acquainted(source), source, steps=steps)[0].verdict is Verdict.ACCEPTED


def test_an_assertion_refuses_like_any_exception() -> None:
    source = BASE.replace("raise ValueError(", "raise AssertionError(")
    kata = acquainted(source)
    assert kata.manner[0] == Found("a refused move", "raises AssertionError")
    steps = ["play 7 -> refused", "play 0 0 0 0 0 0 0", "play 0 -> refused"]
    assert judged(kata, source, steps=steps)[0].verdict is Verdict.ACCEPTED


def test_a_full_column_that_is_played_on_is_no_silent_refusal() -> None:
    source = changed(('raise ValueError(f"column {col} is full")', "return 0"))
    assert acquainted(source).manner[0].how == "raises ValueError"
    silent = source.replace(
        "        self._board[row][col] = self._player\n",
        "        if self._board[row][col]:\n            return\n"
        "        self._board[row][col] = self._player\n",
    )
    assert acquainted(silent).manner[0].how.startswith("returns None, as a move that is played")


@pytest.mark.parametrize(
    ("refuses", "said"),
    [
        ("return 'Invalid move' or (", "it returns 'Invalid move', which is not one of the ways"),
        ("return -1 or (", "it returns -1, which is not one of the ways"),
        ("raise NotImplementedError(", "it raises NotImplementedError, which is no way to refuse"),
    ],
)
def test_what_is_no_way_to_refuse_is_named(refuses: str, said: str) -> None:
    source = changed(
        ('raise ValueError(f"there is no column', f'{refuses}f"there is no column'),
        ("row = self._lowest_free(col)", "row = max(0, self._lowest_free(col))"),
        ('raise ValueError(f"column {col} is full")', "return 0"),
        ("self._player = 3 - self._player", "self._player = 3 - self._player\n        return True"),
    )
    assert acquainted(source).manner[0].how == f"not seen: {said}"


def test_a_board_of_another_size_is_named_so() -> None:
    source = changed(("for row in self.rows():", "for row in self.rows()[1:]:"))
    kata = acquainted(source)
    said = "a board of 6 rows and 7 columns was read; this kata has 7 rows and 7 columns"
    assert kata.manner[2] == Found("the board", f"not read: {said}")
    verdict, _, _ = judged(kata, source, steps=["play 3", "board -> ///1///"])
    assert verdict.message == f"step 2 of 2, print(): {said}"


def test_what_is_mixed_misses_only_the_case_that_asks_for_one_way() -> None:
    source = changed(('raise ValueError(f"column {col} is full")', "return -1")).replace(
        "        self._board[row][col] = self._player\n",
        "        if row < 0:\n            return False\n"
        "        self._board[row][col] = self._player\n",
    )
    kata, steps = acquainted(source), ["play 0 0 0 0 0 0 0", "play 0 7 -> refused"]
    assert judged(kata, source, steps=steps)[0].verdict is Verdict.ACCEPTED
    verdict, _, _ = judged(kata, source, steps=steps, manner="refusal")
    assert verdict.message == (
        "a refused move is told in more than one way: play(0) returns False, but play(7) raises; "
        "choose one of them"
    )


def test_a_miss_is_explained_by_the_steps_around_it_and_both_boards() -> None:
    source = changed(("for player in row)", "for player in row[1:] + row[:1])"))
    kata = acquainted(source)
    verdict, task, outcome = judged(kata, source, steps=["play 3 3", "board -> ///12///"])
    told = kata.tell(kata.explain(task, outcome, verdict.verdict))  # type: ignore[arg-type]
    listing, right, shown = told
    assert isinstance(listing, Listing)
    assert listing.rows[listing.at or 0] == ("3", "print()", "the board", "another board")
    assert isinstance(right, Picture) and isinstance(shown, Picture)
    assert right.rows[5:] == ("...O...", "...X...")
    assert shown.rows[5:] == ("..O....", "..X....")
    assert shown.highlighted == {(row, col) for row in (5, 6) for col in (2, 3)}


def test_the_line_that_wins_is_in_brackets() -> None:
    source = changed(("return self._winner or None", "return None"))
    steps = ["play 0 1 0 1 0 1 0", "winner -> 1"]
    kata = acquainted(source)
    verdict, task, outcome = judged(kata, source, steps=steps)
    _, board = kata.tell(kata.explain(task, outcome, verdict.verdict))  # type: ignore[arg-type]
    assert isinstance(board, Picture)
    assert board.highlighted == {(row, 0) for row in (3, 4, 5, 6)}


def test_a_mirrored_session_is_a_variant_and_counts_as_the_same_one() -> None:
    task = KATA.read_task({"steps": ["play 0 1", "play 7 -> refused", "board -> 1/2/////"]})
    (variant,) = KATA.variants(task)
    assert [step.arguments for step in variant.task.steps] == [(6,), (5,), (7,), ()]
    assert variant.task.steps[-1].expected == "/////2/1"
    assert KATA.prove(variant.task).holds
    assert KATA.identity(task) == KATA.identity(variant.task)


def test_a_case_is_written_as_python_that_runs() -> None:
    steps = ["play 3 3 4 4 5 5 6", "winner -> 1", "second play 0", "second board -> 1//////"]
    text = KATA.reproduce(KATA.read_task({"steps": steps}))
    assert text.splitlines()[:3] == [
        "game = Connect4()",
        "second = Connect4()",
        "for col in (3, 3, 4, 4, 5, 5, 6):",
    ]
    compile(text, "case", "exec")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "a case has one of steps, columns and generate"),
        ({"steps": ["play 7"]}, "item 1: '7' cannot be played: columns are 0 to 6"),
        ({"steps": ["play x"]}, "are no columns"),
        ({"steps": ["play 3 -> wins"]}, "a move is played or -> refused, not 'wins'"),
        ({"steps": ["winner -> 3"]}, "the winner is one of nobody, 1, 2, draw, not '3'"),
        ({"steps": ["board -> 1/2"]}, "a board is seven columns with / between them"),
        ({"steps": ["undo"]}, "is none of play COLUMNS"),
        ({"columns": "33"}, "ends: it belongs to columns"),
        ({"columns": "3a", "ends": "refused"}, "should be digits"),
        ({"generate": {"games": 10}}, "games and seed are needed"),
        ({"generate": {"games": 10, "seed": 1, "moves": 2}}, "'moves' is not one of"),
        ({"generate": {"games": 20_000, "seed": 1}}, "should be 0 to 10000"),
    ],
)
def test_what_is_wrong_with_a_case_is_said(fields: dict[str, object], said: str) -> None:
    with pytest.raises(TaskError) as wrong:
        KATA.read_task(fields)
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    ("methods", "found"),
    [
        ((("Connect4", ("__init__", "play", "print")),), 1),
        ((("connect_four", ("play",)),), 1),
        ((("Base", ("play",)), ("Connect4", ("print",))), 1),
        ((("Connect4", ("drop", "print")),), 0),
        ((("Game", ("make_move", "play")), ("Board", ("can_place",)), ("Player", ())), 0),
    ],
)
def test_a_file_is_for_it_by_the_name_of_its_class_and_by_play(
    methods: tuple[tuple[str, tuple[str, ...]], ...], found: int
) -> None:
    assert len(KATA.entries(Survey(methods=methods))) == found
