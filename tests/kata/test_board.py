"""What the board promises to a candidate."""

from __future__ import annotations

import re
import sys
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kata.board import COLS, ROWS, Board, ColumnFullError, NothingToUndoError, Player

EXAMPLES = [100, pytest.param(10_000, marks=pytest.mark.slow)]
COLUMNS = st.lists(st.integers(min_value=0, max_value=COLS - 1), max_size=50)

FULL_WITHOUT_A_WINNER = "463032240056424563463062555336522401011111"
WIN_ON_THE_LAST_DISC = "065541015306402444041105166132225263356233"
UPRIGHT_IN_THE_TOP_ROW = [
    f"{col}{col}" + f"{col}{(col + 1) % COLS}" * 3 + str(col) for col in range(COLS)
]


def played(moves: list[int]) -> Board:
    """Play the moves that are legal, up to the end of the game."""
    board = Board()
    for col in moves:
        if board.check_winner() is None and col in board.valid_moves():
            board.drop_disc(col)
    return board


def games_of(board: Board, plies: int) -> int:
    """Count the games of so many plies from here on; a game that is won has no more plies."""
    if plies == 0:
        return 1
    if board.check_winner() is not None:
        return 0
    if plies == 1:
        return len(board.valid_moves())
    count = 0
    for col in board.valid_moves():
        board.drop_disc(col)
        count += games_of(board, plies - 1)
        board.undo_move()
    return count


def assert_refused(board: Board, col: int) -> None:
    before = board.copy()
    with pytest.raises(ValueError, match=re.escape(f"column {col}")) as refused:
        board.drop_disc(col)
    assert str(board) in str(refused.value)
    assert board == before
    assert str(board) == str(before)


class TestMoves:
    def test_red_moves_first_and_the_sides_take_turns(self) -> None:
        board = Board()
        assert board.current_player is Player.RED
        board.drop_disc(3)
        assert board.current_player is Player.YELLOW
        board.drop_disc(3)
        assert board.current_player is Player.RED

    def test_yellow_moves_first_where_the_game_says_so(self) -> None:
        board = Board.from_moves("3", Player.YELLOW)
        assert board.get_cell(0, 3) is Player.YELLOW
        assert board.current_player is Player.RED

    def test_discs_stack_from_row_0_at_the_bottom(self) -> None:
        board = Board()
        assert [board.drop_disc(6) for _ in range(ROWS)] == [0, 1, 2, 3, 4, 5]
        assert board.column_height(6) == ROWS
        assert board.valid_moves() == [0, 1, 2, 3, 4, 5]
        assert board.get_cell(0, 6) is Player.RED
        assert board.get_cell(5, 6) is Player.YELLOW
        assert board.get_cell(0, 5) is None

    @pytest.mark.parametrize(
        ("plies", "games"), list(enumerate([1, 7, 49, 343, 2401, 16807, 117649, 823536]))
    )
    def test_the_number_of_games_of_so_many_plies(self, plies: int, games: int) -> None:
        board = Board()
        assert games_of(board, plies) == games
        assert board == Board()

    @settings(deadline=None)
    @given(COLUMNS)
    def test_undoing_every_move_goes_back_the_way_it_came(self, moves: list[int]) -> None:
        board, drawings = Board(), []
        for col in moves:
            if col in board.valid_moves():
                drawings.append((str(board), board.current_player, board.valid_moves()))
                board.drop_disc(col)
        for before in reversed(drawings):
            board.undo_move()
            assert (str(board), board.current_player, board.valid_moves()) == before
        assert board == Board()


def calls_in_counting_the_games_of(board: Board, plies: int) -> int:
    """Return how many calls of Python functions it takes to play every game of so many plies."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        games_of(board, plies)
    finally:
        sys.setprofile(before)
    return calls


class TestIllegalUse:
    @pytest.mark.parametrize("col", [-7, -1, 7, 100])
    def test_there_is_no_such_column(self, col: int) -> None:
        assert_refused(Board.from_moves("0123"), col)

    def test_a_full_column(self) -> None:
        assert_refused(Board.from_moves("222222"), 2)
        with pytest.raises(ColumnFullError, match="column 2 is full"):
            Board.from_moves("222222").drop_disc(2)

    def test_undoing_more_than_was_played(self) -> None:
        board = Board.from_moves("3")
        board.undo_move()
        with pytest.raises(NothingToUndoError, match="no move to undo"):
            board.undo_move()
        assert board == Board()

    def test_undoing_what_a_drawing_came_with(self) -> None:
        board = Board.parse(str(Board.from_moves("3")))
        with pytest.raises(NothingToUndoError, match="no move to undo"):
            board.undo_move()
        assert board == Board.from_moves("3")

    @pytest.mark.parametrize("col", [-1, 7])
    def test_the_height_of_no_column(self, col: int) -> None:
        with pytest.raises(ValueError, match=f"no column {col}"):
            Board().column_height(col)

    @pytest.mark.parametrize(("row", "col"), [(-1, 0), (6, 0), (0, -1), (0, 7)])
    def test_no_such_cell(self, row: int, col: int) -> None:
        with pytest.raises(ValueError, match=f"row {row}, column {col}"):
            Board().get_cell(row, col)

    @pytest.mark.parametrize(
        ("moves", "reason"),
        [
            ("07", "move 2 of '07' is '7', not a column"),
            ("0x", "move 2 of '0x' is 'x', not a column"),
            ("0000000", "move 7 of '0000000' is illegal: column 0 is full"),
            ("01010101", "move 8 of '01010101' comes after the game was won"),
        ],
    )
    def test_moves_that_are_no_game(self, moves: str, reason: str) -> None:
        with pytest.raises(ValueError, match=re.escape(reason)):
            Board.from_moves(moves)


class TestWinner:
    def test_nobody_has_won_an_empty_board(self) -> None:
        assert Board().check_winner() is None

    @pytest.mark.parametrize(
        "moves",
        ["0101010", "0011223", "3344556", "01122323363", "65544343303"],
        ids=["upright", "level, left", "level, right", "rising", "falling"],
    )
    def test_the_fourth_disc_wins_and_the_third_does_not(self, moves: str) -> None:
        assert Board.from_moves(moves[:-1]).check_winner() is None
        assert Board.from_moves(moves).check_winner() is Player.RED

    def test_the_second_to_move_wins_too(self) -> None:
        assert Board.from_moves("01010161").check_winner() is Player.YELLOW

    @pytest.mark.parametrize("moves", UPRIGHT_IN_THE_TOP_ROW)
    def test_an_upright_line_that_uses_the_top_row(self, moves: str) -> None:
        board = Board.from_moves(moves)
        assert board.check_winner() is Player.RED
        assert board.column_height(int(moves[0])) == ROWS

    @pytest.mark.parametrize(
        ("moves", "last"), [("001122445566", 3), ("0011244556", 3), ("00223344", 1)]
    )
    def test_a_disc_that_joins_two_parts(self, moves: str, last: int) -> None:
        board = Board.from_moves(moves)
        assert board.check_winner() is None
        board.drop_disc(last)
        assert board.check_winner() is Player.RED

    def test_a_line_does_not_go_on_at_the_other_edge(self) -> None:
        assert Board.from_moves("5061060").check_winner() is None

    def test_a_win_on_the_42nd_disc(self) -> None:
        board = Board.from_moves(WIN_ON_THE_LAST_DISC[:-1])
        assert board.check_winner() is None
        assert not board.is_full()
        board.drop_disc(int(WIN_ON_THE_LAST_DISC[-1]))
        assert board.is_full()
        assert board.check_winner() is Player.YELLOW

    def test_a_full_board_without_a_winner(self) -> None:
        board = Board.from_moves(FULL_WITHOUT_A_WINNER)
        assert board.is_full()
        assert board.valid_moves() == []
        assert board.check_winner() is None

    def test_a_win_taken_back_is_no_win(self) -> None:
        board = Board.from_moves("0101010")
        board.undo_move()
        assert board.check_winner() is None

    @settings(deadline=None)
    @given(COLUMNS)
    def test_a_drawing_has_the_winner_of_the_game_it_was_drawn_from(self, moves: list[int]) -> None:
        board = played(moves)
        assert Board.parse(str(board)).check_winner() is board.check_winner()


class TestDrawing:
    def test_a_drawing_has_the_top_row_first_and_the_columns_below(self) -> None:
        drawn = [".......", ".......", ".......", ".......", "Y......", "RR....Y", "0123456"]
        assert str(Board.from_moves("0016")) == "\n".join(drawn)

    @settings(deadline=None)
    @given(COLUMNS)
    def test_reading_a_drawing_makes_the_same_board(self, moves: list[int]) -> None:
        board = played(moves)
        twin = Board.parse(str(board))
        assert twin == board
        assert twin.current_player is board.current_player

    def test_a_drawing_without_column_numbers(self) -> None:
        board = Board.from_moves("33421")
        assert Board.parse("\n".join(str(board).splitlines()[:ROWS])) == board

    def test_the_turn_may_be_told(self) -> None:
        assert Board.parse(str(Board()), Player.YELLOW).current_player is Player.YELLOW

    def test_moves_on_a_drawing_can_be_played_and_undone(self) -> None:
        board = Board.parse(str(Board.from_moves("010101")))
        board.drop_disc(0)
        assert board.check_winner() is Player.RED
        board.undo_move()
        assert board.check_winner() is None
        assert board == Board.from_moves("010101")

    @pytest.mark.parametrize(
        ("lines", "reason"),
        [
            (["......."] * 5, "has 6 rows, this one has 5"),
            (["......."] * 7, "has 6 rows, this one has 7"),
            (["......."] * 6 + ["1234567"], "has 6 rows, this one has 7"),
            (["......."] * 5 + ["......"], "row 6 from the top has 6 cells"),
            (["......."] * 5 + ["..X...."], "row 6 from the top has 'X'"),
            (["......."] * 4 + ["R......", "......."], "column 0, row 1 floats"),
            (["......."] * 5 + ["RR....."], "RED has 2 discs and YELLOW 0"),
            (["......."] * 5 + ["Y......"], "RED has 0 discs and YELLOW 1"),
        ],
    )
    def test_drawings_that_no_game_reaches(self, lines: list[str], reason: str) -> None:
        with pytest.raises(ValueError, match=re.escape(reason)):
            Board.parse("\n".join(lines))

    @pytest.mark.parametrize("moves", ["", "245023324564", "0032334033"])
    def test_a_search_on_a_drawing_costs_what_it_costs_on_the_moves(self, moves: str) -> None:
        played_out = Board.from_moves(moves)
        drawn = Board.parse(str(played_out))
        at_most = calls_in_counting_the_games_of(played_out, 4)
        assert calls_in_counting_the_games_of(drawn, 4) <= at_most
        assert calls_in_counting_the_games_of(drawn.copy(), 4) <= at_most

    def test_a_drawing_is_won_whoever_else_completes_four_on_it(self) -> None:
        board = Board.parse("\n".join(["......."] * 4 + ["YYY....", "RRRR..."]), Player.YELLOW)
        board.drop_disc(3)
        assert board.check_winner() is Player.RED
        board.undo_move()
        with pytest.raises(NothingToUndoError):
            board.undo_move()
        assert board.check_winner() is Player.RED


class TestCopies:
    def test_a_copy_lives_its_own_life(self) -> None:
        board = Board.from_moves("332")
        twin = board.copy()
        assert twin == board
        twin.drop_disc(0)
        twin.undo_move()
        twin.undo_move()
        assert twin != board
        assert board == Board.from_moves("332")
        board.undo_move()
        assert board == Board.from_moves("33")

    def test_boards_are_equal_by_their_discs_and_the_turn(self) -> None:
        assert Board.from_moves("012") == Board.from_moves("210")
        assert Board.from_moves("012") != Board.from_moves("021")
        assert Board() != Board(Player.YELLOW)
        assert Board() != "a board"

    def test_a_board_is_no_key(self) -> None:
        with pytest.raises(TypeError, match="unhashable"):
            hash(Board())


@pytest.mark.parametrize("column", ["3", None, 1.0, True])
def test_a_column_that_is_no_int_is_refused_like_any_other(column: object) -> None:
    board = Board.from_moves("33")
    for call in (board.drop_disc, board.column_height, lambda c: board.get_cell(0, c)):
        with pytest.raises(ValueError, match=r"there is no (column|cell)"):
            call(column)  # type: ignore[operator]
    assert board == Board.from_moves("33")


def test_a_drawn_board_that_is_won_stays_won_after_another_disc() -> None:
    board = Board.parse("\n".join(["......."] * 5 + ["RRRRYYY"]))
    assert board.check_winner() is Player.RED
    board.drop_disc(6)
    assert board.check_winner() is Player.RED
    board.undo_move()
    assert board.copy().check_winner() is Player.RED


def test_a_drawing_with_a_turn_is_held_to_its_counts_too() -> None:
    yellow_began = "\n".join(["......."] * 5 + ["YY.R..."])
    assert Board.parse(yellow_began, Player.RED).current_player is Player.RED
    with pytest.raises(ValueError, match="no game has that where YELLOW is to move"):
        Board.parse(yellow_began, Player.YELLOW)
    with pytest.raises(ValueError, match="no game has that where RED is to move"):
        Board.parse("\n".join(["......."] * 5 + ["RRRYYY."]).replace("YYY", "YY."), Player.RED)


def is_read_or_refused(drawing: str, to_move: Player | None) -> None:
    """Hold `Board.parse` to its word: a board that draws itself as it was read, or one error."""
    try:
        board = Board.parse(drawing, to_move)
    except ValueError as error:
        assert str(error)
        return
    assert to_move in (None, board.current_player)
    read = [line.strip() for line in drawing.strip().splitlines()][:ROWS]
    assert str(board).splitlines()[:ROWS] == read


TURNS = st.sampled_from([None, *Player])
ROW_BITS = st.text(alphabet="RY.\n", max_size=3)
ROW = st.text(alphabet="RY. 0", min_size=COLS - 1, max_size=COLS + 1)
TEXT = st.one_of(
    st.text(),
    st.lists(ROW, min_size=ROWS - 1, max_size=ROWS + 2).map("\n".join),
    st.lists(st.text(alphabet="RY.", min_size=COLS, max_size=COLS), min_size=6, max_size=6).map(
        "\n".join
    ),
)


@pytest.mark.thorough
@pytest.mark.parametrize("examples", EXAMPLES)
def test_any_text_is_a_board_or_an_error(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(TEXT, TURNS)
    def always(text: str, to_move: Player | None) -> None:
        is_read_or_refused(text, to_move)

    always()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_a_mutated_drawing_is_a_board_or_an_error(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(COLUMNS, TURNS, st.data())
    def always(moves: list[int], to_move: Player | None, data: st.DataObject) -> None:
        text = str(played(moves))
        for _ in range(data.draw(st.integers(1, 4))):
            start = data.draw(st.integers(0, len(text)))
            end = min(len(text), start + data.draw(st.integers(0, 3)))
            text = text[:start] + data.draw(st.text(max_size=3) | ROW_BITS) + text[end:]
        is_read_or_refused(text, to_move)

    always()
