"""A group in the loop: its members in order, each as a case, until one is missed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from graders.channel.budget import Settings
from graders.grading import grade as grading
from graders.grading.attempts import MOST_STOPPED_RERUNS
from graders.grading.grade import grade
from graders.grading.intake import read_submission
from graders.grading.scorecard import scorecard_of_unstarted
from graders.katas import kata_named
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.provenance import Submitted
from graders.model.scorecard import Result, Scorecard, singles
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.isolation import choose_isolation
from graders.suites import load_suite

KATA = kata_named("best_move")
SETTINGS = Settings(choose_isolation("auto"), Limits())
SUITE = """\
kata: best_move
cap_s: 2.0
cases:
  - id: three
    about: the centre, the edge, the centre
    points: 2
    members:
      - {moves: "332211", accept: [0, 4], mate_in: 1}
      - {moves: "001122", accept: [3], mate_in: 1}
      - {moves: "061524", accept: [3], mate_in: 1}
  - id: last
    moves: "061524"
    accept: [3]
    mate_in: 1
"""
STOPPED = Outcome(Event.TIMED_OUT, wall_s=10.0, cpu_s=1.0, kept_off_s=9.0, out_of_patience=True)


def answer(column: int, wall_s: float = 0.5) -> Outcome:
    return Outcome(Event.REPLIED, value=column, wall_s=wall_s, cpu_s=wall_s, kept_off_s=0.0)


@pytest.fixture
def cases(tmp_path: Path) -> tuple[Case, ...]:
    bank = tmp_path / "bank.yaml"
    bank.write_text(SUITE)
    return load_suite(bank).cases


@pytest.fixture
def mine(tmp_path: Path) -> Submission:
    file = tmp_path / "mine.py"
    file.write_text("calls = []\ndef find_best_move(board):\n    calls.append(1)\n    return 3\n")
    return read_submission(file)


Script = Callable[..., list[Outcome]]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Let the submission's process come back with given outcomes; return those still to come."""

    def use(*outcomes: Outcome) -> list[Outcome]:
        left = list(outcomes)
        monkeypatch.setattr(grading, "ask", lambda *args: left.pop(0))
        return left

    monkeypatch.setattr(KATA, "probes", lambda results: ())  # nobody looks at them here
    return use


def facts(result: Result) -> dict[str, object]:
    """Return what a group has of the member that decides."""
    own = ("id", "points", "max_points", "about", "group_size", "members", "decided_by")
    return {name: value for name, value in asdict(result).items() if name not in own}


def test_all_members_accepted_are_the_point(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    scripted(answer(0, 0.25), answer(3, 1.5), answer(3, 0.5), answer(3))
    card = grade(mine, KATA, cases, SETTINGS)
    group = card.results[0]
    assert (group.id, group.verdict, group.points) == ("bank/three", Verdict.ACCEPTED, 2)
    assert (card.score, card.max_score) == (3, 3)
    assert [member.id for member in group.members] == [f"bank/three#{n}" for n in (1, 2, 3)]
    assert [member.max_points for member in group.members] == [0, 0, 0]
    assert group.group_size == 3


def test_an_accepted_group_tells_of_the_member_that_came_nearest_to_its_cap(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    scripted(answer(0, 0.25), answer(3, 1.5), answer(3, 0.5))
    [group] = grade(mine, KATA, cases[:1], SETTINGS).results
    assert (group.decided_by, group.wall_s, group.moves) == ("bank/three#2", 1.5, "001122")
    assert facts(group) == facts(group.members[1])
    assert group.about == "the centre, the edge, the centre"


def test_the_first_miss_decides_and_the_others_are_not_run(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    left = scripted(answer(0), answer(6), answer(3))
    card = grade(mine, KATA, cases, SETTINGS)
    group = card.results[0]
    assert (group.verdict, group.answer, group.points) == (Verdict.WRONG_ANSWER, 6, 0)
    assert (group.decided_by, len(group.members), group.group_size) == ("bank/three#2", 2, 3)
    assert facts(group) == facts(group.members[1])
    assert (card.score, card.max_score, left) == (1, 3, [])


def test_each_member_is_answered_by_a_fresh_process(
    mine: Submission, cases: tuple[Case, ...], tmp_path: Path
) -> None:
    right_once = tmp_path / "once.py"
    right_once.write_text(
        "calls = []\n"
        "def find_best_move(board):\n"
        "    calls.append(1)\n"
        "    column = next(c for c in board.valid_moves() if wins(board, c))\n"
        "    return column if len(calls) == 1 else 6\n"
        "def wins(board, column):\n"
        "    board.drop_disc(column)\n"
        "    won = board.check_winner() is not None\n"
        "    board.undo_move()\n"
        "    return won\n"
    )
    assert grade(read_submission(right_once), KATA, cases, SETTINGS).score == 3


def test_variants_that_are_lost_are_those_of_the_group(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    members = tuple(replace(each, id=f"{each.id}~swap") for each in cases[0].group)
    swap = replace(cases[0], id="bank/three~swap", points=0, group=members)
    scripted(answer(0), answer(3), answer(3), answer(0), answer(6))
    card = grade(mine, KATA, [cases[0], swap], SETTINGS)
    assert (card.holds, card.lost) == (False, ("bank/three~swap",))
    assert card.results[1].decided_by == "bank/three#2~swap"


def test_a_group_holds_with_one_answer_for_each_of_its_members(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    swap = replace(cases[0], id="bank/three~swap", points=0)
    scripted(*[answer(column) for column in (0, 3, 3, 0, 3, 3)])
    assert grade(mine, KATA, [cases[0], swap], SETTINGS).holds is True


def test_a_member_is_run_again_by_the_rule_for_any_case(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    starved = replace(answer(6, 1.5), cpu_s=0.5, kept_off_s=1.0)
    scripted(answer(0), starved, answer(3), answer(3))
    [group] = grade(mine, KATA, cases[:1], SETTINGS).results
    assert group.verdict is Verdict.ACCEPTED
    assert [len(member.attempts) for member in group.members] == [0, 2, 0]


def test_the_repeats_of_runs_that_were_stopped_are_counted_over_all_members(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    repeats = [STOPPED] * MOST_STOPPED_RERUNS
    left = scripted(answer(0), *repeats, STOPPED, STOPPED, answer(3))
    grade(mine, KATA, cases, SETTINGS)
    assert left == [answer(3)]


def test_a_total_that_is_used_up_ends_the_run_in_the_middle_of_a_group(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    left = scripted(answer(0, 1.0), answer(3, 1.0), answer(3))
    settings = replace(SETTINGS, limits=SETTINGS.limits._replace(total_s=1.5))
    card = grade(mine, KATA, cases, settings)
    group, last = card.results
    assert (group.verdict, group.decided_by) == (Verdict.TIME_LIMIT_EXCEEDED, "bank/three#3")
    assert "used 2.00 s in all; the limit for all cases together is 1.5 s" in group.message
    assert last.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert left == [answer(3)]


def test_an_interrupt_in_the_middle_leaves_the_group_not_run(
    mine: Submission, cases: tuple[Case, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    came = iter([answer(0)])

    def ask(*args: object) -> Outcome:
        try:
            return next(came)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(grading, "ask", ask)
    card = grade(mine, KATA, cases, SETTINGS)
    assert (card.complete, card.results, card.max_score) == (False, (), 3)
    assert [case.id for case in card.not_run] == ["bank/three", "bank/last"]


def test_a_fault_of_ours_on_a_member_keeps_the_points_of_the_group_in_the_score(
    mine: Submission, cases: tuple[Case, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(task: object, outcome: Outcome) -> Judgement:
        if task is cases[0].group[1].task:
            raise ZeroDivisionError("our own")
        return Judgement(Verdict.ACCEPTED)

    monkeypatch.setattr(KATA, "check", check)
    card = grade(mine, KATA, cases, SETTINGS)
    assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR, Verdict.ACCEPTED]
    assert (card.score, card.max_score, card.grader_errors) == (1, 3, 1)
    assert "ZeroDivisionError: our own" in card.results[0].message


def test_a_file_that_cannot_be_loaded_is_started_once(
    cases: tuple[Case, ...], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("print('started')\nraise RuntimeError('at import')\n")
    card = grade(read_submission(broken), KATA, cases, SETTINGS)
    assert [result.verdict for result in card.results] == [Verdict.LOAD_ERROR] * 2
    assert [result.stdout for result in card.results] == ["started\n", ""]


def test_a_group_that_was_not_started_has_no_members_and_tells_of_the_first(
    cases: tuple[Case, ...],
) -> None:
    judgement = Judgement(Verdict.LOAD_ERROR, "it is a folder")
    card = scorecard_of_unstarted(Submitted("x.py"), KATA, cases, judgement, "limits")
    group = card.results[0]
    assert (group.verdict, group.members, group.group_size) == (Verdict.LOAD_ERROR, (), 3)
    assert (group.moves, group.about) == ("332211", "the centre, the edge, the centre")
    assert (card.score, card.max_score) == (0, 3)


def test_singles_are_the_members_of_groups_and_the_other_results(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    scripted(answer(0), answer(6), answer(3))
    card = grade(mine, KATA, cases, SETTINGS)
    assert [single.id for single in singles(card.results)] == [
        "bank/three#1",
        "bank/three#2",
        "bank/last",
    ]


def test_a_group_goes_through_json_and_back(
    mine: Submission, cases: tuple[Case, ...], scripted: Script
) -> None:
    scripted(answer(0), answer(6), answer(3))
    card = grade(mine, KATA, cases, SETTINGS)
    assert Scorecard.from_json(card.to_json()) == card
