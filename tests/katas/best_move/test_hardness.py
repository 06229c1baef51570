"""How hard a position is: what a suite may state of it, what is measured, and who never sees it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from graders.katas.best_move import hardness
from graders.katas.best_move.guessers import guessers
from graders.katas.best_move.hardness import MoveGauge, plain_nodes, telling_depth
from graders.katas.best_move.kata import KATA
from graders.katas.best_move.ladder.measure import PositionGroup, SearchTask, group_nodes
from graders.katas.best_move.mining.quiet_mates import sound_game
from graders.katas.best_move.task import BestMoveTask, read_task
from graders.katas.kata import TaskError
from graders.model.suite import Hardness, members_of
from graders.suites.strict_yaml import Place, parse
from solutions import iterative_deepening
from tests.katas.best_move.suite_hardness import flow, with_hardness
from tests.shipped import shipped

STATED = Hardness(found_by=12.4, of=48, nodes=(65892, 25481, 147, None))
FIELDS = {"moves": "24302552341633101116", "accept": [6], "mate_in": 5}
AS_FIELDS = {"found_by": 12.4, "of": 48, "nodes": [65892, 25481, 147, None]}
NINE = BestMoveTask("044145641421023", (1,), mate_in=9)


class TestInASuite:
    def test_it_is_read_with_its_position(self) -> None:
        task = read_task({**FIELDS, "hardness": AS_FIELDS})
        assert KATA.hardness(task) == task.hardness == STATED
        assert KATA.hardness(read_task(FIELDS)) is None

    @pytest.mark.parametrize(
        ("became", "said"),
        [
            ({"found_by": "12"}, "found_by: should be a number, but is '12', text"),
            ({"found_by": 49}, "49 of 48 guessers find it"),
            ({"found_by": 0, "of": 0}, "0 of 0 guessers find it"),
            ({"nodes": [1, 2, 3]}, "3 counts, but nodes are those of 4 rungs"),
            ({"nodes": [1, 2, 3, 0]}, "no search takes less than one node"),
            ({"node": [1]}, "node: unknown field 'node' (did you mean 'nodes'?)"),
        ],
    )
    def test_what_it_cannot_be_is_refused(self, became: dict[str, object], said: str) -> None:
        with pytest.raises(TaskError) as refused:
            read_task({**FIELDS, "hardness": {**AS_FIELDS, **became}})
        assert refused.value.field == "hardness"
        assert said in str(refused.value)

    def test_nobody_who_is_asked_or_judged_sees_it(self) -> None:
        without, stated = NINE, replace(NINE, hardness=STATED)
        assert KATA.request(stated) == KATA.request(without)
        assert KATA.describe(stated) == KATA.describe(without)
        assert KATA.reproduce(stated) == KATA.reproduce(without)

    def test_a_mirror_image_is_said_nothing_of(self) -> None:
        found = {each.name: each.task for each in KATA.variants(replace(NINE, hardness=STATED))}
        assert found["mirror"].hardness is None
        assert found["mirror-swap"].hardness is None

    def test_every_shipped_position_states_it_against_the_whole_panel(self) -> None:
        for suite in shipped("best_move", stretch=True):
            for case in members_of(suite.cases):
                stated = KATA.hardness(case.task)
                assert stated, case.id
                assert stated.of == len(guessers())


class TestPlainNodes:
    @pytest.mark.parametrize("depth", [1, 2, 5])
    def test_they_are_those_of_the_lesson(self, depth: int) -> None:
        games = (sound_game(Random(seed), lookahead=1, longest=30) for seed in range(6))
        for moves in (moves for game in games for moves, _ in list(game)[::5]):
            task = BestMoveTask(moves, ())
            group = PositionGroup("", (SearchTask(task, depth),))
            assert plain_nodes(task, depth) == group_nodes(iterative_deepening.deepen, group), moves

    def test_too_many_are_not_counted_to_the_end(self) -> None:
        nodes = plain_nodes(NINE, 9)
        assert nodes == 68_804
        assert plain_nodes(NINE, 9, most=nodes) == nodes
        assert plain_nodes(NINE, 9, most=nodes - 1) is None


@pytest.mark.parametrize(
    ("task", "depth"),
    [
        (NINE, 9),
        (replace(NINE, mate_in=None), 9),
        (BestMoveTask("031234", (5,), goal="block"), 2),
    ],
)
def test_deepening_is_followed_until_the_goal_shows(task: BestMoveTask, depth: int) -> None:
    assert telling_depth(task) == depth


def test_a_random_guesser_counts_by_how_often_it_finds_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Coin:
        is_random = True

        def finds(self, task: BestMoveTask, seed: int) -> bool:
            return seed < 2

    class Sure:
        is_random = False

        def finds(self, task: BestMoveTask, seed: int) -> bool:
            return True

    monkeypatch.setattr(hardness, "guessers", lambda: (Coin(), Sure()))
    found = MoveGauge().measured(BestMoveTask("51525550314634335404430", (2,), mate_in=3))
    assert found == Hardness(1.4, 2, (21242, 767, 89, 86))


class TestWriting:
    SUITE = """\
# A head.
kata: best_move
cap_s: 2.0
cases:
  - id: one  # of its own
    moves: "24302552341633101116"
    accept: [6]
    mate_in: 5
    points: 1

  - id: group
    members:
      - moves: "0"
        accept: [3]
        hardness: {found_by: 1, of: 2, nodes: [1, 1, 1, 1]}
        goal: draw
      # And this.
      - accept: [3]
        moves: "1"
        goal: draw
"""
    PLACES: tuple[Place, ...] = (
        ("cases", 0),
        ("cases", 1, "members", 0),
        ("cases", 1, "members", 1),
    )

    def test_each_position_gets_a_line_and_all_else_stays(self) -> None:
        found = {place: replace(STATED, of=50 + at) for at, place in enumerate(self.PLACES)}
        text = with_hardness(self.SUITE.encode(), found)
        assert with_hardness(text.encode(), found) == text
        document = parse(text.encode())
        for at, place in enumerate(self.PLACES):
            line = text.splitlines()[(document.line_of(*place, "hardness") or 0) - 1]
            assert line.lstrip(" ") == f"hardness: {flow(replace(STATED, of=50 + at))}"
        left = [line for line in text.splitlines() if "hardness:" not in line]
        assert left == [line for line in self.SUITE.splitlines() if "hardness:" not in line]

    def test_a_position_on_one_line_is_refused(self) -> None:
        data = b'kata: best_move\ncases:\n  - {id: a, moves: "0", accept: [3]}\n'
        with pytest.raises(ValueError, match="line 3: write this position with a field a line"):
            with_hardness(data, {("cases", 0): STATED})
