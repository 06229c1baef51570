"""How a file came along: which runs compare, what broke since the best, what was changed."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.history import Broken
from graders.practice.past_runs import diff_of, past_of
from graders.practice.run_history import CaseRun, GradedRun, HintTaken

IDS = ("a/one", "a/two", "b/three")


def run(marks: str, *more: str, kata: str = "k", at: str = "", whole: bool = True) -> GradedRun:
    """Return a run with a mark for each of `IDS` (`+` accepted), and `more` ids accepted."""
    cases = [
        CaseRun(name, "accepted" if mark == "+" else "wrong_answer", int(mark == "+"), 1, 0.1)
        for name, mark in zip(IDS, marks, strict=False)
    ]
    cases += [CaseRun(name, "accepted", 1, 1, 1.5) for name in more]
    score = sum(case.points for case in cases)
    return GradedRun(at, "mine.py", "", kata, score, len(cases), whole=whole, cases=tuple(cases))


def broken_file(at: str = "") -> GradedRun:
    """Return a run of a file of which nobody could tell the kata."""
    return GradedRun(
        at, "mine.py", "", "unknown", 0, 1, cases=(CaseRun("load", "load_error", 0, 1, 0),)
    )


def test_points_are_those_of_the_cases_that_all_runs_have() -> None:
    past = past_of("mine.py", [run("++-"), run("+--", "stretch/far"), run("+++")], [])
    assert [(each.score, each.max_score) for each in past.runs] == [(2, 3), (1, 3), (3, 3)]
    assert past.runs[1].slowest != "stretch/far"


def test_variants_do_not_count() -> None:
    past = past_of("mine.py", [run("+++", "a/one~mirror")], [])
    assert (past.runs[0].score, past.runs[0].max_score) == (3, 3)


def test_stretch_suites_count_where_every_run_had_them() -> None:
    past = past_of("mine.py", [run("++-", "stretch/far"), run("+++", "stretch/far")], [])
    assert [(each.score, each.max_score) for each in past.runs] == [(3, 4), (4, 4)]


def test_runs_on_some_cases_only_are_left_out_and_counted() -> None:
    interrupted = GradedRun("", "mine.py", "", "k", 1, 3, complete=False, cases=run("+").cases)
    past = past_of("mine.py", [run("++-"), run("+", whole=False), interrupted], [])
    assert (len(past.runs), past.left_out) == (1, 2)


def test_where_there_is_no_run_on_all_cases_there_is_no_best() -> None:
    past = past_of("mine.py", [run("+", whole=False)], [])
    assert (past.best, past.runs, past.broke, past.left_out) == (None, (), (), 1)
    assert not past.is_at_its_best


def test_suites_that_have_nothing_in_common_with_those_of_today_are_left_out() -> None:
    old = GradedRun("", "mine.py", "", "k", 1, 1, cases=(CaseRun("old/gone", "accepted", 1, 1, 0),))
    past = past_of("mine.py", [old, run("++-")], [])
    assert (len(past.runs), past.left_out) == (1, 1)


def of_version(version: int, entry: GradedRun) -> GradedRun:
    """Return the run as if suite `a` had been of that version."""
    cases = [
        replace(case, version=version) if case.id[:2] == "a/" else case for case in entry.cases
    ]
    return replace(entry, cases=tuple(cases))


def test_runs_on_another_version_of_a_suite_are_not_compared_with_the_last() -> None:
    entries = [run("+++"), run("+", whole=False), of_version(2, run("-++")), broken_file()]
    past = past_of("mine.py", entries, [])
    assert [each.score for each in past.runs] == [2, 0]
    assert [broken.id for broken in past.broke] == ["a/two", "b/three"]
    assert (past.left_out, past.on_other_terms) == (1, 1)
    alone = past_of("mine.py", entries[:1], [])
    assert ([each.score for each in alone.runs], alone.on_other_terms) == ([3], 0)


def played_out(entry: GradedRun) -> GradedRun:
    """Return the run as if what was accepted had been played out to its end."""
    return replace(
        entry, cases=tuple(replace(case, played_out=case.accepted) for case in entry.cases)
    )


def test_a_case_that_was_played_out_compares_with_none_that_was_right_at_once() -> None:
    lost_on_the_way = replace(run("-++").cases[0], played_out=True)
    later = replace(run("-++"), cases=(lost_on_the_way, *played_out(run("-++")).cases[1:]))
    past = past_of("mine.py", [run("+++"), played_out(run("+++")), run("---"), later], [])
    assert [each.score for each in past.runs] == [3, 0, 2]
    assert [broken.id for broken in past.broke] == ["a/one"]
    assert past.on_other_terms == 1


def test_a_suite_that_only_one_of_two_runs_had_may_be_of_any_version() -> None:
    past = past_of("mine.py", [run("+++", "stretch/far"), run("++-")], [])
    assert (len(past.runs), past.on_other_terms) == (2, 0)


def test_the_best_run_is_the_latest_of_those_with_the_most_points() -> None:
    past = past_of("mine.py", [run("+++"), run("+++"), run("+--")], [])
    assert past.best == 1
    assert not past.is_at_its_best
    assert past_of("mine.py", [run("+--"), run("++-")], []).is_at_its_best


def test_what_broke_is_what_the_best_run_had_and_the_last_has_not() -> None:
    past = past_of("mine.py", [run("++-"), run("--+")], [])
    assert past.broke == (Broken("a/one", "wrong_answer"), Broken("a/two", "wrong_answer"))
    assert past_of("mine.py", [run("--+"), run("++-")], []).broke == ()


def test_a_file_that_does_not_load_has_lost_everything_it_had() -> None:
    past = past_of("mine.py", [run("++-"), broken_file()], [])
    assert (past.runs[1].score, past.runs[1].max_score) == (0, 3)
    assert past.broke == (Broken("a/one", "load_error"), Broken("a/two", "load_error"))


def test_of_a_file_that_was_graded_as_two_katas_it_is_the_latest() -> None:
    past = past_of("mine.py", [run("+++", kata="other"), run("+--"), broken_file()], [])
    assert (past.kata, len(past.runs), past.left_out) == ("k", 2, 1)


def test_a_file_that_never_loaded_is_drawn_too() -> None:
    past = past_of("mine.py", [broken_file()], [])
    assert [each.score for each in past.runs] == [0]


def test_hints_stand_by_the_run_after_them() -> None:
    hints = [HintTaken(at, "mine.py", "k", "t", 1) for at in ("T1", "T3", "T4", "T9")]
    past = past_of("mine.py", [run("+--", at="T2"), run("++-", at="T5")], hints)
    assert [each.hints for each in past.runs] == [1, 2]
    assert (past.hints_since, past.hints) == (1, 4)


def test_the_slowest_case_of_each_run_is_told() -> None:
    cases = (CaseRun("a/one", "accepted", 1, 1, 0.2), CaseRun("a/two", "accepted", 1, 1, 1.7))
    past = past_of("mine.py", [GradedRun("", "mine.py", "", "k", 2, 2, cases=cases)], [])
    assert (past.runs[0].slowest, past.runs[0].slowest_s) == ("a/two", 1.7)


def test_the_diff_reads_from_then_to_now() -> None:
    assert diff_of(b"a\nb\n", b"a\nc\n", "mine.py") == (
        *("--- mine.py, at its best", "+++ mine.py, now", "@@ -1,2 +1,2 @@"),
        *(" a", "-b", "+c"),
    )
    assert diff_of(b"same\n", b"same\n", "mine.py") == ()
