"""A submission may import what is named, with what it needs, from an environment of one's own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel import packages
from graders.channel.budget import PLACE
from graders.channel.channel import find_allowed
from graders.channel.languages import package_places, program
from graders.channel.packages import find_distributions, offer_of
from graders.model.raised import Offer
from graders.model.scorecard import Scorecard
from graders.model.submission import Submission
from graders.model.usage_error import UsageError
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.hostile_run import SUITES, levels_here

MINE = Submission(Path("mine.py"), "mine.py", b"x = 1\n")
NONE: Mapping[str, str] = {}
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
ROOT = Path(__file__).parents[2]


def install(
    folder: Path, name: str, files: Mapping[str, str], needs: tuple[str, ...] = (), top: str = ""
) -> None:
    """Put a distribution into a folder the way that pip does."""
    info = f"{name.replace('-', '_')}-1.0.dist-info"
    required = "".join(f"Requires-Dist: {line}\n" for line in needs)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{required}"
    own = {f"{info}/METADATA": metadata, **files}
    if top:
        own[f"{info}/top_level.txt"] = top
    listed = [*own, f"{info}/RECORD", "../../../bin/run"]
    own[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in listed)
    for file, text in own.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("environment") / "candidates"
    venv.create(folder, with_pip=False)
    inside = folder / "lib" / VERSION / "site-packages"
    install(
        inside,
        "Fast-Boards",
        {
            "fast/__init__.py": "from helper import three\nfrom shared.one import name\n",
            "fast/data.txt": "data\n",
            "fast_top.py": "",
            "shared/one.py": "name = 'one'\n",
        },
        (
            'helper>=0.5; python_version >= "3.0"',
            'colours; sys_platform == "win32"',
            'solver; extra == "solver"',
        ),
    )
    install(inside, "helper", {"helper.py": "three = 3\n"})
    install(inside, "solver", {"solver/__init__.py": "best = 3\n", "shared/two.py": ""})
    install(inside, "extra-user", {"user.py": "import solver\n"}, ("fast.boards[solver]",))
    install(inside, "broken", {"broken.py": ""}, ("missing",))
    install(inside, "editable", {"__editable__.editable.pth": "/somewhere\n"}, top="editable\n")
    install(inside, "disguised", {"graders/__init__.py": ""})
    return folder


def places(names: list[str], environment: Path) -> set[str]:
    return {
        str(s.place) for allowed in find_distributions(names, environment) for s in allowed.shown
    }


def test_a_package_comes_with_what_it_needs_and_nothing_else(environment: Path) -> None:
    assert places(["Fast-Boards"], environment) == {
        "packages/fast",
        "packages/fast_top.py",
        "packages/Fast_Boards-1.0.dist-info",
        "packages/shared/one.py",
        "packages/helper.py",
        "packages/helper-1.0.dist-info",
    }
    assert places(["helper"], environment) == {
        "packages/helper.py",
        "packages/helper-1.0.dist-info",
    }


def test_a_folder_that_only_allowed_ones_share_is_shown_whole(environment: Path) -> None:
    found = places(["fast", "solver"], environment)
    assert "packages/shared" in found
    assert "packages/shared/one.py" not in found


@pytest.mark.parametrize("name", ["fast_boards", "FAST.BOARDS", "fast", "fast_top"])
def test_it_may_be_named_as_it_is_installed_or_as_it_is_imported(
    name: str, environment: Path
) -> None:
    (one, _) = find_distributions([name], environment)
    assert (one.used.name, one.used.version) == ("Fast-Boards", "1.0")


def test_an_extra_that_is_needed_brings_its_own_needs(environment: Path) -> None:
    found = {each.used.name for each in find_distributions(["extra-user"], environment)}
    assert found == {"extra-user", "Fast-Boards", "helper", "solver"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("numpy", "there is no numpy in"),
        ("broken", "broken needs missing, which is not in"),
        ("editable", "editable has no files to import"),
        ("disguised", "disguised is the grader itself"),
        ("shared", "several packages hold shared: choose with --allow"),
        ("\x1b[2J", r"there is no \\x1b\[2J in"),
    ],
)
def test_what_is_not_to_be_had_is_said_in_words(name: str, said: str, environment: Path) -> None:
    with pytest.raises(UsageError, match=said):
        find_distributions([name], environment)


def test_the_graders_own_environment_is_none_of_the_interviewers(tmp_path: Path) -> None:
    own = Path(sysconfig.get_path("purelib"))
    with pytest.raises(UsageError, match="the grader's own environment"):
        find_distributions(["msgspec"], own)
    link = tmp_path / "mine"
    link.symlink_to(own)
    with pytest.raises(UsageError, match="the grader's own environment"):
        find_distributions(["msgspec"], link)


def test_an_environment_has_to_be_one_for_this_python(tmp_path: Path) -> None:
    (tmp_path / "pyvenv.cfg").touch()
    (tmp_path / "lib" / "python3.2" / "site-packages").mkdir(parents=True)
    with pytest.raises(UsageError, match="for another Python; submissions run with python3"):
        find_distributions(["helper"], tmp_path)
    with pytest.raises(UsageError, match="is not an environment with packages"):
        find_distributions(["helper"], tmp_path / "lib")
    with pytest.raises(UsageError, match="is not an environment with packages"):
        find_distributions(["helper"], tmp_path / "none")


def test_names_and_environment_need_each_other(environment: Path) -> None:
    with pytest.raises(UsageError, match="never from the grader's own"):
        find_allowed(["msgspec"], None)
    with pytest.raises(UsageError, match="add --allow NAME"):
        find_allowed([], environment)
    assert find_allowed([], None) == ()


def test_only_a_program_with_packages_has_a_place_to_look_for_them(environment: Path) -> None:
    made = program(MINE, allowed=find_distributions(["helper"], environment))
    assert package_places(made) == (PLACE,)
    assert package_places(program(MINE)) == ()


def graded(
    source: str, tmp_path: Path, isolation: Isolation, environment: Path | None, *allow: str
) -> Scorecard:
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    suite = SUITES["best_move"]
    return grade_file(
        path,
        suites=[suite],
        case=suite.cases[0].id,
        isolation=isolation,
        allow=allow,
        allow_from=environment,
        rerun=False,
        explain=False,
    )


@pytest.mark.parametrize("isolation", levels_here())
def test_a_submission_imports_what_is_allowed_and_no_more(
    isolation: Isolation, tmp_path: Path, environment: Path
) -> None:
    may_write = isolation is Isolation.LIMITS and os.geteuid() != 0
    uses = (
        "import fast, importlib.metadata\n"
        "from pathlib import Path\n"
        "def find_best_move(board):\n"
        "    assert importlib.metadata.version('fast-boards') == '1.0'\n"
        "    assert Path(fast.__file__).with_name('data.txt').read_text() == 'data\\n'\n"
        "    try: Path(fast.__file__).with_name('mine').touch()\n"
        "    except OSError: return fast.three\n"
        f"    return {3 if may_write else 0}\n"
    )
    card = graded(uses, tmp_path, isolation, environment, "fast-boards")
    (result,) = card.results
    assert result.accepted, (result.message, result.traceback)
    assert card.provenance is not None
    assert [package.name for package in card.provenance.packages] == ["Fast-Boards", "helper"]
    assert card.provenance.options.allow == ("fast-boards",)
    assert card.provenance.options.allow_from == str(environment)
    for other in ("solver", "shared.two", "msgspec", "bitbully", "graders"):
        source = f"import {other}\ndef find_best_move(board):\n    return 3\n"
        (result,) = graded(source, tmp_path, isolation, environment, "fast-boards").results
        assert "ModuleNotFoundError" in result.message, other


@pytest.mark.parametrize("isolation", levels_here())
def test_nothing_may_be_imported_that_nobody_allowed(isolation: Isolation, tmp_path: Path) -> None:
    source = "import msgspec\ndef find_best_move(board):\n    return 3\n"
    (result,) = graded(source, tmp_path, isolation, None).results
    assert result.verdict == "load_error"
    assert "msgspec is in the grader's own environment, which is shown to nobody" in result.message


def missed(name: str, tmp_path: Path, environment: Path | None = None, *allow: str) -> str:
    """Return what is said of a file that imports something, after what happened."""
    source = f"import {name}\ndef find_best_move(board):\n    return 3\n"
    (result,) = graded(source, tmp_path, choose_isolation("auto"), environment, *allow).results
    return result.message.partition("the standard library and kata; ")[2]


def test_a_package_in_the_activated_environment_is_told_with_the_options_that_allow_it(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", str(environment))
    said = missed("fast", tmp_path)
    assert said == f"fast is in {environment}: add --allow fast --allow-from {environment}"
    options = shlex.split(said.partition("add ")[2])
    source = "import fast\ndef find_best_move(board):\n    return 3\n"
    card = graded(source, tmp_path, choose_isolation("auto"), Path(options[3]), options[1])
    assert card.results[0].verdict != "load_error", card.results[0].message
    assert "fast" not in sys.modules


def test_so_is_one_beside_the_python3_in_the_path_or_in_a_conda_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "conda/lib" / VERSION / "site-packages"
    install(folder, "lone", {"lone.py": ""})
    python = tmp_path / "conda/bin/python3"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    wanted = Offer("lone", str(folder))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    assert offer_of("lone", None) == Offer("lone", there=False)
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "conda"))
    assert offer_of("lone", None) == wanted
    monkeypatch.delenv("CONDA_PREFIX")
    monkeypatch.setenv("PATH", str(python.parent))
    assert offer_of("lone", None) == wanted


def test_one_that_is_nowhere_is_told_with_how_to_get_it(tmp_path: Path) -> None:
    make = "python3 -m venv ENV && ENV/bin/pip install nowhere, then add --allow nowhere"
    assert missed("nowhere", tmp_path) == f"where nowhere is a package: {make} --allow-from ENV"


def test_where_packages_are_allowed_already_the_next_comes_from_the_same_environment(
    environment: Path, tmp_path: Path
) -> None:
    add = f"add --allow NAME --allow-from {environment}"
    said = missed("solver", tmp_path, environment, "helper")
    assert said == f"solver is in {environment}: {add}".replace("NAME", "solver")
    said = missed("nowhere", tmp_path, environment, "helper")
    assert said == f"install nowhere in {environment}, then {add}".replace("NAME", "nowhere")


@pytest.mark.parametrize("name", ["tkinter", "fast.nothing", "graders", "../../etc", ""])
def test_what_is_no_package_of_anybodys_is_not_looked_for(name: str, environment: Path) -> None:
    assert offer_of(name, environment) is None


def test_a_package_is_looked_for_once_however_many_files_miss_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(packages, "has", lambda name, environment: looked.append(name))
    missed("missed_by_all", tmp_path)
    once = list(looked)
    assert missed("missed_by_all", tmp_path) != ""
    assert looked == once != []


def test_a_run_that_misses_no_package_never_looks_for_one() -> None:
    code = (
        "import sys; from graders import grade_file; "
        "grade_file('solutions/alpha_beta.py', case='phase2/win-at-once#1', explain=False); "
        "sys.exit(any(f'graders.channel.{each}' in sys.modules for each in ('offers', 'packages')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
