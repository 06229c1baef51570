"""The recipes of docs/integrations.md, taken out of the page and run as far as they can be."""

from __future__ import annotations

import base64
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import junitparser
import pytest
import yaml

from graders.reports import formats
from graders.reports.csv import BATCH_COLUMNS, CASE_COLUMNS, OUTPUT_COLUMNS
from tests.reports.schemas import document
from tests.tiers import sampled

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
FOR_PEOPLE = {"text", "json", "html", "svg"}
"""The formats that are told of on other pages."""
WRONG = "def find_best_move(board):\n    print('::error::mine')\n    return 0\n"
BROKEN = "def find_best_move(board:\n"
"""What is graded soonest: there is nothing to call."""
SCRIPTS = ("setup.sh", "run_autograder", "bin/run.sh")
WORKFLOWS = (".github/workflows/grade.yml", ".github/workflows/classroom.yml")


@cache
def files() -> Mapping[str, str]:
    """Return the files of the recipes by name: each is named at the beginning of what precedes."""
    found = {}
    for before, block in re.findall(r"\n\n([^\n].*?)\n\n```\w+\n(.*?)```", PAGE, re.DOTALL):
        named = re.match(r"`([\w./-]+)`", before.rpartition("\n\n")[2])
        if named:
            found[named[1]] = block
    return found


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with `bin/kata`, the command itself."""
    command = tmp_path / "bin" / "kata"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m graders "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(
    script: str, place: Path, *arguments: str, shell: str = "bash -e", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder, with our command first on the path."""
    file = place / "script"
    file.write_text(script, encoding="utf-8")
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("KATA", "GITHUB"))
    }
    path = f"{place / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [*shell.split(), str(file), *arguments],
        cwd=place,
        env={**kept, "PATH": path, "KATA_STATE": str(place / "state"), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def what_bash_says_of(script: str) -> str:
    """Return what is wrong with how a script is written."""
    ran = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    return ran.stderr


def step(workflow: str, name: str) -> dict[str, Any]:
    (job,) = yaml.safe_load(files()[workflow])["jobs"].values()
    (found,) = [step for step in job["steps"] if step.get("name") == name]
    assert isinstance(found, dict)
    return found


def test_the_page_names_every_format_and_which_of_them_write_a_batch() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+? \| (.+?) \| ", PAGE, re.MULTILINE)
    described = {name: batch != "–" for name, batch in rows if name in formats()}
    assert described == {
        name: kind.batches for name, kind in formats().items() if name not in FOR_PEOPLE
    }


def test_the_page_names_every_column() -> None:
    of_batch, of_cases = PAGE.partition("The columns of cases:")[::2]
    of_batch = of_batch.partition("The columns of a batch:")[2]

    def named(text: str) -> set[str]:
        cells = re.findall(r"^\| (`.+?) \| ", text, re.MULTILINE)
        return set(re.findall(r"`(\w+)`", " ".join(cells)))

    assert named(of_batch) == set(BATCH_COLUMNS)
    assert named(of_cases) == {*CASE_COLUMNS, *OUTPUT_COLUMNS}


def test_all_files_of_the_recipes_are_known_here() -> None:
    others = {".gitlab-ci.yml", "Jenkinsfile", "Dockerfile"}
    assert set(files()) == {*SCRIPTS, *WORKFLOWS, *others}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_a_bash_script(name: str) -> None:
    assert files()[name].startswith("#!/usr/bin/env bash\n")
    assert not what_bash_says_of(files()[name])


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_every_step_of_a_workflow_is_a_bash_script_or_an_action(workflow: str) -> None:
    for job in yaml.safe_load(files()[workflow])["jobs"].values():
        for each in job["steps"]:
            assert ("run" in each) != ("uses" in each)
            assert not what_bash_says_of(each.get("run", ""))


def test_the_workflow_for_classroom_is_called_as_classroom_demands() -> None:
    workflow = yaml.safe_load(files()[".github/workflows/classroom.yml"])
    assert workflow["name"] == "Autograding Tests"
    assert list(workflow["jobs"]) == ["run-autograding-tests"]
    reporter = step(".github/workflows/classroom.yml", "Report to Classroom")
    runner = reporter["with"]["runners"]
    assert runner == step(".github/workflows/classroom.yml", "Grade")["id"]
    assert list(reporter["env"]) == [f"{runner.upper()}_RESULTS"]


@pytest.fixture
def autograder(place: Path) -> str:
    """Return the script for Gradescope, for a tree of our own."""
    (place / "submission").mkdir()
    script = files()["run_autograder"].replace("/opt/kata/bin/kata", str(place / "bin" / "kata"))
    return script.replace("/autograder", str(place))


@pytest.mark.parametrize(
    "kind", sampled(["nothing", "link", "folder"], quick=lambda kind: kind == "link")
)
def test_gradescope_is_told_what_to_hand_in(place: Path, autograder: str, kind: str) -> None:
    file = place / "submission" / "solution.py"
    if kind == "link":
        (place / "secret").write_text("cases: [{id: secret}]\n")
        file.symlink_to(place / "secret")
    elif kind == "folder":
        file.mkdir()
    ran = run(autograder, place, shell="bash")
    assert ran.returncode == 0
    text = (place / "results" / "results.json").read_text()
    assert '"score": 0' in text
    assert "solution.py" in text
    assert "secret" not in text


@pytest.mark.parametrize("code", [2, 3])
def test_gradescope_gets_no_grade_where_the_grader_failed(
    place: Path, autograder: str, code: int
) -> None:
    (place / "submission" / "solution.py").write_text(WRONG)
    (place / "results").mkdir()
    (place / "bin" / "kata").write_text(
        f"#!/bin/sh\necho >{place}/results/results.json\nexit {code}\n"
    )
    assert run(autograder, place, shell="bash").returncode == code
    assert not (place / "results" / "results.json").exists()


@pytest.mark.parametrize("old", [False, True])
def test_gradescopes_image_is_set_up_with_a_python_that_is_new_enough(
    place: Path, old: bool
) -> None:
    calls = place / "calls"
    for name in ("apt-get", "python3", "python3.11", "chmod", "opt/bin/python"):
        stub = place / name if "/" in name else place / "bin" / name
        stub.parent.mkdir(parents=True, exist_ok=True)
        is_old = "exit 1" if name == "python3" and old else ""
        stub.write_text(
            f'#!/bin/sh\necho {name} "$@" >>{calls}\ncase "$1" in -c) {is_old or ":"} ;; esac\n'
        )
        stub.chmod(0o755)
    script = files()["setup.sh"].replace("/opt/kata", str(place / "opt"))
    ran = run(script, place, shell="bash")
    assert ran.returncode == 0, ran.stderr
    called = calls.read_text()
    assert f"{'python3.11' if old else 'python3'} -m venv {place / 'opt'}\n" in called
    assert ("python3.11-venv" in called) == old
    assert "-m pip install /autograder/source/connect-four-kata\n" in called
    assert "chmod -R go= /autograder/source\n" in called


def test_the_runner_of_a_track_says_which_file_is_not_there(place: Path) -> None:
    ran = run(files()["bin/run.sh"], place, "best-move", str(place), str(place / "out"))
    assert ran.returncode == 0
    found = document("exercism", (place / "out" / "results.json").read_text())
    assert found["message"] == "There is no file best_move.py."


def test_the_runner_of_a_track_wants_its_three_arguments(place: Path) -> None:
    ran = run(files()["bin/run.sh"], place, "best-move")
    assert ran.returncode == 2
    assert ran.stderr.startswith("usage: ")


def test_the_image_of_a_track_starts_the_script_where_it_puts_it() -> None:
    lines = files()["Dockerfile"].splitlines()
    place = "/opt/test-runner/bin/run.sh"
    assert f"COPY bin/run.sh {place}" in lines
    assert f'ENTRYPOINT ["{place}"]' in lines
    starts = {line.split(" ")[0] for line in lines if line and not line.startswith(" ")}
    assert starts == {"FROM", "RUN", "COPY", "ENV", "WORKDIR", "ENTRYPOINT"}


def _of_gitlab() -> str:
    line = yaml.safe_load(files()[".gitlab-ci.yml"])["grade"]["script"][-1]
    assert isinstance(line, str)
    return line.replace("/opt/kata/bin/kata", "kata")


def _of_jenkins() -> str:
    found = re.search(r"sh '(.+)'", files()["Jenkinsfile"])
    assert found
    return found[1]


SERVERS = {"gitlab": _of_gitlab, "jenkins": _of_jenkins}


@pytest.mark.thorough
@pytest.mark.parametrize("server", sampled(SERVERS, quick=lambda server: server == "gitlab"))
def test_a_ci_server_is_given_a_testsuite_for_each_submission(place: Path, server: str) -> None:
    (place / "handed-in").mkdir()
    for name in ("alice", "bob"):
        (place / "handed-in" / f"{name}.py").write_text(BROKEN)
    ran = run(SERVERS[server](), place, shell="sh -e")
    assert ran.returncode == 0, ran.stderr
    suites = junitparser.JUnitXml.fromfile(str(place / "junit.xml"))
    assert [suite.name for suite in suites] == ["alice", "bob"]


def test_the_file_of_a_ci_server_is_where_it_looks_for_it() -> None:
    job = yaml.safe_load(files()[".gitlab-ci.yml"])["grade"]
    assert f"--output {job['artifacts']['reports']['junit']} " in job["script"][-1]
    assert "junit 'junit.xml'" in files()["Jenkinsfile"]


@pytest.mark.thorough
class TestRecipes:
    def test_the_step_for_classroom_gives_the_result_and_the_summary(self, place: Path) -> None:
        (place / "kata").mkdir()
        (place / "kata" / "bin").symlink_to(place / "bin")
        (place / "handed-in").mkdir()
        (place / "handed-in" / "solution.py").write_text(WRONG)
        ran = run(
            step(".github/workflows/classroom.yml", "Grade")["run"],
            place,
            RUNNER_TEMP=str(place),
            GITHUB_OUTPUT=str(place / "output"),
            GITHUB_STEP_SUMMARY=str(place / "summary"),
        )
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
        name, _, encoded = (place / "output").read_text().rstrip("\n").partition("=")
        assert name == "result"
        found = document("github", base64.b64decode(encoded, validate=True).decode())
        assert (found["status"], found["max_score"]) == ("fail", 7)
        assert (place / "summary").read_text().startswith("## `handed-in/solution.py`: ")

    def test_the_step_for_classroom_fails_where_nothing_was_handed_in(self, place: Path) -> None:
        (place / "kata").mkdir()
        (place / "kata" / "bin").symlink_to(place / "bin")
        script = step(".github/workflows/classroom.yml", "Grade")["run"]
        ran = run(script, place, RUNNER_TEMP=str(place), GITHUB_OUTPUT=str(place / "output"))
        assert ran.returncode == 1
        assert "handed-in/solution.py" in ran.stderr

    def test_the_step_for_a_pull_request_leaves_the_comment(self, place: Path) -> None:
        (place / "kata").mkdir()
        (place / "kata" / "bin").symlink_to(place / "bin")
        (place / "solution.py").write_text(WRONG)
        workflow = ".github/workflows/grade.yml"
        ran = run(step(workflow, "Grade")["run"], place, RUNNER_TEMP=str(place))
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
        comment = (place / "comment.md").read_text()
        assert "**wrong answer**" in comment
        assert "::error::mine" not in comment
        assert "comment.md" in step(workflow, "Comment")["run"]

    def test_gradescope_is_given_the_results_of_what_was_handed_in(
        self, place: Path, autograder: str
    ) -> None:
        (place / "submission" / "solution.py").write_text(WRONG)
        ran = run(autograder, place, shell="bash")
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
        found = document("gradescope", (place / "results" / "results.json").read_text())
        assert {test["visibility"] for test in found["tests"]} == {"visible"}
        assert found["score"] < sum(test["max_score"] for test in found["tests"]) == 7

    def test_the_runner_of_a_track_writes_the_results_and_exits_0(self, place: Path) -> None:
        (place / "in").mkdir()
        (place / "in" / "best_move.py").write_text(WRONG)
        ran = run(files()["bin/run.sh"], place, "best-move", f"{place}/in/", f"{place}/out/")
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
        found = document("exercism", (place / "out" / "results.json").read_text())
        assert found["status"] == "fail"
        assert found["tests"][0]["name"].startswith("phase2/")

    def test_the_commands_for_a_spreadsheet_write_their_files(self, place: Path) -> None:
        (place / "solutions").mkdir()
        for name in ("naive", "bitboard"):
            (place / "solutions" / f"{name}.py").write_text(BROKEN)
        (block,) = re.findall(r"```console\n(\$ scripts/kata batch.+?)```", PAGE, re.DOTALL)
        ran = run(block.replace("$ scripts/kata", "kata"), place, shell="bash")
        assert ran.stdout.startswith(",".join(CASE_COLUMNS)), ran.stderr
        for name, columns in (("class.csv", BATCH_COLUMNS), ("cases.csv", CASE_COLUMNS)):
            text = (place / name).read_text(encoding="utf-8-sig")
            assert text.startswith(",".join(columns))


def test_bash_is_there() -> None:
    assert shutil.which("bash"), "the scripts of the recipes are for bash"
