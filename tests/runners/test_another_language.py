"""A language is one folder and one entry: submissions in the shell's own are graded like others.

The folder is `sh/` beside this file; what stands in the way of another language stands in the
way of this one, at every level of isolation, as root and as an ordinary user.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from graders import Scorecard, grade_file
from graders.channel import languages
from graders.channel.budget import Settings
from graders.channel.channel import ask, survey
from graders.channel.languages import LANGUAGES, Language
from graders.channel.wire import VERSION
from graders.cli import main
from graders.katas import kata_named
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.request import BoardArgument, Request, Survey
from graders.model.submission import Speech, Submission
from graders.model.suite import members_of
from graders.sandbox.interface import ReadOnlyPath
from graders.sandbox.isolation import Isolation, choose_isolation
from graders.suites import by_name
from tests.tiers import sampled

RUNNER = PurePosixPath("sh")
SH = Path("/bin/sh").resolve()
SHELL = Language(
    "the shell's",
    suffixes=(".sh",),
    words=(str(SH), RUNNER / "runner.sh"),
    speech=Speech.PYTHON,
    in_place=(SH,),
    shown=(ReadOnlyPath(Path(__file__).parent / "sh", RUNNER),),
)
LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS})
SUITE = "phase2"
BEST_MOVE = Request("find_best_move", (BoardArgument("0032", "Y"),))
CAP_S = 10.0


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, SHELL))


@pytest.fixture(params=sampled(LEVELS, lambda level: level is Isolation.LIMITS))
def level(request: pytest.FixtureRequest) -> Isolation:
    assert isinstance(request.param, Isolation)
    return request.param


def submission(source: str) -> Submission:
    return Submission(Path("mine.sh"), "mine.sh", source.encode())


def answer(body: str, level: Isolation, request: Request = BEST_MOVE) -> Outcome:
    source = f"{request.function}() {{\n{body}\n}}\n"
    return ask(submission(source), request, CAP_S, Settings(level))


def graded(folder: Path, source: str, level: Isolation) -> Scorecard:
    path = folder / "mine.sh"
    path.write_text(source)
    suites = {"best_move": [by_name(SUITE)], "operations": [by_name("operations/published")]}
    return grade_file(path, suites=suites, isolation=level)


def test_a_right_submission_has_full_marks_and_its_kata_is_recognised(
    tmp_path: Path, level: Isolation
) -> None:
    members = members_of(by_name(SUITE).cases)
    facts = [kata_named("best_move").describe(case.task) for case in members]
    answers = "".join(f'"{each.moves}") answer={min(each.accept or ())} ;;\n' for each in facts)
    source = f'find_best_move() {{\necho thinking\ncase "$1" in\n{answers}esac\n}}\n'
    card = graded(tmp_path, source, level)
    assert (card.kata, card.score) == ("best_move", card.max_score), [
        r.message for r in card.results
    ]
    assert {result.stdout for result in card.results} == {"thinking\n"}


def test_an_answer_that_is_right_for_one_case_is_wrong_for_the_others(
    tmp_path: Path, level: Isolation
) -> None:
    returns = '[5,4,5,4,5,4,"inProgress",5,{"tuple":["win",1]},"error:game_over"]'
    card = graded(tmp_path, f"solution() {{ answer='{returns}'; }}\n", level)
    assert card.kata == "operations"
    assert {r.id for r in card.results if r.accepted} == {"published/example-1"}
    assert all(result.message for result in card.results if not result.accepted)


def test_any_arguments_and_values_cross_the_wire(level: Isolation) -> None:
    request = Request("solution", (6, "x", (1, [2])))
    assert answer('answer="$1"', level, request).value == [6, "x", (1, [2])]
    outcome = answer('answer="[\\"$1\\",{\\"tuple\\":[\\"$2\\",1]}]"', level)
    assert outcome.value == ["0032", ("Y", 1)]


def test_the_file_is_surveyed_without_being_run(level: Isolation) -> None:
    source = "exit 3\nsolution() { :; }\nhelper() { :; }\n"
    assert survey(submission(source), Settings(level)) == Survey(("solution", "helper"))


@pytest.mark.parametrize(
    ("source", "event"),
    [
        ("find_best_move() { return 3; }\n", Event.RAISED),
        ("find_best_move() { exit 3; }\n", Event.DIED),
        ("find_best_move() { while :; do :; done; }\n", Event.TIMED_OUT),
        ("exit 3\n", Event.NOT_LOADED),
        ("other() { :; }\n", Event.NOT_LOADED),
        ("find_best_move() { echo '{}' >&4; }\n", Event.GARBLED),
    ],
    ids=["failure", "exit", "endless", "exit-in-load", "nothing", "forged"],
)
def test_what_goes_wrong_has_its_event(source: str, event: Event, level: Isolation) -> None:
    outcome = ask(submission(source), BEST_MOVE, 0.5, Settings(level))
    assert outcome.event is event, outcome


def test_it_is_confined_like_any_other(level: Isolation) -> None:
    look = """
        while read -r key id rest; do [ "$key" = Uid: ] && user=$id; done </proc/self/status
        echo here >file
        answer="[$(ulimit -n),\\"$(ulimit -v)\\",\\"$user\\",\\"$(echo *)\\",\\"$HOME\\"]"
    """
    outcome = answer(look, level)
    assert outcome.event is Event.REPLIED, outcome
    assert isinstance(outcome.value, list)
    open_files, address_space, user, files, home = outcome.value
    assert (open_files, address_space) == (Limits().open_files, "unlimited")
    assert files == "file" and home.endswith("/scratch")
    assert user != "0"


def test_bubblewrap_shows_it_its_own_shell_and_nothing_to_read() -> None:
    if choose_isolation("auto") is not Isolation.BWRAP:
        pytest.skip("bubblewrap does not work here")
    outcome = answer('answer="\\"$(echo /*) $(echo /kata/*)\\""', Isolation.BWRAP)
    seen = set(str(outcome.value).split())
    assert seen & {"/etc", "/home", "/tmp", "/bin", "/work"} == set()
    assert {"/kata/file", "/kata/library", "/kata/runners", "/kata/sh"} <= seen


def test_an_interpreter_that_is_missing_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, level: Isolation
) -> None:
    missing = Language("lost", (".sh",), words=("/nonexistent/sh",), speech=Speech.PYTHON)
    monkeypatch.setattr(languages, "LANGUAGES", (missing,))
    outcome = answer("answer=3", level)
    assert outcome.event is Event.GRADER_FAULT
    assert "/nonexistent/sh" in str(outcome.fact)


def test_a_runner_that_speaks_another_version_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, level: Isolation
) -> None:
    says = 'echo \'{"op":"ready","version":1000}\' >&4; read -r order <&3'
    later = replace(SHELL, words=(str(SH), "-c", says))
    monkeypatch.setattr(languages, "LANGUAGES", (later,))
    outcome = answer("answer=3", level)
    assert outcome.event is Event.GRADER_FAULT
    assert f"version 1000 of the wire, the grader version {VERSION}" in str(outcome.fact)


def test_what_cannot_be_done_in_it_is_refused_and_not_recommended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.sh").write_text("find_best_move() { answer=9; }\n")
    tried = CliRunner().invoke(main, ["try", "mine.sh", "win-at-once#1", "--yes"])
    assert (tried.exit_code, tried.stdout) == (2, "")
    assert "kata try cannot run the shell's: " in tried.stderr
    made = CliRunner().invoke(main, ["new", "best_move", "other.sh"])
    assert made.exit_code == 2
    assert "kata new makes a folder" in made.stderr
    graded_here = CliRunner().invoke(main, ["grade", "mine.sh", "--case", "win-at-once#1"])
    assert "kata try" not in graded_here.stdout
    assert "kata grade mine.sh --case phase2/win-at-once#1" in graded_here.stdout
    hint = CliRunner().invoke(main, ["hint", "mine.sh"])
    assert "Node.js" not in hint.stdout
