"""What interviews leave open is found out, and what is missing or odd is named."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from graders import grade_file
from graders.grading.judge import judge
from graders.katas.kata import CannotBeCalledError
from graders.model.limits import Limits
from graders.model.verdict import Judgement, Verdict
from graders.tools.verifying.declared import SOLUTIONS
from tests.katas.game_design.in_process import known, run
from tests.shipped import shipped
from tests.tiers import sampled

BASE = (SOLUTIONS / "game_design.py").read_text(encoding="utf-8")
CASES = {case.id: case for suite in shipped("game_design", stretch=True) for case in suite.cases}
CORE = [case_id for case_id in CASES if not case_id.startswith("further/")]


def changed(*changes: tuple[str, str], source: str = BASE) -> str:
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new)
    return source


def judged(source: str, case_id: str) -> Judgement:
    kata, case = known(source), CASES[case_id]
    outcome = run(source, kata.request(case.task))
    return judge(kata, case.task, outcome, case.cap_s, Limits())


def missed(source: str, cases: list[str] | None = None) -> list[str]:
    kata = known(source)
    found = []
    for case_id in cases or CORE:
        case = CASES[case_id]
        outcome = run(source, kata.request(case.task))
        if judge(kata, case.task, outcome, 2.0, Limits()).verdict is not Verdict.ACCEPTED:
            found.append(case_id)
    return found


def manner(source: str) -> dict[str, str]:
    return {found.what: found.how for found in known(source).manner}


TURN = "self.get_current_player()"
MOVES = "def make_move(self, player: Player, column: int) -> bool:"
REPLAYS = "self.make_move(self.get_current_player(), column)"
REPLAYED = (
    "for column in moves:\n            game.make_move(game.get_current_player(), column)\n"
    "        return game"
)
REFUSES = "if not self.board.can_place(column):\n            return False"
TAKES = "        return True\n\n    def get_current"
OVER = f"player = {TURN}\n        if self._state is not GameState.IN_PROGRESS:"
IMPORTS = "from enum import Enum\n"
ABSTRACT = "class {0}(ABC):\n    @abstractmethod\n    def {1}(self): ...\n\n\n"
OTHERWISE = {
    "an abstract player": [
        (IMPORTS, IMPORTS + "from abc import ABC, abstractmethod\n"),
        (
            "@dataclass(frozen=True)\nclass Player:",
            ABSTRACT.format("Player", "choose")
            + "@dataclass(frozen=True)\nclass Person(Player):\n    choose = None",
        ),
    ],
    "a protocol of players": [
        (IMPORTS, IMPORTS + "from typing import Protocol\n"),
        (
            "@dataclass(frozen=True)\nclass Player:",
            "class Player(Protocol):\n    name: str\n\n\n"
            "@dataclass(frozen=True)\nclass HumanPlayer:",
        ),
    ],
    "a board that may be given its columns": [
        (
            "def __init__(self, rows: int = ROWS, cols: int = COLS, k: int = IN_A_ROW)",
            "def __init__(self, columns=None, size=(ROWS, COLS, IN_A_ROW))",
        ),
        ("self.rows, self.cols, self.k = rows, cols, k", "self.rows, self.cols, self.k = size"),
        ("= [[] for _ in range(cols)]", "= columns or [[] for _ in range(self.cols)]"),
        ("Board(rows, cols, k)", "Board(None, (rows, cols, k))"),
    ],
    "an abstract game": [
        (IMPORTS, IMPORTS + "from abc import ABC, abstractmethod\n"),
        ("class Game:", ABSTRACT.format("Game", "make_move") + "class FourGame(Game):"),
    ],
    "a list of players": [
        ("player1: Player,\n        player2: Player,", "players: list,"),
        ("(player1, player2)", "tuple(players)"),
    ],
    "the column first": [
        (MOVES, "def make_move(self, column, player):"),
        (REPLAYS, "self.make_move(column, self.get_current_player())"),
    ],
    "the winner as a property": [("def get_winner(self)", "@property\n    def winner(self)")],
    "room as the row, or -1": [
        ("def can_place(", "def fits("),
        (
            "    def place_disc(",
            "    def can_place(self, column):\n"
            "        return len(self._columns[column]) if self.fits(column) else -1\n\n"
            "    def place_disc(",
        ),
        ("if not self.can_place(column)", "if not self.fits(column)"),
        ("if not self.board.can_place(column)", "if not self.board.fits(column)"),
        ("if board.can_place(column)]", "if board.fits(column)]"),
    ],
    "camel case": [("def get_game_state(self)", "def getStatus(self)")],
    "whose turn": [
        ("def get_current_player(self)", "def whose_turn(self)"),
        (TURN, "self.whose_turn()"),
    ],
    "states as texts": [("return self._state\n", "return self._state.value\n")],
    "states as numbers": [("return self._state\n", "return list(GameState).index(self._state)\n")],
    "the winner's name": [
        ("return self._winner\n", "return self._winner.name if self._winner else ''\n")
    ],
    "the winner's colour": [
        ("return self._winner\n", "return self._winner and self._winner.colour\n")
    ],
    "refuses by raising": [(REFUSES, REFUSES.replace("return False", "raise ValueError(column)"))],
    "tells the row": [(TAKES, TAKES.replace("True", "row, column"))],
    "tells a zero": [(TAKES, TAKES.replace("True", "0"))],
    "row 0 at the bottom": [
        ("height = self.rows - 1 - row", "height = row"),
        ("self.rows - len(self._columns[column])", "len(self._columns[column]) - 1"),
    ],
}


WRAPS = """
class Disc:
    def __init__(self, colour):
        self.colour = colour

class Player:
    def __init__(self, name, colour):
        self.name, self.colour = name, colour

class Board:
    def __init__(self):
        self.columns = [[] for _ in range(7)]

    def can_place(self, column):
        return 0 <= column < 7 and len(self.columns[column]) < 6

    def place_disc(self, column, disc):
        self.columns[column].append(disc)
        return True

    def is_full(self):
        return sum(map(len, self.columns)) == 42

    def get_cell(self, row, column):
        height = 5 - row
        return self.columns[column][height] if height < len(self.columns[column]) else None

    def check_win(self, colour):
        for row in range(6):
            cells = [self.get_cell(row, column) for column in range(7)]
            same = [cell is not None and cell.colour == colour for cell in cells]
            if any(all(same[at : at + 4]) for at in range(4)):
                return True
        return False

class Game:
    def __init__(self, player1, player2):
        self.board, self.players, self.moves = Board(), (player1, player2), 0

    def make_move(self, player, column):
        if player is not self.get_current_player() or not self.board.can_place(column):
            return False
        self.moves += 1
        return self.board.place_disc(column, Disc(player.colour))

    def get_current_player(self):
        return self.players[self.moves % 2]

    def get_game_state(self):
        return "playing"

    def get_winner(self):
        return None
"""
COLOURS = "from enum import Enum\nclass Colour(Enum):\n    RED = 'R'\n    YELLOW = 'Y'\n"


@pytest.mark.parametrize(
    ("before", "colour"),
    [("", ("'red'", "'yellow'")), (COLOURS, ("Colour('R')", "Colour('Y')"))],
)
def test_a_disc_that_wraps_a_colour_is_put_down_and_its_colour_is_asked_for(
    before: str, colour: tuple[str, str]
) -> None:
    source = before + WRAPS
    assert manner(source)["a disc"] == " or ".join(f"Disc({each})" for each in colour)
    assert manner(source)["whose line"] == " or ".join(colour)
    assert missed(source, ["parts/a-line-on-the-board", "parts/discs-fall"]) == []


@pytest.mark.parametrize(
    "changes",
    sampled(
        [pytest.param(changes, id=name) for name, changes in OTHERWISE.items()],
        lambda changes: changes in [*OTHERWISE.values()][::6],
    ),
)
def test_a_design_that_is_called_otherwise_passes_all_the_same(
    changes: list[tuple[str, str]],
) -> None:
    assert missed(changed(*changes)) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("class Player:", "class Somebody:"), ("Player(", "Somebody(")][:1], "no class Player"),
        ([("def get_winner", "def tell_me_who")], "Game has no get_winner"),
        ([("def is_full", "def has_no_room")], "Board has no is_full"),
        ([("colour: Colour\n", "paint: Colour\n")], "Player has no colour"),
    ],
)
def test_a_missing_part_is_named_with_the_names_that_are_accepted(
    changes: list[tuple[str, str]], said: str
) -> None:
    with pytest.raises(CannotBeCalledError, match=said) as raised:
        known(changed(*changes))
    assert "accepted names: " in str(raised.value)


def test_a_missing_part_is_a_load_error_of_every_case(tmp_path: Path) -> None:
    file = tmp_path / "design.py"
    file.write_text(changed(("def get_winner", "def tell_me_who")))
    card = grade_file(file)
    assert card.kata == "game_design"
    assert {result.verdict for result in card.results} == {Verdict.LOAD_ERROR}
    assert "Game has no get_winner (accepted names: get_winner, winner" in card.results[0].message


def test_without_a_player_in_a_move_only_the_cases_of_turns_are_missed() -> None:
    source = changed(
        (MOVES, "def make_move(self, column):"),
        (f"if self._state is not GameState.IN_PROGRESS or player != {TURN}:", OVER),
        (REPLAYS, "self.make_move(column)"),
    )
    assert missed(source) == [
        "game/player-1-begins",
        "game/no-two-moves-in-a-row",
        "game/a-move-out-of-turn-puts-down-no-disc",
        "game/turn-kept-after-a-full-column",
    ]
    told = judged(source, "game/player-1-begins")
    assert told.verdict is Verdict.WRONG_ANSWER
    assert "make_move takes no player" in told.message
    assert "nobody can move out of turn" in manner(source)["make_move"]


def test_a_stretch_feature_that_is_missing_is_named_and_fails_nothing_else() -> None:
    source = changed(("def undo", "def _undo"), ("self.undo()", "self._undo()"))
    assert missed(source) == []
    told = judged(source, "further/undo-a-win")
    assert told.verdict is Verdict.WRONG_ANSWER
    assert told.message.startswith("Game has no undo (accepted names: undo, undo_move")


NAME = "parts/a-player-has-a-name"
NAMED = 'colour: Colour\n\n    @property\n    def name(self):\n        return "ONE"\n\n\n'
NOT_YET = 'raise RuntimeError("not yet\\nat all")'


@pytest.mark.parametrize(
    ("old", "said"),
    [
        (
            '"""Begin a game, in which `player1` moves first."""',
            "Game cannot be constructed: tried ",
        ),
        ('"""Make an empty board on which `k` in a row win."""', "tried Board(6, 7, 4), among "),
        ("    name: str\n", "tried Player('Ann', Colour('red')), among others, and it raised "),
    ],
)
def test_a_class_that_cannot_be_constructed_is_named_with_what_it_raised(
    old: str, said: str
) -> None:
    player = old.startswith("    name")
    new = f"{old}\n    def __post_init__(self):\n        {NOT_YET}\n" if player else NOT_YET
    with pytest.raises(CannotBeCalledError) as raised:
        known(changed((old, new)))
    assert said in str(raised.value)
    assert str(raised.value).endswith("it raised RuntimeError: not yet")


def test_a_question_that_raises_is_a_runtime_error_with_its_step() -> None:
    source = changed(("return self._state\n", 'raise KeyError("state")\n'))
    told = judged(source, "game/four-level-win")
    assert told.verdict is Verdict.RUNTIME_ERROR
    assert "game.get_game_state() raised KeyError" in told.message


def test_three_states_that_look_the_same_are_not_told_apart() -> None:
    source = changed(("return self._state\n", 'return "state"\n'))
    assert "game/four-level-win" in missed(source)
    assert "game/a-new-game" not in missed(source)


def test_a_player_that_takes_no_name_is_not_said_to_have_been_given_one() -> None:
    told = judged(changed(("    name: str\n", ""), ("colour: Colour\n\n\n", NAMED)), NAME)
    assert told.message == (
        "step 1 of 2, player 1.name: expected each player to have a name, but Player takes none; "
        "got 'ONE'"
    )


def test_a_state_that_is_a_dictionary_is_shown_whole() -> None:
    told = manner(changed(("return self._state\n", 'return {"state": self._state.value}\n')))
    assert told["the states"].startswith("playing {'state': 'in progress'}, won {'state': 'won'}")


BOT = "further/a-bot-with-one-column-left"
HIDDEN = [
    ("self.board", "self._board"),
    ("choose_column(self, game: Game)", "choose_column(self, board)"),
    ("        board = game.board\n", ""),
]
SHOWN = (
    "    def undo(self)",
    "    def get_board(self):\n        return self._board\n\n    def undo(self)",
)


def test_a_bot_is_given_the_board_that_the_game_shows() -> None:
    assert missed(changed(*HIDDEN, SHOWN), [BOT]) == []


def test_a_bot_that_is_given_a_board_cannot_be_asked_where_the_game_shows_none() -> None:
    told = judged(changed(*HIDDEN), BOT)
    assert told.verdict is Verdict.WRONG_ANSWER
    assert told.message.startswith("the bot is given a board, and the game shows no board (accep")


@pytest.mark.parametrize(
    "how", ["(moves, player1=None, player2=None)", "(player1, player2, moves)"]
)
def test_a_replay_that_makes_a_game_is_given_the_players(how: str) -> None:
    source = changed(
        (
            "    def replay(self, moves: Iterable[int]) -> bool:",
            f"    @staticmethod\n    def replay{how}:",
        ),
        ("while self.undo():\n            pass", "game = Game(player1, player2)"),
        (f"return all(self.{REPLAYS[5:]} for column in moves)", REPLAYED),
    )
    assert manner(source)["replay"] == f"replay{how.replace('=None', '').replace('yer', 'yer_')}"
    assert missed(source, ["further/replay-a-game", "further/replay-begins-anew"]) == []


def test_the_report_tells_how_a_design_is_called() -> None:
    told = manner(BASE)
    assert told["make_move"] == "make_move(player, column), a player as the Player object"
    assert told["a disc"] == "Colour('red') or Colour('yellow')"
    assert told["row 0"] == "the top"
    assert told["the states"].startswith("playing GameState.IN_PROGRESS, won GameState.WON")


def test_a_miss_is_explained_with_the_calls_and_the_board() -> None:
    source = changed((">= self.k", "> self.k"))
    kata, case = known(source), CASES["game/four-level-win"]
    outcome = run(source, kata.request(case.task))
    verdict = judge(kata, case.task, outcome, 2.0, Limits())
    assert verdict.message == (
        "step 9 of 10, game.get_game_state(): expected won, got "
        "<GameState.IN_PROGRESS: 'in progress'> (GameState), which is in progress"
    )
    explanation = kata.explain(case.task, outcome, verdict.verdict)
    assert explanation is not None
    steps, picture = kata.tell(explanation)
    assert "game.make_move(player 1, 3)" in str(steps)
    assert getattr(picture, "rows")[-2:] == ("OOO....", "XXXX...")  # noqa: B009


def test_the_calls_of_a_case_are_written_as_python() -> None:
    kata = known(BASE)
    written = kata.reproduce(CASES["game/players-alternate"].task)
    assert written == textwrap.dedent(
        """\
        colour = Colour('red')
        player = Player('Ann', colour)
        colour2 = Colour('yellow')
        player2 = Player('Ben', colour2)
        game = Game(player, player2, 6, 7, 4)
        game.make_move(player, 0)
        game.get_current_player().name
        game.make_move(player2, 0)
        game.get_current_player().name
        game.make_move(player, 6)
        game.get_current_player().name"""
    )


def test_nothing_that_is_sent_tells_what_is_expected() -> None:
    kata = known(BASE)
    for case_id in CORE:
        sent = str(kata.request(CASES[case_id].task).steps)
        for word in ("playing", "nobody", "'won'", "'draw'", "'yes'", "'no'"):
            assert word not in sent, case_id


ODD = ["object()", "float('nan')", "10**500", "{1: {2: 3}}", "[[], ((),)]", "'\\x1b' * 900", "type"]
ASKED = {
    "a turn": "return self._players[len(self._moves) % 2]\n",
    "a state": "return self._state\n",
    "a winner": "return self._winner\n",
    "a cell": "return discs[height] if height < len(discs) else None\n",
    "room": "return all(len(column) == self.rows for column in self._columns)\n",
    "a disc": "return self.rows - len(self._columns[column])\n",
}


@pytest.mark.parametrize("odd", sampled(ODD, lambda odd: odd in ODD[:2]))
@pytest.mark.parametrize("asked", ASKED)
def test_whatever_comes_back_gets_a_verdict_and_a_sentence(asked: str, odd: str) -> None:
    line = ASKED[asked]
    source = changed((line, f"{line.rstrip()} if False else {odd}\n"))
    for case_id in ("game/four-level-win", "parts/discs-fall", "parts/a-full-board"):
        told = judged(source, case_id)
        assert told.verdict is not Verdict.GRADER_ERROR
        assert (told.verdict is Verdict.ACCEPTED) != bool(told.message)
    assert all(len(found.how) < 100_000 for found in known(source).manner)
