"""A tournament whose games were played, for reports to be tested on."""

from __future__ import annotations

from pathlib import Path

from graders.model.arena import (
    AppraisedGame,
    ArenaTerms,
    Entrant,
    Game,
    GameEnd,
    MoveLoss,
    PairState,
    SetAsideGame,
    Tournament,
)
from graders.model.submission import Submission
from graders.model.verdict import Verdict

NAMES = ("careful", "alpha_beta", "naive", "dice.py")
CAREFUL, ALPHA_BETA, NAIVE, DICE = range(4)
OPENING = 8
PLAYED = (
    (CAREFUL, DICE, "641164353346345", CAREFUL, "---2000"),
    (DICE, CAREFUL, "64116435666333304262", CAREFUL, "---200200000"),
    (CAREFUL, DICE, "4610321034313", CAREFUL, "--000"),
    (DICE, CAREFUL, "461032101163433353541505", CAREFUL, "----220022200000"),
    (CAREFUL, DICE, "55451406332", CAREFUL, "020"),
    (DICE, CAREFUL, "55451406231302", CAREFUL, "000000"),
    (CAREFUL, DICE, "40001140342", CAREFUL, "000"),
    (DICE, CAREFUL, "400011406351530242", CAREFUL, "1--0000000"),
    (CAREFUL, DICE, "63234614333326262", CAREFUL, "000002000"),
    (DICE, CAREFUL, "632346144353", CAREFUL, "0000"),
    (CAREFUL, DICE, "15230503010", CAREFUL, "020"),
    (DICE, CAREFUL, "152305034303", CAREFUL, "0000"),
    (CAREFUL, ALPHA_BETA, "5234605233322633225511144", CAREFUL, "--000000000000000"),
    (
        ALPHA_BETA,
        CAREFUL,
        "2614200433333322224444111116000055",
        CAREFUL,
        "----2200000000200000000000",
    ),
    (ALPHA_BETA, NAIVE, "6030623000333031221141214", ALPHA_BETA, "--000000000000000"),
    (NAIVE, ALPHA_BETA, "60306230030303321212", ALPHA_BETA, "----20000000"),
    (NAIVE, ALPHA_BETA, "404105132303330003121114442222455555666666", None, "--20--1" + "0" * 27),
    (CAREFUL, NAIVE, "04552022313033402", CAREFUL, "---200000"),
    (NAIVE, CAREFUL, "0455202203030013321311", CAREFUL, "---00000000000"),
)
"""RED, YELLOW, the moves, who won, and what each move after the opening lost, `-` for unknown."""


def tournament() -> Tournament:
    """Return one that was interrupted: a pair is decided, and two games ended by a forfeit."""
    games = [
        game(number, red, yellow, moves, winner, losses)
        for number, (red, yellow, moves, winner, losses) in enumerate(PLAYED, start=1)
    ]
    late = game(20, NAIVE, DICE, "353304510", NAIVE, "0", Verdict.TIME_LIMIT_EXCEEDED)
    crashed = game(21, DICE, NAIVE, "35330451", NAIVE, "", Verdict.RUNTIME_ERROR)
    pairs = [(a, b, PairState.OPEN) for a in range(4) for b in range(a + 1, 4)]
    pairs[2] = (CAREFUL, DICE, PairState.DECIDED)
    return Tournament(
        tuple(map(entrant, NAMES)),
        ArenaTerms("best_move", games=40, seed=5, isolation="bwrap"),
        (*games, late, crashed),
        tuple(pairs),
        (SetAsideGame(22, NAIVE, DICE, "01234560", "the disk was full"),),
    )


def entrant(name: str) -> Entrant:
    """Return one of a name; nothing of a report rests on its bytes."""
    return Entrant(name, Submission(Path(name), name, b""), "0" * 64, 2.0)


def game(
    number: int,
    red: int,
    yellow: int,
    moves: str,
    winner: int | None,
    losses: str,
    verdict: Verdict | None = None,
) -> AppraisedGame:
    """Return a game with what its moves lost."""
    end = GameEnd.FULL if winner is None else GameEnd.FOUR
    played = Game(
        number=number,
        red=red,
        yellow=yellow,
        moves=moves,
        opening=OPENING,
        seconds=(0.1,) * (len(moves) - OPENING),
        end=GameEnd.FORFEIT if verdict else end,
        winner=winner,
        verdict=verdict,
    )
    lost = [None if each == "-" else int(each) for each in losses]
    plies = enumerate(lost, start=OPENING + 1)
    return AppraisedGame(played, tuple(MoveLoss(ply, each) for ply, each in plies))
