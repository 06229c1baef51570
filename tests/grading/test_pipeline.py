"""`grade_file`: the one way from a file to a scorecard."""

from __future__ import annotations

import hashlib
import importlib.metadata
import multiprocessing
import platform
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

import graders
from graders import Limits, Scorecard, UsageError, grade_file
from graders.grading.grade_file import Start
from graders.grading.prepare import UNKNOWN
from graders.model.provenance import LimitsUsed, Submitted, SuiteUsed
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.practice.new_folder import make_folder
from graders.sandbox.interrupts import Cancellation
from graders.suites import by_name, selection, shipped
from tests import knows, processes
from tests.tiers import sampled

RIGHT = knows.PHASE_2
WIN = "phase2/win-at-once"
HANGS_AFTER_S = 600.0
GRADE_ONE_CASE = partial(grade_file, case=WIN, cap_s=20.0)


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT)
    return file


def ids(card: Scorecard) -> list[str]:
    return [result.id for result in card.results]


def test_without_more_a_file_is_graded_on_the_shipped_suites_of_its_kata(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def find_best_move(board):\n    return None\n")
    card = grade_file(file)
    assert card.kata == "best_move"
    assert card.complete
    assert {result.suite for result in card.results} == {"phase2", "phase3"}


def test_suites_are_given_by_name_by_path_or_loaded(right: Path) -> None:
    suite = by_name("phase2")
    for given in ("phase2", suite.path, Path(suite.path), suite):
        card = grade_file(right, suites=[given], case="*/win*")
        assert ids(card) == [WIN]


def test_it_tells_what_happens_as_it_happens(right: Path) -> None:
    seen: list[object] = []
    card = grade_file(
        str(right),
        case="phase2/*",
        on_start=seen.append,
        on_case=lambda case: seen.append(case.id),
        on_result=seen.append,
    )
    start, *rest = seen
    assert isinstance(start, Start)
    assert (start.submission, start.kata, start.isolation) == (
        str(right),
        "best_move",
        card.isolation,
    )
    assert [case.id for case in start.cases] == ids(card)
    assert rest == [each for result in card.results for each in (result.id, result)]


def test_a_file_of_no_kata_has_a_scorecard_too(tmp_path: Path) -> None:
    file = tmp_path / "nothing.py"
    file.write_text("x = 1\n")
    card = grade_file(file)
    assert [result.verdict for result in card.results] == [Verdict.LOAD_ERROR]
    assert (card.kata, card.max_score) == (UNKNOWN, 1)
    named = grade_file(file, kata="best_move", case="phase2/*")
    assert {result.verdict for result in named.results} == {Verdict.LOAD_ERROR}
    assert named.max_score == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine.zip", "is an archive: unpack it"),
        ("mine.tar.GZ", "is an archive: unpack it"),
        ("mine.ipynb", "is a notebook: export it as a script"),
        ("mine.docx", "is a document: save the code in it"),
        (
            "mine.rs",
            "cannot be graded: no language has the suffix .rs; known are .py (Python), .js",
        ),
    ],
)
def test_what_is_no_file_of_code_by_its_name_is_a_usage_error(
    name: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(RIGHT)
    for named in ({}, {"kata": "best_move"}, {"suites": ["phase2"]}):
        with pytest.raises(UsageError, match=re.escape(said)):
            grade_file(path, **named)  # type: ignore[arg-type]


def test_a_fault_of_ours_before_the_first_case_is_a_grader_error(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise OSError("no process to be had")

    monkeypatch.setattr("graders.grading.prepare.survey", broken)
    card = grade_file(right, case=WIN)
    assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR]


def test_what_is_missing_on_our_side_is_not_taken_for_a_missing_file(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise FileNotFoundError("the runner")

    monkeypatch.setattr("graders.grading.prepare.survey", broken)
    card = grade_file(right, case=WIN)
    assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR]


@pytest.mark.thorough
def test_a_table_as_long_as_a_file_may_be_is_read_and_graded(tmp_path: Path) -> None:
    file = tmp_path / "table.py"
    file.write_text(f"TABLE = [{'0,' * 500_000}]\n\n{RIGHT}")
    card = grade_file(file, case=WIN, explain=False)
    assert [result.verdict for result in card.results] == [Verdict.ACCEPTED]


def test_where_the_kata_is_given_nothing_is_read_of_the_file_beforehand(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def needless(*given: object) -> None:
        raise AssertionError("a survey")

    monkeypatch.setattr("graders.grading.prepare.survey", needless)
    for how in ({"kata": "best_move"}, {"suites": ["phase2"]}):
        card = grade_file(right, case=WIN, **how)
        assert [result.verdict for result in card.results] == [Verdict.ACCEPTED]


def test_an_interrupt_before_the_first_case_leaves_an_incomplete_scorecard(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("graders.grading.prepare.survey", interrupted)
    card = grade_file(right)
    assert (card.complete, card.results, card.kata) == (False, (), UNKNOWN)
    assert (card.score, card.max_score) == (0, 1)
    monkeypatch.setattr("graders.grading.prepare._kata_of", interrupted)
    named = grade_file(right, suites=["phase2"])
    assert (named.complete, named.score, named.max_score) == (False, 0, 3)
    assert [case.id for case in named.not_run] == [case.id for case in by_name("phase2").cases]


@pytest.mark.parametrize("graded", [0, 1, 2, 3])
def test_wherever_a_run_is_interrupted_its_maximum_is_that_of_the_selection(
    graded: int, tmp_path: Path
) -> None:
    file = tmp_path / "knows.py"
    file.write_text(RIGHT)
    cases = [case.id for case in by_name("phase2").cases]

    def interrupt(case: Case) -> None:
        if cases.index(case.id) == graded:
            raise KeyboardInterrupt

    card = grade_file(file, suites=["phase2"], on_case=interrupt, explain=False)
    assert (card.complete, card.max_score) == (graded == 3, 3)
    assert [r.id for r in card.results] + [case.id for case in card.not_run] == cases
    assert (card.assessment is None, card.holds) == (graded < 3, None)
    assert Scorecard.from_json(card.to_json()) == card


class TestAFileThatFailsBeforeItsKataIsKnown:
    """It is 0 of all points wherever something names the kata, and never 0 of 0."""

    SOURCES: ClassVar[dict[str, bytes]] = {
        "nothing_in_it.py": b"",
        "syntax.py": b"def find_best_move(board:\n",
        "latin.py": b"# caf\xe9\n",
        "zip.py": b"PK\x03\x04\xff\x00",
        "huge.py": b"#" * (2 << 20),
    }

    @pytest.mark.parametrize("name", sampled(SOURCES, lambda name: name[0] in "sh"))
    @pytest.mark.parametrize(
        ("named", "most"),
        [
            ({"kata": "best_move"}, 7),
            ({"suites": ["phase3"]}, 4),
            ({"suites": ["phase2", "phase3"]}, 7),
            ({"suites": {"best_move": ["phase2"]}}, 3),
            ({}, 1),
            ({"suites": {"best_move": ["phase2"], "operations": ["published"]}}, 1),
        ],
    )
    def test_is_none_of_something(
        self, name: str, named: dict[str, Any], most: int, tmp_path: Path
    ) -> None:
        file = tmp_path / name
        file.write_bytes(self.SOURCES[name])
        card = grade_file(file, **named, explain=False)
        assert (card.score, card.max_score) == (0, most)
        assert {result.verdict for result in card.results} == {Verdict.LOAD_ERROR}


def test_it_says_from_what_and_on_what_it_was_made(right: Path) -> None:
    suite = by_name("phase2")
    limits = Limits(total_s=100.0)
    card = grade_file(right, suites=[suite], case=WIN, cap_s=3.5, limits=limits)
    digest = hashlib.sha256(RIGHT.encode()).hexdigest()
    assert card.submission == Submitted(str(right), digest, len(RIGHT))
    made = card.provenance
    assert made is not None
    digest = hashlib.sha256(Path(suite.path).read_bytes()).hexdigest()
    assert made.suites == (SuiteUsed("phase2", suite.version, digest),)
    assert made.limits == LimitsUsed(**limits._asdict())
    assert (made.options.cases, made.options.cap_s, made.options.kata) == ((WIN,), 3.5, None)
    assert made.isolation.level == card.isolation
    assert (made.isolation.version is not None) == (card.isolation == "bwrap")
    assert made.python.version == platform.python_version()
    assert made.grader == importlib.metadata.version("connect-four-kata")
    assert made.cores >= 1
    assert made.drop_undo_per_s > 0
    began = datetime.fromisoformat(card.started_at)
    assert began.tzinfo is UTC
    assert timedelta(0) <= datetime.now(UTC) - began
    assert card.duration_s > 0


def test_a_result_says_what_the_suite_says_of_the_case(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def find_best_move(board):\n    return 6\n")
    [result] = grade_file(file, case="phase3/mate-in-9#1").results
    assert (result.moves, result.first, result.to_move) == ("3632406063", "RED", "RED")
    assert (result.goal, result.accept, result.mate_in) == ("win", (6,), 9)


def test_a_file_that_cannot_be_read_is_in_its_scorecard_as_far_as_it_is_known(
    tmp_path: Path,
) -> None:
    file = tmp_path / "latin.py"
    file.write_bytes(b"# \xff\n")
    digest = hashlib.sha256(b"# \xff\n").hexdigest()
    assert grade_file(file).submission == Submitted(str(file), digest, 4)
    odd = grade_file("a\0b.py")
    assert odd.submission == Submitted("a\\x00b.py")
    assert "no file can have such a name" in odd.results[0].message


class TestSideBySide:
    """Several runs at a time, as a batch has them."""

    SOURCES: ClassVar[dict[str, Verdict]] = {
        "return 2 * board.column_height(0)": Verdict.ACCEPTED,
        "return 6": Verdict.WRONG_ANSWER,
        "return None": Verdict.INVALID_ANSWER,
        "raise RuntimeError": Verdict.RUNTIME_ERROR,
        "__import__('os')._exit(0)": Verdict.RUNTIME_ERROR,
        "import os; os.fork() or os._exit(0); return 2 * board.column_height(0)": Verdict.ACCEPTED,
    }

    def files(self, folder: Path) -> list[Path]:
        files = [folder / f"submission_{number}.py" for number in range(len(self.SOURCES))]
        for file, body in zip(files, self.SOURCES, strict=True):
            file.write_text(f"def find_best_move(board):\n    {body}\n")
        return files

    def check(self, cards: Iterable[Scorecard], files: list[Path]) -> None:
        cards = list(cards)
        assert [card.submission.path for card in cards] == [str(file) for file in files]
        got = [[result.verdict for result in card.results] for card in cards]
        assert got == [[verdict] for verdict in self.SOURCES.values()]

    @pytest.mark.thorough
    def test_in_threads(self, tmp_path: Path) -> None:
        files = self.files(tmp_path)
        with ThreadPoolExecutor(len(files)) as pool:
            self.check(pool.map(GRADE_ONE_CASE, files), files)

    @pytest.mark.thorough
    @pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
    @pytest.mark.parametrize(
        "method", sampled(["fork", "spawn", "forkserver"], lambda method: method == "fork")
    )
    def test_in_worker_processes(self, method: str, tmp_path: Path) -> None:
        files = self.files(tmp_path)
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            self.check(pool.map(GRADE_ONE_CASE, files), files)

    def test_the_callbacks_come_in_the_thread_that_called(self, right: Path) -> None:
        def called_in(number: int) -> bool:
            seen: set[int] = set()
            note = lambda what: seen.add(threading.get_ident())  # noqa: E731
            grade_file(right, case=WIN, on_start=note, on_case=note, on_result=note)
            return seen == {threading.get_ident()}

        with ThreadPoolExecutor(2) as pool:
            assert all(pool.map(called_in, range(2)))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kata": "chess"}, "there is no kata 'chess'"),
        ({"suites": ["nosuch"]}, "there is no suite 'nosuch'"),
        ({"case": "nosuch"}, "no case matches 'nosuch'"),
        ({"case": ""}, "an empty glob matches no case"),
        ({"case": ()}, "an empty glob matches no case"),
        ({"case": "*~mirror"}, "those are graded only where they are asked for"),
        ({"case": "*~nosuch"}, "no case matches"),
        ({"suites": [""]}, "an empty name is that of no suite"),
        ({"suites": [Path(__file__).parent]}, "it is a folder; name the file of a suite in it"),
        ({"isolation": "wishes"}, "there is no isolation 'wishes'"),
        ({"cap_s": 0.0}, "a cap is more than 0"),
        ({"cap_s": float("nan")}, "a cap is more than 0"),
        ({"cap_s": 1e9}, "a cap is more than 0"),
        ({"stretch": True, "suites": ["phase2"]}, "stretch adds to the shipped suites"),
        ({"suites": {"operations": ["published"]}}, "but none of best_move"),
    ],
)
def test_what_the_caller_has_to_mend_is_a_usage_error(
    options: dict[str, object], said: str, right: Path
) -> None:
    with pytest.raises(UsageError, match=said):
        grade_file(right, **options)  # type: ignore[arg-type]


def test_asking_for_stretch_suites_where_there_are_none_is_a_usage_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = shipped("operations")
    monkeypatch.setattr("graders.suites.selection.shipped", lambda name, stretch: usual)
    file = tmp_path / "mine.py"
    file.write_text("def solution(rows, cols, k, operations):\n    return []\n")
    for named in ({}, {"kata": "operations"}):
        with pytest.raises(UsageError, match="operations has no stretch suites"):
            grade_file(file, stretch=True, **named)  # type: ignore[arg-type]


def test_where_no_suites_are_shipped_one_has_to_be_named(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "shipped", lambda kata, stretch=False: ())
    with pytest.raises(UsageError, match="no suites of best_move are shipped: name one"):
        grade_file(right)


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        grade_file(tmp_path / "gone.py")


def test_the_package_offers_it_without_being_dear_to_import() -> None:
    assert set(graders.__all__) <= {name for name in graders.__all__ if getattr(graders, name)}
    code = "import sys, graders; print('graders.model.limits' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    with pytest.raises(AttributeError, match="no attribute 'grade_files'"):
        _ = graders.grade_files  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "source",
    ["def find_best_move(board:\n", "def best_move(board):\n    return 3\n", "\xe9"],
    ids=["syntax-error", "another-name", "not-utf-8"],
)
def test_in_a_folder_that_was_made_for_a_kata_a_file_is_of_that_kata(
    source: str, tmp_path: Path
) -> None:
    make_folder("best_move", tmp_path / "mine")
    alone, begun = tmp_path / "solution.py", tmp_path / "mine" / "solution.py"
    for file in (alone, begun):
        file.write_bytes(source.encode("latin-1"))
    names = [grade_file(file, explain=False).kata for file in (alone, begun, begun.parent)]
    assert names == ["unknown", "best_move", "best_move"]
    assert grade_file(begun, kata="operations", explain=False).kata == "operations"


def test_a_folder_with_a_readme_of_its_own_was_made_for_nothing(tmp_path: Path) -> None:
    file = tmp_path / "solution.py"
    file.write_text("def best_move(board:\n")
    (tmp_path / "README.md").write_text("# Kata: best_move\n")
    assert grade_file(file, explain=False).kata == "unknown"


@pytest.mark.thorough
def test_cases_that_come_first_change_nothing_else(right: Path) -> None:
    as_usual = grade_file(right, explain=False)
    turned = grade_file(right, explain=False, first=ids(as_usual)[-2:])
    assert ids(turned) == [*ids(as_usual)[-2:], *ids(as_usual)[:-2]]
    assert turned.score == as_usual.score
    assert turned.assessment is not None
    assert as_usual.assessment is not None
    assert turned.assessment.evidence == as_usual.assessment.evidence


def test_another_thread_may_end_a_run_and_nothing_is_left(tmp_path: Path) -> None:
    """What was graded by then stays, and the processes of the case that ran are gone."""
    before = processes.below_me()
    file = tmp_path / "sleeps.py"
    file.write_text("import time\n\ndef find_best_move(board):\n    time.sleep(50)\n")
    cancellation = Cancellation()

    def work() -> Scorecard:
        with cancellation.may_end():
            return grade_file(file, cap_s=60.0, on_case=begun.append)

    begun: list[Case] = []
    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(work)
        while not begun:
            time.sleep(0.01)
        time.sleep(0.3)
        cancellation.cancel()
        card = run.result(HANGS_AFTER_S)
    assert not card.complete
    assert card.not_run
    assert processes.survivors(before) == set()
