"""The history: what is remembered of a run, by several writers, torn, newer, or not at all."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from graders.model.provenance import Submitted, SuiteUsed
from graders.model.scorecard import Scorecard
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun, HistoryError
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, WRONG, card

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "accepted.json"
LONGEST_S = 120.0
FILE = Path("/somewhere/mine.py")


def run(file: Path = FILE, *, score: int = 1, kata: str = "a_kata", **cases: str) -> GradedRun:
    found = tuple(CaseRun(name, verdict, 0, 1, 0.1) for name, verdict in cases.items())
    return GradedRun("2026-11-22T09:30:00.125Z", str(file), "ab" * 32, kata, score, 7, cases=found)


def test_what_is_appended_comes_back_in_order(tmp_path: Path) -> None:
    for score in range(5):
        run_history.append(run(score=score), folder=tmp_path)
    assert [entry.score for entry in run_history.graded_runs(folder=tmp_path)] == [0, 1, 2, 3, 4]
    assert run_history.graded_runs(folder=tmp_path)[4] == run(score=4)


def test_where_nothing_was_remembered_there_is_nothing(tmp_path: Path) -> None:
    assert run_history.graded_runs(folder=tmp_path / "none") == ()
    assert run_history.hints(FILE, folder=tmp_path / "none") == ()
    assert run_history.latest_run(FILE, folder=tmp_path / "none") is None
    assert not (tmp_path / "none").exists()


def test_the_runs_of_a_file_are_found_by_its_resolved_path(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "link.py").symlink_to("mine.py")
    mine = run_history.graded_run(tmp_path / "link.py", b"", card(ACCEPTED))
    run_history.append(mine, folder=tmp_path)
    run_history.append(run(), folder=tmp_path)
    assert run_history.graded_runs(tmp_path / "mine.py", folder=tmp_path) == (mine,)
    assert run_history.latest_run(tmp_path / "link.py", folder=tmp_path) == mine


def test_the_last_run_may_be_asked_for_by_kata(tmp_path: Path) -> None:
    for score, kata in ((1, "one"), (2, "two"), (3, "one")):
        run_history.append(run(score=score, kata=kata), folder=tmp_path)
    assert [
        found.score if (found := run_history.latest_run(FILE, kata, folder=tmp_path)) else None
        for kata in (None, "one", "two", "three")
    ] == [3, 3, 2, None]


def test_an_entry_holds_what_came_of_each_case() -> None:
    scorecard = card(ACCEPTED, WRONG, LATE, assessment=ASSESSMENT)
    entry = run_history.graded_run(FILE, b"x = 1\n", scorecard)
    assert (entry.score, entry.max_score, entry.rung) == (1, 3, "alpha_beta")
    assert entry.sha256 == run_history.digest(b"x = 1\n")
    assert entry.failed == ("phase3/mate-in-9", "phase3/mate-in-7")
    assert entry.cases[1] == CaseRun(
        "phase3/mate-in-9", "wrong_answer", 0, 1, 0.5, "column 3 does not win, column 6 does"
    )
    assert entry.complete
    assert not run_history.graded_run(FILE, b"", card(ACCEPTED, complete=False)).complete


def test_a_case_keeps_the_version_of_its_suite(tmp_path: Path) -> None:
    name = ACCEPTED.id.partition("/")[0]
    made = Scorecard.from_json(GOLDEN.read_bytes()).provenance
    assert made is not None
    made = replace(made, suites=(SuiteUsed("other", 3, None), SuiteUsed(name, 2, None)))
    entry = run_history.graded_run(FILE, b"", card(ACCEPTED, provenance=made))
    run_history.append(entry, folder=tmp_path)
    (kept,) = run_history.graded_runs(folder=tmp_path)
    assert kept.versions == {name: 2}


def test_a_line_from_before_versions_were_kept_reads_as_of_version_1(tmp_path: Path) -> None:
    run_history.append(run(**{"a/x": "accepted"}), folder=tmp_path)
    place = tmp_path / run_history.FILE
    place.write_text(place.read_text().replace('0.1,"",1]', "0.1]"))
    (kept,) = run_history.graded_runs(folder=tmp_path)
    assert kept.versions == {"a": 1}


def test_of_a_long_message_the_beginning_is_kept() -> None:
    (kept,) = run_history.graded_run(
        FILE, b"", card(WRONG.__class__(**{**asdict(WRONG), "message": "x" * 5000 + "\nmore"}))
    ).cases
    assert kept.message == "x" * 160


def test_what_fails_is_told_case_by_case_over_runs_of_some_cases_only(tmp_path: Path) -> None:
    run_history.append(run(a="wrong_answer", b="runtime_error", c="accepted"), folder=tmp_path)
    run_history.append(run(a="accepted"), folder=tmp_path)
    assert run_history.failing(FILE, folder=tmp_path) == ("b",)


def test_a_torn_last_line_costs_itself_alone(tmp_path: Path) -> None:
    place = tmp_path / run_history.FILE
    run_history.append(run(score=1), folder=tmp_path)
    run_history.append(run(score=2), folder=tmp_path)
    whole = place.read_bytes()
    for kept in range(len(whole) // 2 + 1, len(whole)):
        place.write_bytes(whole[:kept])
        found = [entry.score for entry in run_history.graded_runs(folder=tmp_path)]
        assert found in ([1], [1, 2])
        run_history.append(run(score=3), folder=tmp_path)
        assert [entry.score for entry in run_history.graded_runs(folder=tmp_path)] == [*found, 3]


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"run2","at":"2030-01-01","shape":"unknown"}',
        b'{"type":"run","at":"2030-01-01"}',
        b"not JSON",
        b"\xff\xfe\x00",
        b'{"type":"run","at":1,"file":[],"sha256":"","kata":"","score":0,"max_score":0}',
        b"",
        b"[" * 5000,
    ],
)
def test_a_line_that_is_not_ours_is_passed_over(tmp_path: Path, line: bytes) -> None:
    run_history.append(run(score=1), folder=tmp_path)
    with (tmp_path / run_history.FILE).open("ab") as stream:
        stream.write(line + b"\n")
    run_history.append(run(score=2), folder=tmp_path)
    assert [entry.score for entry in run_history.graded_runs(folder=tmp_path)] == [1, 2]


def test_a_field_that_a_newer_version_adds_does_no_harm(tmp_path: Path) -> None:
    run_history.append(run(a="accepted"), folder=tmp_path)
    place = tmp_path / run_history.FILE
    newer = json.loads(place.read_text()) | {"mood": "good"}
    newer["cases"][0].append("more")
    place.write_text(json.dumps(newer) + "\n")
    assert run_history.graded_runs(folder=tmp_path) == (run(a="accepted"),)


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    """Several processes append as fast as they can; long lines, so that halves would show."""
    writers, lines = 4, 250
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from graders.practice.run_history import CaseRun, GradedRun, append\n"
        "name, folder, lines = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])\n"
        "sys.stdin.readline()\n"
        "for score in range(lines):\n"
        "    case = CaseRun(name, 'accepted', 0, 1, 0.1, name * 3000)\n"
        "    append(GradedRun('', name, '', '', score, 1, cases=(case,)), folder=folder)\n"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, name, tmp_path, str(lines)],
            stdin=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )
        for name in "abcd"[:writers]
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.close()
    assert [process.wait(LONGEST_S) for process in started] == [0] * writers
    found = run_history.graded_runs(folder=tmp_path)
    for name in "abcd"[:writers]:
        assert [entry.score for entry in found if entry.file == name] == list(range(lines))
    assert len(found) == writers * lines


def test_ten_thousand_runs_are_all_read_and_sooner_than_json_would(tmp_path: Path) -> None:
    entry = run(**{f"suite/case-{number}": "wrong_answer" for number in range(7)})
    run_history.append(entry, folder=tmp_path)
    place = tmp_path / run_history.FILE
    place.write_bytes(place.read_bytes() * 10_000)
    before = time.process_time()
    found = run_history.graded_runs(FILE, folder=tmp_path)
    ours_s = time.process_time() - before
    assert len(found) == 10_000
    lines = place.read_bytes().splitlines()
    before = time.process_time()
    assert len([json.loads(line) for line in lines]) == 10_000
    assert ours_s < 3 * (time.process_time() - before)


def test_the_last_run_is_found_without_reading_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for score in range(50):
        run_history.append(run(score=score), folder=tmp_path)
    read: list[bytes] = []

    class Counting:
        def decode(self, line: bytes) -> GradedRun:
            read.append(line)
            return run(score=49)

    monkeypatch.setattr(run_history, "_DECODER", Counting())
    assert run_history.latest_run(FILE, folder=tmp_path) == run(score=49)
    assert len(read) == 1


def test_hints_are_remembered_beside_the_runs(tmp_path: Path) -> None:
    run_history.note_hint(FILE, "a_kata", "topic", 1, folder=tmp_path)
    run_history.append(run(), folder=tmp_path)
    run_history.note_hint(Path("/other.py"), "a_kata", "topic", 2, folder=tmp_path)
    (mine,) = run_history.hints(FILE, folder=tmp_path)
    assert (mine.topic, mine.step, mine.kata) == ("topic", 1, "a_kata")
    assert [hint.step for hint in run_history.hints(folder=tmp_path)] == [1, 2]
    assert len(run_history.graded_runs(folder=tmp_path)) == 1


def test_a_source_is_kept_once_and_found_by_its_hash(tmp_path: Path) -> None:
    name = run_history.keep_source(b"x = 1\n", folder=tmp_path)
    assert run_history.keep_source(b"x = 1\n", folder=tmp_path) == name
    assert run_history.source_of(name, folder=tmp_path) == b"x = 1\n"
    assert [found.name for found in (tmp_path / run_history.SOURCES).iterdir()] == [name]


def test_a_source_that_was_not_kept_or_was_changed_is_none(tmp_path: Path) -> None:
    name = run_history.keep_source(b"x = 1\n", folder=tmp_path)
    assert run_history.source_of("0" * 64, folder=tmp_path) is None
    (tmp_path / run_history.SOURCES / name).write_bytes(b"x = 2\n")
    assert run_history.source_of(name, folder=tmp_path) is None


def test_nobody_else_may_look_into_it(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "deep"
    run_history.append(run(), folder=folder)
    run_history.keep_source(b"x = 1\n", folder=folder)
    for place in (folder, folder / run_history.FILE, folder / run_history.SOURCES):
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(HistoryError, match=r"not in your history: .*KATA_STATE.*KATA_HISTORY=off"):
        run_history.append(run(), folder=tmp_path / "taken" / "state")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / run_history.FILE).symlink_to("/dev/full")
    with pytest.raises(HistoryError, match="No space left on device"):
        run_history.append(run(), folder=tmp_path)


@pytest.mark.parametrize("value", ["off", "OFF", " off ", "0", "no", "false"])
def test_it_can_be_turned_off(value: str) -> None:
    assert not run_history.is_on({"KATA_HISTORY": value})
    assert run_history.is_on({"KATA_HISTORY": "on"}) and run_history.is_on({})


def test_the_folder_is_the_one_that_is_named_or_the_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_history.state_folder({"KATA_STATE": str(tmp_path)}) == tmp_path
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "")
    found = run_history.state_folder({"KATA_STATE": ""})
    assert found.is_absolute()
    assert found.name == "connect-four-kata"


def test_a_user_without_a_home_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.setattr(
        platformdirs, "user_state_path", lambda *_, **__: Path("~/.local/state/connect-four-kata")
    )
    with pytest.raises(HistoryError, match="no home folder; name one in KATA_STATE"):
        run_history.state_folder({})


def test_no_test_writes_into_the_users_own_history() -> None:
    assert "kata-state-" in os.environ["KATA_STATE"]


def test_a_run_is_recorded_with_what_was_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    file = tmp_path / "mine.py"
    file.write_bytes(b"x = 1\n")
    graded = Submitted("mine.py", run_history.digest(b"x = 1\n"), 6)
    scorecard = card(ACCEPTED).__class__(graded, "best_move", "limits", (ACCEPTED,))
    run_history.record(file, scorecard)
    file.write_bytes(b"x = 2\n")  # changed while it was graded
    run_history.record(file, scorecard, shipped=False)
    first, second = run_history.graded_runs(file)
    assert run_history.source_of(first.sha256) == b"x = 1\n"
    assert (first.whole, second.whole) == (True, False)
    assert len(list((tmp_path / "state" / run_history.SOURCES).iterdir())) == 1


def test_what_could_not_be_read_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    os.mkfifo(tmp_path / "pipe.py")
    run_history.record(tmp_path / "pipe.py", card(ACCEPTED))
    assert run_history.graded_runs() == ()
