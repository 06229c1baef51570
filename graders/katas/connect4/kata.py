"""Grade a class `Connect4`: moves on a 7 x 7 board, who has won, and the board as it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.driven.kata import DrivenKata, proof_table
from graders.model.request import Survey

_CLASSES = ("Connect4", "ConnectFour")
_CALLED = {"move": "play({column})", "winner": "check_winner()", "text": "print()"}


class Connect4(DrivenKata):
    name = "connect4"
    size = (7, 7, 4)
    expects = "a class Connect4 with play(col), check_winner() and print()"
    called = _CALLED
    is_mirrored = True
    proofs = proof_table("sessions", "Sessions with the class")

    def entries(self, survey: Survey) -> Sequence[str]:
        found = [
            f"the class {name} with its method play"
            for name, methods in survey.methods
            if name in _CLASSES and "play" in methods
        ]
        return found or self.own_driver(survey)


KATA = Connect4()
