"""The scripts set up `.venv` by themselves, once, whole or not at all, and say why when not.

A small shell script stands in for Python, venv and pip, so nothing here needs the network.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.tiers import a_few

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
HANGS_AFTER_S = 600.0
TOOLS = "sh cat dirname readlink mkdir mktemp ln rm touch sleep chmod"

STAND_IN = """#!/bin/sh
echo "$*" >> "$LOG"
case "$*" in
    "-I -c "*) echo "${VERSION:-3.11.9}"; exit "${PROBE:-0}" ;;
    *"-m venv"*)
        for place do :; done
        mkdir -p "$place/bin"
        ln -s "$0" "$place/bin/python"
        echo "home = $place" > "$place/pyvenv.cfg"
        ;;
    *"-m pip"*"--only-binary"*) [ -z "${NO_ORACLE:-}" ] ;;
    *"-m pip"*)
        if [ -n "${PIP_SAYS:-}" ]; then echo "$PIP_SAYS"; exit 1; fi
        sleep "${PIP_TAKES:-0}"
        [ -z "${PIP_WAITS_FOR:-}" ] || until [ -e "$PIP_WAITS_FOR" ]; do sleep 0.02; done
        bin=${0%/*}
        printf '#!/bin/sh\\n# made in %s\\necho "$PWD: kata $*"\\nexit 7\\n' "$bin" > "$bin/kata"
        chmod +x "$bin/kata"
        case "$*" in *test*) ;; *) exit 0 ;; esac
        for step in ruff mypy pytest; do
            printf '#!/bin/sh\\n[ %s != "${BREAKS:-}" ] && echo "%s $*"\\n' \\
                $step $step > "$bin/$step"
            chmod +x "$bin/$step"
        done
        ;;
    "-m tests.lacking") echo "here is all that the tests want" ;;
    *) exec "$REAL_PYTHON" "$@" ;;
esac
"""

PROJECT = """
[project]
name = "tiny"
[project.optional-dependencies]
oracle = ["seer>=1"]
practice = ["keys>=1"]
test = ["tiny[practice]", "checker>=1"]
"""


@dataclass
class Checkout:
    """A tiny project with the real scripts, and a PATH on which only stand-ins are found."""

    root: Path
    programs: Path
    log: Path
    variables: dict[str, str] = field(default_factory=dict)

    def python(self, name: str = "python3", text: str = STAND_IN) -> Path:
        path = self.programs / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def start(self, script: str, *arguments: str, cwd: Path | None = None) -> subprocess.Popen[str]:
        environment = {
            "PATH": str(self.programs),
            "LOG": str(self.log),
            "REAL_PYTHON": sys.executable,
            **self.variables,
        }
        return subprocess.Popen(
            [self.root / "scripts" / script, *arguments],
            cwd=cwd or self.root.parent,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, script: str, *arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
        process = self.start(script, *arguments, cwd=cwd)
        stdout, stderr = process.communicate(timeout=HANGS_AFTER_S)
        return process.returncode, stdout, stderr

    def calls(self, words: str) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if words in line]

    @property
    def builds(self) -> int:
        return len(self.calls("-m venv"))

    @property
    def installed(self) -> list[str]:
        """What was installed of the project, one word a build: `.` alone is what grading needs."""
        return [line.split()[-1] for line in self.calls("--editable")]

    def leftovers(self) -> list[str]:
        return sorted(path.name for path in self.root.glob(".venv.*") if path.is_dir())

    def wait_for_pip(self) -> None:
        for _ in range(12_000):
            if self.calls("-m pip"):
                return
            time.sleep(0.05)
        raise AssertionError("pip was never started")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    root = tmp_path / "a check out"
    shutil.copytree(SCRIPTS, root / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text(PROJECT)
    programs = tmp_path / "programs"
    programs.mkdir()
    for tool in TOOLS.split():
        (programs / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    made = Checkout(root, programs, tmp_path / "log")
    made.python()
    return made


def test_the_first_use_makes_the_environment_and_keeps_standard_output_clean(
    checkout: Checkout,
) -> None:
    status, stdout, stderr = checkout.run("setup")
    assert (status, stdout) == (0, "")
    assert stderr.splitlines()[-1] == "setup: ready"
    assert (checkout.root / ".venv" / "bin" / "kata").is_file()
    assert checkout.leftovers() == []


def test_a_ready_environment_starts_no_interpreter_at_all(checkout: Checkout) -> None:
    checkout.run("setup")
    before = checkout.log.read_text()
    assert checkout.run("setup") == (0, "", "")
    assert checkout.log.read_text() == before


def test_the_environment_names_its_final_place_and_not_the_one_it_was_built_in(
    checkout: Checkout,
) -> None:
    checkout.run("setup")
    environment = checkout.root / ".venv"
    for path in (environment / "bin" / "kata", environment / "pyvenv.cfg"):
        assert str(environment) in path.read_text()
        assert ".venv.new" not in path.read_text()


def test_every_interpreter_is_started_isolated_from_the_callers_folder(
    checkout: Checkout,
) -> None:
    checkout.run("setup", "--oracle")
    calls = [line for line in checkout.log.read_text().splitlines() if "-m" in line or "-c" in line]
    assert calls
    assert all(line.startswith("-I ") for line in calls)


def test_a_changed_project_file_makes_the_environment_again(checkout: Checkout) -> None:
    checkout.run("setup")
    project = checkout.root / "pyproject.toml"
    project.write_text(project.read_text() + 'version = "2"\r\n')
    assert "pyproject.toml has changed" in checkout.run("setup")[2]
    assert checkout.run("setup") == (0, "", "")
    assert checkout.builds == 2


def test_a_moved_checkout_makes_the_environment_again(checkout: Checkout) -> None:
    checkout.run("setup")
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    checkout.run("setup")
    assert str(checkout.root) in (checkout.root / ".venv" / "bin" / "kata").read_text()
    assert checkout.builds == 2


def test_another_interpreter_behind_the_same_name_makes_the_environment_again(
    checkout: Checkout,
) -> None:
    (checkout.programs / "python3").rename(checkout.programs / "python-old")
    (checkout.programs / "python3").symlink_to(checkout.programs / "python-old")
    checkout.run("setup")
    (checkout.programs / "python-old").unlink()
    (checkout.programs / "python3").unlink()
    checkout.python()
    checkout.run("setup")
    assert checkout.builds == 2


def test_several_setups_at_once_make_one_environment(checkout: Checkout, tmp_path: Path) -> None:
    checkout.variables["PIP_WAITS_FOR"] = str(tmp_path / "go on")
    first = checkout.start("setup")
    checkout.wait_for_pip()
    others = [checkout.start("setup") for _ in range(2)]
    for other in others:
        assert other.stderr is not None
        assert "another setup is at work" in other.stderr.readline()
    (tmp_path / "go on").touch()
    for process in (first, *others):
        process.communicate(timeout=HANGS_AFTER_S)
        assert process.returncode == 0
    assert checkout.builds == 1


def test_a_killed_setup_is_done_again(checkout: Checkout) -> None:
    checkout.variables["PIP_TAKES"] = "600"
    process = checkout.start("setup")
    checkout.wait_for_pip()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=HANGS_AFTER_S)
    assert not (checkout.root / ".venv").exists()
    checkout.variables.clear()
    assert checkout.run("setup")[0] == 0
    assert checkout.leftovers() == []


def test_a_setup_that_is_told_to_stop_leaves_nothing_behind(checkout: Checkout) -> None:
    checkout.variables["PIP_TAKES"] = "5"
    process = checkout.start("setup")
    checkout.wait_for_pip()
    process.send_signal(signal.SIGTERM)
    stderr = process.communicate(timeout=HANGS_AFTER_S)[1]
    assert process.returncode == 130
    assert "setup: stopped" in stderr
    assert checkout.leftovers() == []


def test_without_the_network_the_message_says_so_and_the_old_environment_stays(
    checkout: Checkout,
) -> None:
    checkout.run("setup")
    with (checkout.root / "pyproject.toml").open("a") as project:
        project.write("# changed\n")
    checkout.variables["PIP_SAYS"] = "ERROR: No matching distribution found for hatchling"
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "The first run needs the network" in stderr
    assert "    ERROR: No matching distribution found for hatchling" in stderr
    assert (checkout.root / ".venv" / "bin" / "kata").is_file()
    assert checkout.leftovers() == []
    checkout.variables.clear()
    assert checkout.run("setup")[0] == 0


@pytest.mark.parametrize(
    ("pip_says", "reason"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("error: metadata-generation-failed", "the last lines below say why"),
        ("Read timed out.", "could not be fetched"),
    ],
)
def test_a_failing_pip_is_explained(checkout: Checkout, pip_says: str, reason: str) -> None:
    checkout.variables["PIP_SAYS"] = pip_says
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert reason in stderr
    assert pip_says in stderr
    assert "Traceback" not in stderr


def test_an_old_python_is_named_with_what_to_do(checkout: Checkout) -> None:
    checkout.variables.update(VERSION="3.8.18", PROBE="3")
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "Python 3.11 or newer is needed; python3 is 3.8.18." in stderr
    assert "PYTHON=/path/to/python3.12" in stderr


def test_a_newer_python_beside_an_old_one_is_found(checkout: Checkout) -> None:
    checkout.python("python3", "#!/bin/sh\necho 3.8.18\nexit 3\n")
    checkout.python("python3.12")
    status, _, stderr = checkout.run("setup")
    assert status == 0
    assert "making .venv with python3.12" in stderr


def test_a_python_without_the_venv_module_is_told_which_package_has_it(
    checkout: Checkout,
) -> None:
    checkout.variables.update(VERSION="3.11.2", PROBE="4")
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "apt-get install python3.11-venv" in stderr


def test_no_python_at_all_is_said_plainly(checkout: Checkout) -> None:
    (checkout.programs / "python3").unlink()
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "no python3 was found on PATH" in stderr


def test_the_variable_python_names_the_interpreter(checkout: Checkout) -> None:
    mine = checkout.python("my python")
    checkout.variables["PYTHON"] = str(mine)
    status, _, stderr = checkout.run("setup")
    assert status == 0
    assert f"making .venv with {mine}" in stderr


def test_a_python_variable_that_names_nothing_is_not_passed_over(checkout: Checkout) -> None:
    checkout.variables["PYTHON"] = "/no/such/python"
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "PYTHON names '/no/such/python', which cannot be run" in stderr


def test_without_the_oracle_setup_goes_on_and_says_so_in_one_line(checkout: Checkout) -> None:
    checkout.variables["NO_ORACLE"] = "1"
    status, _, stderr = checkout.run("setup", "--with", "test")
    assert status == 0
    assert stderr.count("[oracle]") == 1
    assert checkout.run("setup", "--with", "test") == (0, "", "")


def test_asked_for_the_oracle_setup_fails_without_it(checkout: Checkout) -> None:
    checkout.variables["NO_ORACLE"] = "1"
    assert checkout.run("setup", "--oracle")[0] == 1
    checkout.variables.clear()
    assert checkout.run("setup", "--oracle")[0] == 0
    assert "seer>=1" in checkout.calls("--only-binary")[-1]
    assert checkout.builds == 1
    assert checkout.installed == [".[practice,test]"]
    assert checkout.run("setup", "--oracle") == (0, "", "")


def test_grading_installs_nothing_but_what_grading_needs(checkout: Checkout) -> None:
    checkout.run("grade", "x.py")
    checkout.run("bench")
    assert checkout.installed == ["."]
    assert checkout.calls("--only-binary") == []
    assert not (checkout.root / ".venv" / "bin" / "pytest").exists()


def test_the_environment_grows_by_what_is_used_and_keeps_what_it_has(checkout: Checkout) -> None:
    checkout.run("grade", "x.py")
    _, stdout, stderr = checkout.run("watch", "x.py")
    assert stdout.endswith(": kata watch x.py\n")
    assert "to add: practice" in stderr
    checkout.run("test")
    for script in ("grade", "watch", "bench", "test"):
        assert checkout.run(script)[2] == ""
    assert checkout.installed == [".", ".[practice]", ".[practice,test]"]
    assert checkout.leftovers() == []


def test_what_an_extra_takes_in_is_there_with_it(checkout: Checkout) -> None:
    checkout.run("setup", "--with", "test")
    assert checkout.run("setup", "--with", "practice") == (0, "", "")
    assert checkout.run("setup", "--with=practice", "--with", "test") == (0, "", "")
    assert checkout.builds == 1


def test_a_changed_project_file_takes_nothing_away(checkout: Checkout) -> None:
    checkout.run("watch", "x.py")
    project = checkout.root / "pyproject.toml"
    project.write_text(project.read_text() + "# changed\n")
    checkout.run("grade", "x.py")
    assert checkout.installed == [".[practice]", ".[practice]"]


def test_an_environment_of_an_earlier_version_keeps_all_that_it_has(checkout: Checkout) -> None:
    checkout.run("setup", "--with", "test")
    ready = checkout.root / ".venv" / "ready"
    ready.write_text(ready.read_text().partition("\n")[2])
    checkout.run("grade", "x.py")
    assert checkout.installed == [".[practice,test]", ".[practice,test]"]
    assert checkout.run("test")[0] == 0
    assert checkout.builds == 2


def test_it_grows_with_the_interpreter_that_it_has(checkout: Checkout) -> None:
    mine = checkout.python("my python")
    checkout.variables["PYTHON"] = str(mine)
    checkout.run("grade", "x.py")
    checkout.variables.clear()
    assert f"making .venv again with {mine}" in checkout.run("watch", "x.py")[2]


def test_a_growing_that_is_killed_leaves_what_was_there(checkout: Checkout) -> None:
    checkout.run("grade", "x.py")
    checkout.variables["PIP_TAKES"] = "600"
    checkout.log.unlink()
    process = checkout.start("watch", "x.py")
    checkout.wait_for_pip()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=HANGS_AFTER_S)
    checkout.variables.clear()
    assert checkout.run("grade", "x.py")[1].endswith("kata grade x.py\n")
    assert checkout.run("setup") == (0, "", "")
    assert checkout.run("watch", "x.py")[0] == 7
    assert checkout.leftovers() == []


def test_two_who_want_different_things_at_once_both_get_theirs(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.variables["PIP_WAITS_FOR"] = str(tmp_path / "go on")
    small = checkout.start("grade", "x.py")
    checkout.wait_for_pip()
    large = checkout.start("test")
    assert large.stderr is not None
    assert "another setup is at work" in large.stderr.readline()
    (tmp_path / "go on").touch()
    assert small.communicate(timeout=HANGS_AFTER_S)[0].endswith("kata grade x.py\n")
    large.communicate(timeout=HANGS_AFTER_S)
    assert (small.returncode, large.returncode) == (7, 0)
    assert checkout.installed == [".", ".[practice,test]"]


@pytest.mark.parametrize("arguments", a_few([["--with", "magic"], ["--with"], ["--magic"]], 1))
def test_what_there_is_not_cannot_be_put_in(checkout: Checkout, arguments: list[str]) -> None:
    checkout.run("setup")
    status, stdout, stderr = checkout.run("setup", *arguments)
    assert (status, stdout) == (2, "")
    assert "usage: scripts/setup" in stderr
    if "magic" in arguments:
        assert "there is no extra magic; there are oracle, practice, test" in stderr
    assert checkout.builds == 1


@pytest.mark.parametrize("script", ["grade", "bench", "watch"])
def test_grade_bench_and_watch_hand_everything_to_the_installed_command(
    checkout: Checkout, script: str, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    status, stdout, _ = checkout.run(script, "my file.py", "--cap", "2", cwd=elsewhere)
    assert status == 7
    assert stdout == f"{elsewhere}: kata {script} my file.py --cap 2\n"


def test_a_link_to_a_script_finds_its_checkout(checkout: Checkout, tmp_path: Path) -> None:
    link = tmp_path / "grade"
    link.symlink_to(checkout.root / "scripts" / "grade")
    assert checkout.run(str(link), "x.py")[1].endswith("kata grade x.py\n")


def test_a_checkout_reached_through_a_link_is_the_same_checkout(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.run("setup")
    link = tmp_path / "link"
    link.symlink_to(checkout.root)
    assert checkout.run(str(link / "scripts" / "setup")) == (0, "", "")


def steps(stdout: str) -> list[str]:
    return [line.rstrip() for line in stdout.splitlines() if not line.startswith("==")]


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ((), "-m not slow and not thorough and not alone"),
        (("--all",), ""),
        (("--all", "-x"), "-x"),
        (("-k", "a case"), "-k a case"),
    ],
)
def test_the_test_script_names_each_step_and_gives_its_arguments_to_pytest(
    checkout: Checkout, given: tuple[str, ...], chosen: str
) -> None:
    status, stdout, _ = checkout.run("test", *given)
    assert status == 0
    assert steps(stdout) == [
        "ruff check .",
        "ruff format --check .",
        f"pytest -n auto --dist worksteal --alone never {chosen}".rstrip(),
        "mypy",
        *([f"pytest --alone only {chosen}".rstrip()] if given else []),
        "here is all that the tests want",
    ]


def test_the_test_script_stops_where_the_style_is_broken(checkout: Checkout) -> None:
    checkout.variables["BREAKS"] = "ruff"
    status, stdout, stderr = checkout.run("test")
    assert status == 1
    assert 'test: stopped at "ruff check" (exit 1)' in stderr
    assert "pytest" not in stdout


def test_wrong_types_fail_the_run_and_keep_nobody_from_the_tests(checkout: Checkout) -> None:
    checkout.variables["BREAKS"] = "mypy"
    status, stdout, stderr = checkout.run("test", "--all")
    assert status == 1
    assert 'test: stopped at "mypy" (exit 1)' in stderr
    assert "pytest --alone only" in stdout


def pytest_that_exits(checkout: Checkout, side_by_side: int, alone: int) -> None:
    """Let the two halves of the tests end with these exit codes."""
    checkout.run("setup", "--with", "test")
    (checkout.root / ".venv" / "bin" / "pytest").write_text(
        "#!/bin/sh\n"
        'echo "pytest $*"\n'
        f'case "$*" in *only*) exit {alone} ;; *) exit {side_by_side} ;; esac\n'
    )


@pytest.mark.parametrize(
    ("side_by_side", "alone", "status"),
    [(0, 5, 0), (5, 0, 0), (5, 5, 5), (1, 0, 1), (0, 1, 1), (1, 5, 1), (1, 1, 1)],
)
def test_both_halves_of_the_tests_run_and_an_empty_one_is_no_failure(
    checkout: Checkout, side_by_side: int, alone: int, status: int
) -> None:
    pytest_that_exits(checkout, side_by_side, alone)
    ended, stdout, stderr = checkout.run("test", "--all")
    assert ended == status
    assert len([line for line in steps(stdout) if line.startswith("pytest")]) == 2
    assert stderr.startswith("test: stopped at ") is bool(status)


def test_the_first_tier_has_one_half_and_fails_where_that_is_empty(checkout: Checkout) -> None:
    pytest_that_exits(checkout, side_by_side=5, alone=0)
    ended, stdout, stderr = checkout.run("test")
    assert ended == 5
    assert len([line for line in steps(stdout) if line.startswith("pytest")]) == 1
    assert "no test was selected" in stderr


@pytest.mark.parametrize("worse", [2, 3, 4])
def test_what_is_worse_than_a_failed_test_ends_the_run(checkout: Checkout, worse: int) -> None:
    pytest_that_exits(checkout, side_by_side=worse, alone=0)
    ended, stdout, stderr = checkout.run("test", "--all")
    assert ended == worse
    assert f'test: stopped at "pytest, side by side" (exit {worse})' in stderr
    assert "--alone only" not in stdout
