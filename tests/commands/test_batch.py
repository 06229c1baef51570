"""`kata batch`: everything that was handed in is graded once, kept, and told of."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.batch.conditions import default_ledger
from graders.batch.job import BatchTerms, GradedJob, Job
from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from graders.cli import main
from graders.commands import batch
from tests import knows, processes
from tests.batch.ledger.handed_in import FAILED, MISSED, graded
from tests.commands.at_once import AtOnce
from tests.hostile_run import as_subreaper
from tests.tiers import sampled

ONE_CASE = ("--case", "phase2/win-at-once")
OFF = "def find_best_move(board):\n    return 9\n"
HANGS_AFTER_S = 600.0


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path / "state"


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    folder = tmp_path / "handed-in"
    for name in ("zoe", "ann", "bob"):
        (folder / name).mkdir(parents=True)
        (folder / name / "solution.py").write_text(f"# {name}\n{OFF}")
    return folder


def kata_batch(*words: object) -> Result:
    return CliRunner().invoke(main, ["batch", *map(str, words)])


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Job], GradedJob]], AtOnce]:
    """Return what puts workers of the test in place of those that grade."""

    def put(does: Callable[[Job], GradedJob]) -> AtOnce:
        made = AtOnce(does)
        monkeypatch.setattr(batch, "_workers", lambda *_: made)
        return made

    return put


Workers = Callable[[Callable[[Job], GradedJob]], AtOnce]


def test_a_folder_is_graded_and_told_in_the_order_of_the_candidates(handed_in: Path) -> None:
    (handed_in / "bob" / "solution.py").write_text(knows.PHASE_2_ALONE)
    ran = kata_batch(handed_in, *ONE_CASE, "--kata", "best_move", "--format", "json")
    assert ran.exit_code == 1, ran.output
    document = json.loads(ran.stdout)
    assert (document["expected"], document["received"]) == (3, 3)
    told = [(one["candidate"], one["score"]) for one in document["submissions"]]
    assert told == [("ann", 0), ("bob", 1), ("zoe", 0)]
    where = default_ledger([str(handed_in)], Path(os.environ["KATA_STATE"]))
    assert f"kata: 3 of 3 graded; the ledger is {where}\n" in ran.stderr
    assert f"kata: to make HTML pages: kata report {where} --out DIR\n" in ran.stderr


def test_everything_accepted_is_exit_code_0(handed_in: Path, workers: Workers) -> None:
    workers(graded)
    assert kata_batch(handed_in).exit_code == 0


def test_something_missed_is_exit_code_1(handed_in: Path, workers: Workers) -> None:
    workers(lambda job: graded(job, MISSED) if "ann" in job.path else graded(job))
    assert kata_batch(handed_in).exit_code == 1


@pytest.mark.usefixtures("graded_here")
def test_what_cannot_be_run_is_exit_code_1_and_named_and_has_no_points(handed_in: Path) -> None:
    (handed_in / "ann" / "solution.py").write_bytes(b"\xff\n")
    (handed_in / "bob" / "solution.py").write_text("def mine(): ...\n")
    (handed_in / "kim").mkdir()
    ran = kata_batch(handed_in, *ONE_CASE, "--format", "json")
    assert ran.exit_code == 1, ran.output
    document = json.loads(ran.stdout)
    assert [document[name] for name in ("expected", "received", "not_graded")] == [4, 1, 3]
    assert "kata: 1 of 4 graded; " in ran.stderr
    (named,) = [line for line in ran.stderr.splitlines() if "not graded: " in line]
    for whose in ("ann (it is not UTF-8", "bob (found the function mine", "kim (the folder has no"):
        assert whose in named
    again = kata_batch(handed_in, *ONE_CASE)
    assert again.exit_code == 1
    assert "kata: 1 is graded already, on the same terms" in again.stderr
    assert "4 submissions: 3 not graded, 1 invalid answer" in again.stdout


def test_what_is_ours_goes_before_what_is_theirs(handed_in: Path, workers: Workers) -> None:
    (handed_in / "kim").mkdir()
    workers(graded)
    assert kata_batch(handed_in).exit_code == 1
    workers(lambda job: graded(job, FAILED) if "ann" in job.path else graded(job))
    assert kata_batch(handed_in, "--cap", 3).exit_code == 3


def test_something_that_could_not_be_graded_is_exit_code_3_and_set_aside(
    handed_in: Path, workers: Workers
) -> None:
    done = workers(lambda job: graded(job, FAILED) if "ann" in job.path else graded(job))
    ran = kata_batch(handed_in, "--format", "json")
    assert ran.exit_code == 3
    document = json.loads(ran.stdout)
    assert (document["expected"], document["received"]) == (3, 2)
    assert "2 of 3 graded" in ran.stderr
    assert "set aside: ann; the grader failed 3 times, and --regrade NAME tries" in ran.stderr
    assert "the same command" not in ran.stderr
    assert "set aside after 3 tries" in document["submissions"][0]["why_not"]
    assert len(done.handed_out) > 3
    again = workers(graded)
    ran = kata_batch(handed_in)
    assert (ran.exit_code, len(again.handed_out)) == (3, 0)
    assert "graded already" not in ran.stderr
    assert kata_batch(handed_in, "--regrade", "ann").exit_code == 0
    assert len(again.handed_out) == 1


def test_the_same_command_again_grades_nothing(handed_in: Path, workers: Workers) -> None:
    workers(graded)
    first = kata_batch(handed_in)
    again = workers(graded)
    second = kata_batch(handed_in)
    assert again.handed_out == []
    assert "all 3 are graded already" in second.stderr
    assert second.stdout == first.stdout


def test_a_changed_byte_grades_that_file_again_and_no_other(
    handed_in: Path, workers: Workers
) -> None:
    workers(graded)
    kata_batch(handed_in)
    changed = handed_in / "bob" / "solution.py"
    changed.write_text(changed.read_text() + "\n")
    again = workers(lambda job: graded(job) if "bob" in job.path else pytest.fail(job.path))
    assert kata_batch(handed_in).exit_code == 0
    assert len(again.handed_out) == 1


def test_other_terms_grade_all_again_and_regrade_what_matches(
    handed_in: Path, workers: Workers
) -> None:
    workers(graded)
    kata_batch(handed_in)
    other_terms = workers(graded)
    kata_batch(handed_in, "--cap", 5)
    assert len(other_terms.handed_out) == 3
    asked_for = workers(graded)
    kata_batch(handed_in, "--cap", 5, "--regrade", "a*")
    assert len(asked_for.handed_out) == 1
    assert kata_batch(handed_in, "--cap", 5, "--regrade", "q*").exit_code == 2


def test_terms_are_those_that_were_asked_for(
    handed_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[BatchTerms] = []

    def note(wanted: batch.BatchRequest, terms: BatchTerms, *more: object) -> AtOnce:
        asked.append(terms)
        return AtOnce(graded)

    monkeypatch.setattr(batch, "_workers", note)
    words = ["--suite", "phase2", "--cap", "3", "--variants", "--no-rerun", "--case", "win*"]
    kata_batch(handed_in, *words, "--isolation", "limits", "--ledger", tmp_path / "mine.ledger")
    (terms,) = asked
    assert [suite.name for suite in terms.suites] == ["phase2"]
    expected = ("limits", 3.0, True, False, ("win*",))
    assert expected == (
        *(terms.isolation, terms.cap_s, terms.variants, terms.rerun),
        terms.case,
    )
    assert Ledger.read(tmp_path / "mine.ledger").received == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["no-such-folder"], "there is no file or folder no-such-folder"),
        ([".", "--suite", "no-such-suite"], "no-such-suite"),
        ([".", "--suite", "phase2", "--stretch"], "--stretch"),
        ([".", "--cap", "0"], "--cap"),
        ([".", "--cap", "nan"], "--cap"),
        ([".", "--kata", "chess"], "there is no kata 'chess'"),
        ([".", "--case", "no-such-case"], "no-such-case"),
        ([".", "--isolation", "plain"], "plain"),
        ([".", "--allow", "no-such-package"], "no-such-package"),
        ([".", "--jobs", "0"], "--jobs"),
        ([".", "--format", "svg"], "svg"),
        ([".", "--output", "no-such-folder/x.json"], "there is no folder no-such-folder"),
        ([".", "--ledger", "handed-in"], "is a folder"),
        ([".", "--ledger", "notes.txt"], "is neither a ledger"),
        ([".", "--ledger", "my.ledger", "--output", "my.ledger"], "which is read"),
        ([], "PATHS"),
    ],
)
def test_what_has_to_be_corrected_is_one_line_and_nothing_is_graded(
    words: list[str],
    says: str,
    handed_in: Path,
    state: Path,
    workers: Workers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(handed_in.parent)
    Path("notes.txt").write_text("not a ledger\n" * 20)
    Path("my.ledger").touch()
    done = workers(graded)
    ran = kata_batch(*["handed-in" if word == "." else word for word in words])
    assert ran.exit_code == 2
    assert says in ran.stderr
    assert ran.stdout == ""
    assert done.handed_out == []
    assert not list(state.rglob("*.ledger"))


def test_a_folder_without_submissions_makes_no_ledger(tmp_path: Path, state: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = kata_batch(tmp_path / "empty")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr == f"kata: there is no submission in {tmp_path}/empty\n"
    assert not state.exists()


def test_what_is_passed_over_is_told(handed_in: Path, workers: Workers) -> None:
    workers(graded)
    (handed_in / "README.md").write_text("")
    (handed_in / "ann" / "notes.md").write_text("")
    said = kata_batch(handed_in).stderr
    assert "kata: 2 files are not submissions and were skipped: README.md, notes.md\n" in said


def test_what_is_recognised_and_what_is_left_out_is_told(handed_in: Path, workers: Workers) -> None:
    done = workers(graded)
    for folder in list(handed_in.iterdir()):
        folder.rename(handed_in / f"{folder.name}_7_assignsubmission_file_")
    (handed_in / "ann_7_assignsubmission_file_" / "solution (1).py").write_text(OFF)
    (handed_in / "test_all.py").write_text("")
    said = kata_batch(handed_in).stderr.splitlines()
    assert said[:3] == [
        f"kata: {handed_in}: recognised as an export of Moodle: 3 people; --layout plain reads it "
        "as it stands",
        "kata: 1 person handed in several attempts, of which the latest counts: ann",
        f"kata: 1 file beside submissions is not graded: {handed_in}/test_all.py",
    ]
    assert "solution (1).py" in done.handed_out
    as_it_stands = kata_batch(handed_in, "--layout", "plain", "--format", "json").stdout
    assert "ann_7_assignsubmission_file_" in {
        each["candidate"] for each in json.loads(as_it_stands)["submissions"]
    }


def test_a_dry_run_lists_everybody_and_grades_nobody(
    handed_in: Path, workers: Workers, state: Path, tmp_path: Path
) -> None:
    done = workers(graded)
    assert kata_batch(handed_in, "--dry-run").exit_code == 0
    (handed_in / "bob" / "solution.py").rename(handed_in / "bob" / "solution.docx")
    (handed_in / "ann" / "solution (1).py").write_text(OFF)
    (handed_in / "zoe" / "solution.py").write_bytes(b"\xff\xfe")
    ran = kata_batch(handed_in, "--dry-run")
    assert (ran.exit_code, done.handed_out, state.exists()) == (1, [], False)
    assert ran.stdout.splitlines()[0:5:2] == [
        "3 people, 2 unreadable, 1 with several attempts",
        "candidate    file                 attempt    what is wrong",
        "ann          ann/solution (1).py  2",
    ]
    assert max(map(len, ran.stdout.splitlines())) <= 80
    found = json.loads(kata_batch(handed_in, "--dry-run", "--format", "json").stdout)
    ann, bob, zoe = found["submissions"]
    assert ann["hand_in"]["earlier"] == [f"{handed_in}/ann/solution.py"]
    assert [each["graded"] for each in (ann, bob, zoe)] == [True, False, False]
    assert zoe["why_not"].startswith("it is not UTF-8")
    manifest = tmp_path / "class.csv"
    manifest.write_text("candidate,path,email,late\nAnn,handed-in/ann,ann@example.org,a day\n")
    ran = kata_batch(manifest, "--dry-run", "--format", "csv", "--output", tmp_path / "out.csv")
    assert (ran.exit_code, ran.stdout) == (0, "")
    head, row = (tmp_path / "out.csv").read_text("utf-8").splitlines()
    assert head.startswith("\ufeffcandidate,")
    assert head.endswith(",graded,why_not,email,late (manifest)")
    assert row.endswith("yes,,ann@example.org,a day")
    assert "--format is one of" in kata_batch(handed_in, "--dry-run", "--format", "junit").stderr


def test_all_that_has_to_be_corrected_is_told_at_once(handed_in: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "class.csv"
    manifest.write_text("candidate,path\nAnn,no.py\nBob,none.py\n")
    ran = kata_batch(manifest)
    assert ran.exit_code == 2
    assert [line.partition("line ")[2][:15] for line in ran.stderr.splitlines()] == [
        "2: there is no ",
        "3: there is no ",
    ]


def test_the_report_goes_to_a_file_whole(handed_in: Path, tmp_path: Path, workers: Workers) -> None:
    workers(graded)
    ran = kata_batch(handed_in, "--format", "json", "--output", tmp_path / "all.json")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert json.loads((tmp_path / "all.json").read_text())["received"] == 3


def test_a_spreadsheet_is_told_that_a_file_is_utf_8_and_nobody_else_is(
    handed_in: Path, tmp_path: Path, workers: Workers
) -> None:
    workers(graded)
    (handed_in / "bob").rename(handed_in / "Zo\u00eb")
    stdout = kata_batch(handed_in, "--format", "csv").stdout
    kata_batch(handed_in, "--format", "csv", "--output", tmp_path / "all.csv")
    assert (tmp_path / "all.csv").read_bytes().startswith(b"\xef\xbb\xbfrank,candidate,")
    assert stdout.startswith("rank,candidate,")
    assert "Zo\u00eb" in stdout


@pytest.mark.thorough
@pytest.mark.parametrize("option", ["--likeness", "--similarity"])
def test_likenesses_are_looked_for_where_that_is_asked(
    handed_in: Path, workers: Workers, option: str
) -> None:
    workers(graded)
    assert "likenesses" not in json.loads(kata_batch(handed_in, "--format", "json").stdout)
    ran = kata_batch(handed_in, "--format", "json", option)
    assert isinstance(json.loads(ran.stdout)["likenesses"], list)


@pytest.mark.usefixtures("graded_here")
def test_with_likenesses_it_is_asked_how_one_plays_and_that_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "ann.py"
    file.write_text("def find_best_move(board):\n    return 2\n")
    words = (file, "--case", "win-at-once#1")
    ran = kata_batch(*words, "--likeness", "--format", "json")
    told = json.loads(ran.stdout)
    (ann,) = told["submissions"]
    assert len(ann["scorecard"]["quiet_moves"]) == 16
    again = kata_batch(*words, "--format", "json")
    assert "1 is graded already" in again.stderr
    assert "without --likeness" not in again.stderr + ran.stderr
    assert json.loads(again.stdout)["submissions"] == told["submissions"]


def test_whoever_was_graded_without_likenesses_before_is_counted(
    handed_in: Path, workers: Workers
) -> None:
    workers(graded)
    kata_batch(handed_in / "ann")
    ran = kata_batch(handed_in / "ann", "--likeness")
    assert "1 was graded earlier without --likeness" in ran.stderr


def test_an_interrupted_one_says_the_command_that_goes_on(
    handed_in: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(handed_in.parent)
    count = 0

    def third_stops(job: Job) -> GradedJob:
        nonlocal count
        count += 1
        if count > 2:
            raise KeyboardInterrupt
        return graded(job)

    workers(third_stops)
    stopped = kata_batch(handed_in, "--kata", "best_move", "--ledger", "it's.ledger", *ONE_CASE)
    assert stopped.exit_code == 130
    assert stopped.stdout == ""
    assert "interrupted: 2 of 3 are graded, and saved in it's.ledger\n" in stopped.stderr
    (line,) = [each for each in stopped.stderr.splitlines() if "to resume" in each]
    command = shlex.split(line.partition("the same command: ")[2])
    expected = ["kata", "batch", str(handed_in), "--kata", "best_move", "--ledger", "it's.ledger"]
    assert command == [*expected, *ONE_CASE]


def test_a_ledger_that_fails_in_the_middle_is_one_line(
    handed_in: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(ledger: Ledger, graded: GradedJob, *, to_repeat: bool) -> None:
        raise LedgerError("cannot write it: the disk is full")

    workers(graded)
    monkeypatch.setattr(Ledger, "keep", full)
    ran = kata_batch(handed_in)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "kata: cannot write it: the disk is full" in ran.stderr


def test_the_ledger_is_that_of_the_paths_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state = Path("state")
    one = default_ledger(["class/"], state)
    assert one == default_ledger([str(tmp_path / "x" / ".." / "class")], state)
    assert default_ledger(["a", "b"], state) == default_ledger(["b", "a"], state)
    assert default_ledger(["../../etc/\x1b[2J"], state).parent == state / "batches"
    assert one != default_ledger(["class", "b"], state)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with two that are quick and two that take a minute, and leave nothing."""
    folder = tmp_path / "slow"
    folder.mkdir()
    for number, name in enumerate(("a1", "a2", "b1", "b2")):
        sleep = "    import time\n    time.sleep(60)\n" if number > 1 else ""
        (folder / f"{name}.py").write_text(
            f"# {name}\ndef find_best_move(board):\n{sleep}    return 2 * board.column_height(0)\n"
        )
    with as_subreaper():
        yield folder


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("number", "code"),
    sampled(
        [(signal.SIGINT, 130), (signal.SIGTERM, 143)],
        quick=lambda number, code: number == signal.SIGINT,
    ),
)
def test_a_signal_loses_nothing_and_leaves_nobody(
    number: signal.Signals, code: int, slow: Path, tmp_path: Path
) -> None:
    """It is sent to the whole group, as a terminal does, when the first two are kept."""
    before = frozenset(processes.below_me())
    ledger = tmp_path / "slow.ledger"
    words = [str(slow), "--kata", "best_move", *ONE_CASE, "--cap", "60", "--ledger", str(ledger)]
    process = subprocess.Popen(
        [sys.executable, "-m", "graders", "batch", *words, "--jobs", "2"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parents[2],
    )
    deadline = time.monotonic() + HANGS_AFTER_S
    while received(ledger) < 2 and time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=HANGS_AFTER_S)
    assert (process.returncode, out) == (code, ""), err
    assert re.search(r"interrupted: \d of 4 are graded", err), err  # one may just have been kept
    assert "Traceback" not in err
    assert not processes.survivors(before)
    for name in ("b1", "b2"):
        (slow / f"{name}.py").write_text(f"# {name}\n{OFF}")
    ran = kata_batch(*words, "--format", "json")
    assert [one["score"] for one in json.loads(ran.stdout)["submissions"]] == [1, 1, 0, 0]


def received(ledger: Path) -> int:
    try:
        return Ledger.read(ledger).received
    except LedgerError:  # it is not there yet
        return 0
