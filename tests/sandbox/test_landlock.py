"""Behind Landlock's walls a process reaches only its own: files, names, processes."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from graders.sandbox.landlock import version_here, walls_of
from tests.sandbox.walled import said_behind

WALLS = walls_of(version_here())
OUTSIDE = """
import os, socket
outer = socket.socket(socket.AF_UNIX)
outer.bind("\\0kata-outer-" + str(os.getpid()))
outer.listen()
server = socket.create_server(("127.0.0.1", 0))
from graders.sandbox.landlock import confine
parent = os.getpid()
ready, go = os.pipe()
child = os.fork()
if child:
    os.close(go)
    print(os.read(ready, 4096).decode(), flush=True)
    os.waitpid(child, 0)
    os._exit(0)
def attempt(what, *words):
    try:
        what(*words)
    except OSError as error:
        return error.errno
    return 0
"""
TOLD = """
os.write(go, repr(said).encode())
os._exit(0)
"""


def inside(may_write: list[str], lines: str, may_read: tuple[str, ...] = ("/",)) -> object:
    return said_behind(f"{OUTSIDE}\nconfine({may_write!r}, {may_read!r})", lines + TOLD)


@pytest.mark.skipif(not WALLS.signals, reason="this kernel's Landlock scopes no signals")
def test_signals_and_abstract_names_stay_inside() -> None:
    lines = """
import signal
mine = os.fork()
if mine == 0:
    signal.pause()
said = [
    attempt(os.kill, parent, 0),
    attempt(os.kill, mine, signal.SIGKILL),
    attempt(socket.socket(socket.AF_UNIX).connect, outer.getsockname()),
    attempt(open, f"/proc/{parent}/mem", "rb"),
    attempt(os.readlink, f"/proc/{parent}/fd/0"),
]
os.waitpid(mine, 0)
"""
    refused, allowed, unreachable, *memory = inside([], lines)
    assert (refused, allowed, unreachable) == (errno.EPERM, 0, errno.EPERM)
    assert set(memory) <= {errno.EPERM, errno.EACCES}


@pytest.mark.skipif(not WALLS.tcp, reason="this kernel's Landlock knows no TCP")
def test_nobody_is_reached_over_tcp() -> None:
    lines = """
said = [
    attempt(socket.socket().connect, server.getsockname()),
    attempt(socket.socket().bind, ("127.0.0.1", 0)),
]
"""
    assert inside([], lines) == [errno.EACCES, errno.EACCES]


@pytest.mark.skipif(not WALLS.files, reason="this kernel's Landlock knows too little of files")
def test_files_are_written_in_the_named_places_only(tmp_path: Path) -> None:
    for name in ("mine", "theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "old").write_text("old")
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    lines = f"""
said = []
for folder in ({str(mine)!r}, {str(theirs)!r}):
    said.append([
        attempt(os.mkdir, folder + "/below"),
        attempt(open, folder + "/below/new", "w"),
        attempt(os.rename, folder + "/below/new", folder + "/new"),
        attempt(os.truncate, folder + "/old", 1),
        attempt(os.remove, folder + "/old"),
    ])
said.append([attempt(open, "/dev/null", "w"), open({str(theirs / "old")!r}).read()])
"""
    mine_said, theirs_said, rest = inside([str(mine), "/dev/null", "/missing"], lines)
    assert mine_said == [0] * 5
    assert 0 not in theirs_said
    assert rest == [0, "old"]
    assert [path.name for path in theirs.iterdir()] == ["old"]


@pytest.mark.skipif(not WALLS.files, reason="this kernel's Landlock knows too little of files")
def test_files_are_read_in_the_named_places_only(tmp_path: Path) -> None:
    for name in ("mine", "shown", "theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    lines = f"""
said = [
    [
        attempt(open, folder + "/file"),
        attempt(os.listdir, folder),
        attempt(open, folder + "/file", "a"),
    ]
    for folder in {[str(tmp_path / name) for name in ("mine", "shown", "theirs")]!r}
]
said.append(attempt(open, {str(tmp_path / "theirs" / "file")!r}, "rb"))
"""
    mine, shown = (str(tmp_path / name) for name in ("mine", "shown"))
    refused = errno.EACCES
    assert inside([mine], lines, (shown, "/missing")) == [
        [0, 0, 0],
        [0, 0, refused],
        [refused, refused, refused],
        refused,
    ]
