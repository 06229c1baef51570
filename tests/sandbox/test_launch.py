"""What is started: a fixed environment, a fresh user, limits within our own."""

from __future__ import annotations

import json
import os
import resource
import threading
from contextlib import ExitStack
from pathlib import Path, PurePosixPath

import pytest

from graders.model.limits import Limits
from graders.sandbox import bubblewrap
from graders.sandbox.interface import ROOT, Program, ReadOnlyPath
from graders.sandbox.launch import (
    Terms,
    fresh_user,
    limits_inside,
    reachable_by_anybody,
    under_bubblewrap,
    under_limits,
)
from graders.sandbox.scratch import Scratch

TOOLS = PurePosixPath("tools")
PROGRAM = Program(
    "mine.txt",
    b"x = 1\n",
    confinement=("/bin/confine", ROOT),
    words=("/bin/run", TOOLS / "runner"),
    shown=(ReadOnlyPath(Path(__file__).parent, TOOLS),),
    hidden=(PurePosixPath("/opt/secrets"), TOOLS / "hidden"),
    environment=(("SEED", "0"),),
    address_space_factor=32,
)
MADE_UP = 1_234_567
TERMS = Terms((1,), {"RLIMIT_CORE": 0})


def wrap(view: bubblewrap.View) -> list[str]:
    return bubblewrap.build_command(Path("bwrap"), view, bubblewrap.Kind())


def test_the_environment_is_short_and_the_same_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    with ExitStack() as stack:
        environment = under_limits(PROGRAM, TERMS, stack).environment()
    assert set(environment) == {"PATH", "HOME", "TMPDIR", "LANG", "SEED"}


def test_the_command_is_the_confinement_its_set_up_and_the_words() -> None:
    with ExitStack() as stack:
        launch = under_limits(PROGRAM, TERMS._replace(user=7), stack)
        confine, root, setup, run, runner = launch.command(stdout=9)
        assert (confine, run, runner) == ("/bin/confine", "/bin/run", f"{root}/tools/runner")
        assert json.loads(setup) == {
            "stdout": 9,
            "work": f"{root}/scratch",
            "limits": {"RLIMIT_CORE": 0},
            "user": 7,
            "keep_reading": False,
        }


@pytest.mark.parametrize("filtered", [False, True])
def test_what_is_carried_is_inherited_as_the_last(filtered: bool) -> None:
    with ExitStack() as stack, Path(os.devnull).open() as loaded:
        plain = under_limits(PROGRAM._replace(carried=b"code"), TERMS, stack)
        launch = plain._replace(filter=loaded.fileno() if filtered else None)
        carried = launch.handed_on[-1]
        assert os.read(carried, 100) == b"code"
        assert launch.handed_on == [*[loaded.fileno()] * filtered, carried]
        _, _, word, *_ = launch.command(stdout=9)
        assert int(word) == 9 + len(launch.handed_on)


def test_without_bubblewrap_a_folder_is_planned_that_the_supervisor_is_to_make() -> None:
    with ExitStack() as stack:
        launch = under_limits(PROGRAM, TERMS, stack)
        assert launch.scratch is not None and not launch.scratch.root.exists()
        scratch = Scratch(launch.scratch, launch.source)
        assert Path(launch.file).read_bytes() == b"x = 1\n"
        assert Path(launch.path(TOOLS)).samefile(Path(__file__).parent)
        assert Path(launch.work) == scratch.work
        scratch.remove()


def test_what_another_user_cannot_reach_is_copied_where_it_is_small(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    (locked / "inner").mkdir(parents=True)
    (locked / "inner" / "run").write_bytes(b"mine")
    (locked / "inner" / "run").chmod(0o700)
    locked.chmod(0o700)
    places = ReadOnlyPath(locked, TOOLS), ReadOnlyPath(locked, PurePosixPath("large"), small=False)
    terms = TERMS._replace(user=os.geteuid())
    with ExitStack() as stack:
        launch = under_limits(PROGRAM._replace(shown=places), terms, stack)
        assert launch.scratch is not None
        scratch = Scratch(launch.scratch, launch.source)
        copy = Path(launch.path(TOOLS)) / "inner" / "run"
        assert copy.read_bytes() == b"mine"
        assert reachable_by_anybody(copy) and copy.stat().st_mode & 0o111 == 0o111
        assert Path(launch.path(PurePosixPath("large"))).readlink() == locked
        scratch.remove()


def test_bubblewrap_leaves_nothing_on_this_machine() -> None:
    with ExitStack() as stack:
        launch = under_bubblewrap(wrap, PROGRAM, TERMS, 4096, stack)
        assert launch.scratch is None
        assert os.read(launch.source, 100) == b"x = 1\n"
        assert launch.file == "/kata/file/mine.txt"
        words = launch.command(stdout=9)
        assert words[-2:] == ["/bin/run", "/kata/tools/runner"]
        assert words[words.index("/bin/confine") + 1] == "/kata"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(launch.source)


def test_folders_are_hidden_in_what_is_shown_below_the_root_and_in_place() -> None:
    with ExitStack() as stack:
        words = under_bubblewrap(wrap, PROGRAM, TERMS, 4096, stack).sandbox
    hidden = [words[at + 1] for at, word in enumerate(words) if word == "--tmpfs"]
    assert hidden[:2] == ["/opt/secrets", "/kata/tools/hidden"]


def test_no_limit_is_higher_than_our_own() -> None:
    limits = limits_inside(Limits(), MADE_UP, cpu_s=5.0, address_space_factor=32)
    assert limits["RLIMIT_CORE"] == 0
    assert limits["RLIMIT_NOFILE"] == 256
    assert limits["RLIMIT_FSIZE"] == 64 << 20
    for name, value in limits.items():
        highest = resource.getrlimit(getattr(resource, name))[1]
        assert highest == resource.RLIM_INFINITY or value <= highest


def test_the_address_space_is_limited_only_where_the_language_lets_it() -> None:
    assert "RLIMIT_AS" not in limits_inside(Limits(), MADE_UP, 5.0, None)
    assert limits_inside(Limits(memory_bytes=1 << 20), MADE_UP, 5.0, 3)["RLIMIT_AS"] == 3 << 20


def test_a_user_made_up_for_one_sandbox_has_its_processes_counted_alone() -> None:
    wanted = Limits().processes
    assert wanted < limits_inside(Limits(), MADE_UP, 5.0, None)["RLIMIT_NPROC"] < 2 * wanted


def test_sandboxes_of_one_user_side_by_side_have_room_for_each_other() -> None:
    highest = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    for user in (None, 65534):
        number = limits_inside(Limits(), user, 5.0, None)["RLIMIT_NPROC"]
        assert number >= 8 * Limits().processes or number == highest


def test_the_threads_that_a_user_has_already_are_not_held_against_a_sandbox() -> None:
    begun = 200
    before = limits_inside(Limits(), None, 5.0, None)["RLIMIT_NPROC"]
    over = threading.Event()
    threads = [threading.Thread(target=over.wait) for _ in range(begun)]
    for thread in threads:
        thread.start()
    try:
        now = limits_inside(Limits(), None, 5.0, None)["RLIMIT_NPROC"]
    finally:
        over.set()
    for thread in threads:
        thread.join()
    others_have_ended = begun // 2
    highest = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    assert now - before > begun - others_have_ended or now == highest


def test_a_fresh_user_is_not_us() -> None:
    assert fresh_user() not in (os.geteuid(), 0)


def test_reachable_means_every_folder_on_the_way(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "file").touch(0o644)
    locked.chmod(0o700)
    assert not reachable_by_anybody(locked / "file")
    assert not reachable_by_anybody(locked / "none")
    assert reachable_by_anybody(Path("/"))
