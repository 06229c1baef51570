"""Grade a design of the whole game: `Game`, `Board` and `Player`, by what they do."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from graders.katas.driven.kata import DrivenKata, proof_table
from graders.katas.game_design.signals import Signals, design_findings, signals_of
from graders.model.request import Survey
from graders.model.scorecard import Observation

_CALLED = {
    "move": "game.make_move(player {player}, {column})",
    "turn": "game.get_current_player()",
    "state": "game.get_game_state()",
    "winner": "game.get_winner()",
    "undo": "game.undo()",
    "replay": "game.replay({columns})",
    "choose": "bot.choose_column(game)",
    "cell": "board.get_cell({row} from below, {column})",
    "place": "board.place_disc({column}, player {player})",
    "can": "board.can_place({column})",
    "full": "board.is_full()",
    "line": "board.check_win(the last disc)",
    "name": "player {player}.name",
    "colour": "player 1.color, player 2.color",
}


class GameDesign(DrivenKata):
    name = "game_design"
    size = (6, 7, 4)
    expects = "classes Game, Board and Player, with Game.make_move(player, column)"
    called = _CALLED
    proofs = proof_table("designs", "Designs of a game")

    def entries(self, survey: Survey) -> Sequence[str]:
        found = [
            f"the class {name} with its method make_move"
            for name, methods in survey.methods
            if name == "Game" and not {"make_move", "makeMove"}.isdisjoint(methods)
        ]
        return found or self.own_driver(survey)

    def code_type(self) -> type:
        return Signals

    def read_code(self, tree: ast.Module) -> object | None:
        return signals_of(tree)

    def facts(self, code: object) -> tuple[Observation, ...]:
        return design_findings(code) if isinstance(code, Signals) else ()


KATA = GameDesign()
