"""Prove what a script expects: by the reference design, and by brute force."""

from __future__ import annotations

from graders.katas.game_design.brute_force import BruteForce
from graders.katas.game_design.manner import COLOURS_GIVEN, NAMES_GIVEN
from graders.katas.game_design.script import Asked
from graders.katas.game_design.task import DesignTask, in_words
from graders.katas.proof import Proof, ProofTable
from solutions.game_design import Board, Bot, Colour, Game, GameState, Player

TABLE = ProofTable(
    "designs", "Designs of a game, by the reference and by brute force", ("compared",), "agree"
)
_STATES = {GameState.IN_PROGRESS: "playing", GameState.WON: "won", GameState.DRAW: "draw"}


def prove(task: DesignTask) -> Proof:
    """Prove one script: what it expects, the reference and brute force are to be the same."""
    fast, slow = _Reference(task), BruteForce(task.rows, task.cols, task.k)
    for number, step in enumerate(task.steps, start=1):
        one, two = fast.answer(step), slow.answer(step)
        if not one == two == step.expected:
            said = f"the suite {step.expected!r}, reference {one!r}, brute force {two!r}"
            problem = f"step {number}, {in_words(step)}: {said}"
            return Proof((f"{len(task.steps)} steps",), (problem,))
    return Proof((f"{len(task.steps)} steps",))


class _Reference:
    """Answer the steps of a script with the objects of the reference design."""

    def __init__(self, task: DesignTask) -> None:
        self._size = task.rows, task.cols, task.k
        self._first, self._second = [
            Player(name, Colour(colour))
            for name, colour in zip(NAMES_GIVEN, COLOURS_GIVEN, strict=True)
        ]
        self._players = [self._first, self._second]
        self._games: dict[str, Game] = {}
        self._boards: dict[str, Board] = {}
        self._last: dict[str, tuple[int, int]] = {}

    def answer(self, step: Asked) -> str:
        """Return what comes of a step, in the words of the script."""
        if step.word == "name":
            given = NAMES_GIVEN[step.arguments[0] - 1]
            return "given" if self._players[step.arguments[0] - 1].name == given else ""
        if step.word == "colours":
            return "differ" if self._first.colour is not self._second.colour else ""
        if step.thing not in self._games:
            self._games[step.thing] = Game(self._first, self._second, *self._size)
            self._boards[step.thing] = Board(*self._size)
        asked = self._of_game(step, self._games[step.thing])
        return asked or self._of_board(step, self._boards[step.thing])

    def _of_game(self, step: Asked, game: Game) -> str:
        match step.word, step.arguments:
            case "move", (player, column):
                return _yes(game.make_move(self._players[player - 1], column))
            case "turn", ():
                return self._number(game.get_current_player())
            case "state", ():
                return _STATES[game.get_game_state()]
            case "winner", ():
                return self._number(game.get_winner())
            case "undo", ():
                return _yes(game.undo())
            case "replay", columns:
                return _yes(game.replay(columns))
            case "bot", _:
                return "legal" if game.board.can_place(Bot().choose_column(game)) else ""
        return ""

    def _of_board(self, step: Asked, board: Board) -> str:
        match step.word, step.arguments:
            case "place", (player, column):
                return self._placed(step, board, player, column)
            case "can", (column,):
                return _yes(board.can_place(column))
            case "full", ():
                return _yes(board.is_full())
            case "line", _:
                return _yes(board.check_win(*self._last[step.thing]))
            case "cell", (row, column):
                found = board.get_cell(row, column)
                owners = [player for player in self._players if player.colour is found]
                return self._number(owners[0]) if owners else "empty"
        return ""

    def _placed(self, step: Asked, board: Board, player: int, column: int) -> str:
        try:
            row = board.place_disc(column, self._players[player - 1].colour)
        except ValueError:
            return "no"
        self._last[step.thing] = row, column
        return "yes"

    def _number(self, player: Player | None) -> str:
        return "nobody" if player is None else str(self._players.index(player) + 1)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
