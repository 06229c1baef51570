"""Probe positions: whoever makes a mistake plays them as it predicts, and hardly anybody else."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from graders.katas.best_move.probes import MistakeForm, mistake_forms, probes, proved_mistakes
from graders.lab.verifying.declared import SPECIMENS
from graders.lab.verifying.specimens import specimens_folder
from graders.model.explanation import Side
from graders.model.scorecard import Probed, Result
from graders.model.verdict import Verdict
from tests.mistaken.forms import FORMS, Mistaken
from tests.mistaken.panel import Column, Program, declared, panel, searching
from tests.tiers import in_tiers, sampled

AT_MOST = 1 / 20
OF_SPECIMENS = {
    "red_only.py": {"one_colour"},
    "sign_error.py": {"sign"},
    "sides_swapped.py": {"sign"},
    "own_wins_only.py": {"own_wins_only"},
    "full_board_first.py": {"last_disc_lost"},
    "depth_before_terminal.py": {"last_disc_lost"},
    "table_of_taken_cells.py": {"table_without_colours"},
    "unsound_transposition.py": {"table_without_bound"},
}
"""What is to be named of each specimen; of the others nothing but that they dawdle."""
ONE_SCORE_FOR_ALL_WINS = {
    "naive.py",
    "alpha_beta.py",
    "dawdles.py",
    "depth_before_terminal.py",
    "window_never_reset.py",
    "deepcopy_per_node.py",
    "full_board_first.py",
}
QUICK = 9
"""One in so many shapes is in the first tier."""


def played(column: Column) -> list[Probed]:
    """Return what a program plays on every probe, each asked whatever came before it."""
    found = []
    for probe in probes():
        moves, first = probe.task.moves, probe.task.first
        side: Side = "RED" if first == "R" else "YELLOW"
        answer = column(moves, first)
        found.append(Probed(probe.mistake, moves, side, probe.predicted, answer, answer))
    return found


class TestWhatIsProved:
    FORM = mistake_forms()[0]

    def answers(self, *columns: int | None) -> list[Probed]:
        return [
            Probed(self.FORM.mistake, each.moves, each.first, each.predicted, column, column)
            for each, column in zip(self.FORM.positions, columns, strict=False)
        ]

    def test_a_mistake_that_was_played_on_every_position_of_a_form(self) -> None:
        as_predicted = [each.predicted[0] for each in self.FORM.positions]
        assert proved_mistakes(self.answers(*as_predicted)) == (self.FORM.mistake,)

    def test_none_of_a_program_that_plays_another_column_when_it_is_asked_again(self) -> None:
        every = self.answers(*(each.predicted[0] for each in self.FORM.positions))
        luck = Probed("dawdles", "33", "RED", (4,), 4, 5)
        assert proved_mistakes([*every, luck]) == ()
        assert proved_mistakes([*every[:-1], replace(every[-1], again=None)]) == ()

    def test_not_one_that_was_played_on_some(self) -> None:
        assert proved_mistakes(self.answers(self.FORM.positions[0].predicted[0])) == ()
        assert proved_mistakes(self.answers(self.FORM.positions[0].predicted[0], None)) == ()

    def test_nothing_where_nothing_was_asked(self) -> None:
        assert proved_mistakes(()) == ()


class TestTheData:
    @pytest.mark.parametrize(
        "form", mistake_forms(), ids=lambda form: f"{form.mistake}-{form.form}"
    )
    def test_a_form_has_several_late_positions_of_games_that_go_on(self, form: MistakeForm) -> None:
        assert len(form.positions) > 1
        for position in form.positions:
            board = position.task.board()
            assert board.check_winner() is None
            assert 2 <= 42 - len(position.moves) <= 11
            assert set(position.predicted) < set(board.valid_moves())

    def test_every_form_says_which_searches_it_is_of(self) -> None:
        assert [(form.mistake, form.form) for form in mistake_forms()] == list(FORMS)


def _sampled() -> list[object]:
    every = [(name, slice(None)) for name in FORMS]
    return [*((name, slice(None, None, QUICK)) for name in FORMS), *every]


@pytest.mark.parametrize(
    ("name", "which"), in_tiers(_sampled(), lambda _name, which: which.step is not None)
)
def test_every_shape_of_the_mistake_is_proved_to_have_made_it(
    name: tuple[str, str], which: slice
) -> None:
    (form,) = [each for each in mistake_forms() if (each.mistake, each.form) == name]
    others: list[Mistaken] = []
    for shape, mistake in FORMS[name]()[which]:
        column = searching(shape, mistake)
        if any(column(p.moves, p.first[0]) not in p.predicted for p in form.positions):
            others.append((shape, mistake))
    assert not others


class TestEverybodyElse:
    @pytest.mark.parametrize(
        ("kind", "which"),
        sampled(
            [
                *((kind, slice(None, None, QUICK)) for kind in ("right", "guesser")),
                *((kind, slice(None)) for kind in ("reference", "right", "specimen", "guesser")),
            ],
            lambda kind, which: kind == "reference" or which.step is not None,
        ),
    )
    def test_hardly_any_of_a_kind_plays_so_by_chance(self, kind: str, which: slice) -> None:
        of_kind = [program for program in panel() if program.kind == kind][which]
        named = [(program, set(proved_mistakes(played(program.column)))) for program in of_kind]
        too_many = []
        for mistake in dict.fromkeys(form.mistake for form in mistake_forms()):
            innocent = [each for each in named if not self.makes(each[0], mistake)]
            found = [program.name for program, mistakes in innocent if mistake in mistakes]
            rate = f"{mistake}: {len(found)} of {len(innocent)} ({kind}) {' '.join(found)}"
            sys.stdout.write(f"{rate}\n")
            if len(found) > AT_MOST * len(innocent):
                too_many.append(rate)
        assert not too_many

    def makes(self, program: Program, mistake: str) -> bool:
        if mistake == "dawdles":
            return program.flat or program.name in ONE_SCORE_FOR_ALL_WINS
        return mistake in OF_SPECIMENS.get(program.name, ())


@pytest.mark.parametrize(
    "program", declared("specimen", specimens_folder(SPECIMENS)), ids=lambda p: p.name
)
def test_of_a_specimen_that_is_named_which_it_was_made_to_show(program: Program) -> None:
    named = set(proved_mistakes(played(program.column)))
    assert named - {"dawdles"} == OF_SPECIMENS.get(program.name, set())


class TestWhichAreAsked:
    SHORT = (
        Result("a/1", Verdict.ACCEPTED, 1, 1, 2.0, to_move="RED", goal="win", mate_in=3),
        Result("a/2", Verdict.ACCEPTED, 1, 1, 2.0, to_move="YELLOW", goal="block"),
    )
    LONG = Result("a/3", Verdict.WRONG_ANSWER, 0, 1, 2.0, to_move="RED", goal="win", mate_in=9)

    def asked(self, *results: Result) -> set[str]:
        return {probe.mistake for probe in probes(results)}

    def test_all_where_a_short_line_was_missed_or_none_was_seen(self) -> None:
        every = {form.mistake for form in mistake_forms()}
        missed = replace(self.SHORT[1], verdict=Verdict.WRONG_ANSWER)
        assert self.asked(self.LONG) == self.asked(self.SHORT[0], missed, self.LONG) == every

    def test_all_where_the_short_lines_were_of_one_side(self) -> None:
        assert "one_colour" in self.asked(self.SHORT[0], self.LONG)

    def test_none_that_would_have_lost_a_short_line_where_all_were_found(self) -> None:
        found = self.asked(*self.SHORT, self.LONG)
        assert {"last_disc_lost", "dawdles"} <= found
        assert not found & {"sign", "one_colour", "own_wins_only"}
