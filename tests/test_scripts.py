"""The scripts set up `.venv` by themselves, once, whole or not at all, and say why when not.

A small shell script stands in for Python, venv and pip, so nothing here needs the network.
"""

from __future__ import annotations

import os
import re
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
    "-I -c "*) echo "${REFUSED:-}"; exit "${PROBE:-0}" ;;
    *"-m venv"*)
        for place do :; done
        mkdir -p "$place/bin"
        [ -z "${VENV_SAYS:-}" ] || { echo "$VENV_SAYS" >&2; exit 1; }
        ln -sf "$0" "$place/bin/python"
        echo "home = $place" > "$place/pyvenv.cfg"
        ;;
    *"-m pip"*)
        if [ -n "${PIP_SAYS:-}" ]; then echo "$PIP_SAYS" >&2; exit 1; fi
        case "$*" in *"[oracle"*) [ -z "${NO_ORACLE:-}" ] || exit 1 ;; esac
        sleep "${PIP_TAKES:-0}"
        [ -z "${PIP_WAITS_FOR:-}" ] || until [ -e "$PIP_WAITS_FOR" ]; do sleep 0.02; done
        bin=${0%/*}
        printf '#!/bin/sh\\n# made in %s\\necho "$PWD: kata $*"\\nexit 7\\n' "$bin" > "$bin/kata"
        chmod +x "$bin/kata"
        case "$*" in *test]*) ;; *) exit 0 ;; esac
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
    (root / "scripts" / "constraints.txt").write_text("checker==1.5\n")
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


def test_every_interpreter_is_started_isolated_from_the_callers_folder(
    checkout: Checkout,
) -> None:
    checkout.run("setup", "--oracle")
    calls = [line for line in checkout.log.read_text().splitlines() if "-m" in line or "-c" in line]
    assert calls
    assert all(line.startswith("-I ") for line in calls)


@pytest.mark.parametrize("name", ["pyproject.toml", "scripts/constraints.txt"])
def test_what_a_changed_file_asks_for_is_installed_into_the_environment(
    checkout: Checkout, name: str
) -> None:
    checkout.run("setup")
    file = checkout.root / name
    file.write_text(file.read_text() + "# changed\r\n")
    assert "installing what grading needs" in checkout.run("setup")[2]
    assert checkout.run("setup") == (0, "", "")
    assert (checkout.builds, checkout.installed) == (1, [".", "."])


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
    checkout.variables.clear()
    assert checkout.run("setup")[0] == 0
    assert checkout.leftovers() == []


def test_a_setup_that_is_told_to_stop_says_so_and_is_done_again(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.variables["PIP_WAITS_FOR"] = str(tmp_path / "go on")
    process = checkout.start("setup")
    checkout.wait_for_pip()
    process.send_signal(signal.SIGTERM)
    (tmp_path / "go on").touch()  # it ends with the installing that was begun
    stderr = process.communicate(timeout=HANGS_AFTER_S)[1]
    assert process.returncode == 130
    assert "setup: stopped" in stderr
    checkout.variables.clear()
    assert checkout.run("setup")[0] == 0
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
    assert "ERROR: No matching distribution found for hatchling" in stderr
    assert (checkout.root / ".venv" / "bin" / "kata").is_file()
    assert checkout.leftovers() == []
    checkout.variables.clear()
    assert checkout.run("setup")[0] == 0


@pytest.mark.parametrize("what", ["PIP_SAYS", "VENV_SAYS"])
def test_what_pip_or_venv_said_is_shown_with_what_to_do(checkout: Checkout, what: str) -> None:
    checkout.variables[what] = "OSError: [Errno 28] No space left on device"
    status, stdout, stderr = checkout.run("setup")
    assert (status, stdout) == (1, "")
    assert checkout.variables[what] in stderr
    assert "network" in stderr and "room on the disk" in stderr
    assert "Traceback" not in stderr
    checkout.variables.clear()
    assert checkout.run("setup")[0] == 0


def test_an_old_python_is_named_with_what_to_do(checkout: Checkout) -> None:
    checkout.variables.update(REFUSED="is Python 3.8", PROBE="1")
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "Python 3.11 or newer is needed; python3 is Python 3.8." in stderr
    assert "PYTHON=/path/to/python3.12" in stderr


def test_a_newer_python_beside_an_old_one_is_found(checkout: Checkout) -> None:
    checkout.python("python3", "#!/bin/sh\necho is Python 3.8\nexit 1\n")
    checkout.python("python3.12")
    status, _, stderr = checkout.run("setup")
    assert status == 0
    assert "making .venv with python3.12" in stderr


def test_a_python_without_the_venv_module_is_told_which_package_has_it(
    checkout: Checkout,
) -> None:
    probe = (SCRIPTS / "setup").read_text().partition("probe='")[2].partition("'\n")[0]
    without = f"import sys; sys.modules['venv'] = None\n{probe}"
    command = [sys.executable, "-I", "-c", without]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert asked.returncode == 1
    checkout.variables.update(REFUSED=asked.stdout.strip(), PROBE="1")
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert f"apt-get install python3.{sys.version_info[1]}-venv" in stderr


def test_no_python_at_all_is_said_plainly(checkout: Checkout) -> None:
    (checkout.programs / "python3").unlink()
    status, _, stderr = checkout.run("setup")
    assert status == 1
    assert "needed; there is no python3 " in stderr


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
    assert "needed; there is no /no/such/python." in stderr


def test_the_tests_are_set_up_without_the_oracle(checkout: Checkout) -> None:
    checkout.variables["NO_ORACLE"] = "1"
    assert checkout.run("setup", "--with", "test")[0] == 0
    assert checkout.run("setup", "--with", "test") == (0, "", "")


def test_the_versions_are_those_of_the_constraints_unless_the_newest_are_wanted(
    checkout: Checkout,
) -> None:
    checkout.run("setup")
    constraints = f"-c {checkout.root}/scripts/constraints.txt"
    assert constraints in checkout.calls("--editable")[-1]
    checkout.run("setup", "--newest")
    assert "-U --upgrade-strategy eager" in checkout.calls("--editable")[-1]
    assert checkout.run("setup") == checkout.run("setup", "--newest") == (0, "", "")
    checkout.run("watch", "x.py")
    assert len(checkout.calls("--editable")) == 3
    assert constraints not in checkout.calls("--editable")[-1]


def test_a_link_to_the_environment_of_another_checkout_is_replaced_and_not_followed(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.run("setup")
    other = (checkout.root / ".venv").rename(tmp_path / "other")
    before = (other / "ready").read_bytes()
    (checkout.root / ".venv").symlink_to(other)
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    checkout.run("setup")
    assert (other / "ready").read_bytes() == before
    assert not (checkout.root / ".venv").is_symlink()


def test_the_constraints_are_names_and_versions_alone() -> None:
    lines = (SCRIPTS / "constraints.txt").read_text().splitlines()
    assert lines == sorted(lines, key=lambda line: line.partition("==")[0].lower())
    assert all(re.fullmatch(r"[\w-]+==[\w.]+( ; python_version .*)?", line) for line in lines)


def test_asked_for_the_oracle_setup_fails_without_it(checkout: Checkout) -> None:
    checkout.variables["NO_ORACLE"] = "1"
    assert checkout.run("setup", "--oracle")[0] == 1
    checkout.variables.clear()
    assert checkout.run("setup", "--oracle")[0] == 0
    assert checkout.installed == [".[oracle,practice,test]"] * 2
    assert checkout.run("setup", "--oracle") == (0, "", "")


def test_grading_installs_nothing_but_what_grading_needs(checkout: Checkout) -> None:
    checkout.run("grade", "x.py")
    checkout.run("bench")
    assert checkout.installed == ["."]
    assert not (checkout.root / ".venv" / "bin" / "pytest").exists()


def test_the_environment_grows_by_what_is_used_and_keeps_what_it_has(checkout: Checkout) -> None:
    checkout.run("grade", "x.py")
    _, stdout, stderr = checkout.run("watch", "x.py")
    assert stdout.endswith(": kata watch x.py\n")
    assert "installing what is needed for: practice" in stderr
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
    ready.write_text("extras: " + ready.read_text().removesuffix("checker==1.5\n"))
    checkout.run("grade", "x.py")
    assert checkout.installed == [".[practice,test]", ".[practice,test]"]
    assert checkout.run("test")[0] == 0
    assert checkout.builds == 1


def test_it_grows_with_the_interpreter_that_it_has(checkout: Checkout) -> None:
    mine = checkout.python("my python")
    checkout.variables["PYTHON"] = str(mine)
    checkout.run("grade", "x.py")
    checkout.variables.clear()
    assert "installing" in checkout.run("watch", "x.py")[2]
    assert os.path.realpath(checkout.root / ".venv" / "bin" / "python") == str(mine)
    assert checkout.builds == 1


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


def test_kata_runs_any_command_and_sets_up_the_extra_that_one_lacks(checkout: Checkout) -> None:
    assert checkout.run("kata", "show", "x y")[:2] == (
        7,
        f"{checkout.root.parent}: kata show x y\n",
    )
    checkout.variables["KATA_EXTRA"] = "practice"
    said = checkout.run("kata", "progress", "--html")[2]
    assert said == "setup: installing what is needed for: practice\n"
    assert checkout.installed == [".", ".[practice]"]


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
