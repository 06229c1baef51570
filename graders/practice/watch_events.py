"""What wakes a watch: every save of a file, in whatever way an editor writes it, and keys.

Keys are heard one by one on a terminal, which is given back as it was, or else by lines.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from graders.grading.folders import file_names_in, is_left_out, read_folder
from graders.grading.intake import UnreadableError
from graders.model.submission import sha256_of
from graders.practice.run_history import digest

_STEP_MS = 20
_MOST_MS = 60
"""Events that come together are told together, within so many milliseconds."""
_LOOK_EVERY_S = 0.2
"""Without the library that tells of saves, so often is looked whether there was one."""
ENTER, INTERRUPT, END = "enter", "interrupt", "end"
"""Keys without a letter; `END` is that there will be no more."""
OnKey = Callable[[str], None]
_NAMED = {"\r": ENTER, "\n": ENTER, "\x03": INTERRUPT, "\x04": END}
_ESCAPE = b"\x1b"
_CC = 6
"""Where in the settings of a terminal its special characters stand (`termios.tcgetattr`)."""


class FileState(msgspec.Struct, frozen=True):
    """What a file is at one moment: which version on the disk, and what is in it."""

    stamp: tuple[int, int, int]
    content: str
    is_empty: bool


def file_state(file: Path) -> FileState | None:
    """Return what a file or a folder is now; None where there is none that can be read."""
    try:
        if file.is_dir():
            return _look_at_folder(file)
        if not file.is_file():
            return None
        found = file.stat()
        source = file.read_bytes()
    except OSError:
        return None
    return FileState((found.st_mtime_ns, found.st_size, found.st_ino), digest(source), not source)


def _look_at_folder(folder: Path) -> FileState | None:
    try:
        stats = [(folder / name).stat() for name in file_names_in(folder)]
        content = sha256_of(read_folder(folder))
    except UnreadableError as error:  # as a run says, too
        return FileState((0, 0, 0), str(error), False)
    newest, size = max(each.st_mtime_ns for each in stats), sum(each.st_size for each in stats)
    return FileState((newest, size, len(stats)), content, False)


def _is_taken(path: Path, folder: Path) -> bool:
    return not any(map(is_left_out, path.relative_to(folder).parts))


async def saves(file: Path) -> AsyncIterator[None]:
    """Yield after anything happened to a file, to the link by that name or to what it links to.

    So it does after anything that is taken of a folder. Raises `OSError` or `RuntimeError` where
    that cannot be watched.
    """
    told = importlib.util.find_spec("watchfiles") is not None
    async for _ in _told_of(file) if told else looked_for(file):
        yield


async def looked_for(file: Path) -> AsyncIterator[None]:
    """Yield as `saves` does, by looking at the file again and again; it needs no library."""
    before = _stamps(file)
    while True:
        await asyncio.sleep(_LOOK_EVERY_S)
        if (now := _stamps(file)) != before:
            before = now
            yield


def _stamps(file: Path) -> list[tuple[str, int, int, int]]:
    """Return which versions of a file, or of the files of a folder, are on the disk."""
    try:
        names = file_names_in(file) if file.is_dir() else [""]
        found = [(name, (file / name).stat()) for name in names]
    except (OSError, UnreadableError):
        return []
    return [(name, stat.st_mtime_ns, stat.st_size, stat.st_ino) for name, stat in found]


async def _told_of(file: Path) -> AsyncIterator[None]:
    # Of a file the folders are watched, as many editors put another file in place of the first.
    from watchfiles import awatch  # noqa: PLC0415  # an extra, and nothing else here needs it

    here = file.absolute()
    if here.is_dir():
        top = here.resolve()
        async for _ in awatch(
            top,
            watch_filter=lambda change, path: _is_taken(Path(path), top),
            debounce=_MOST_MS,
            step=_STEP_MS,
        ):
            yield
        return
    # By its name where the folder really is, as no event has a link on the way there.
    named = here.parent.resolve() / here.name
    places = {str(named), str(here), str(here.resolve())}
    folders = {named.parent, here.resolve().parent}
    async for _ in awatch(
        *folders,
        watch_filter=lambda change, path: path in places,
        debounce=_MOST_MS,
        step=_STEP_MS,
        recursive=False,
    ):
        yield


def can_be_single() -> bool:
    """Tell whether keys can be heard without Enter: on a terminal that can be set so."""
    return _is_terminal() and importlib.util.find_spec("termios") is not None


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def single_keys(tell: OnKey) -> Iterator[None]:
    """Tell of each key, in the event loop that runs; nothing of it is shown."""
    import termios  # noqa: PLC0415  # Windows has none, nor has it `tty`
    import tty  # noqa: PLC0415

    descriptor, loop = sys.stdin.fileno(), asyncio.get_running_loop()
    before = termios.tcgetattr(descriptor)

    def heard() -> None:
        pressed = os.read(descriptor, 1024)
        if not pressed:
            loop.remove_reader(descriptor)
            tell(END)
        elif not pressed.startswith(_ESCAPE):  # as the arrows and the like do
            for key in pressed.decode("utf-8", "replace"):
                tell(_NAMED.get(key, key.lower()))

    try:
        tty.setcbreak(descriptor)
        mode = termios.tcgetattr(descriptor)
        mode[_CC][termios.VINTR] = b"\0"  # Ctrl-C is a key, so that only this process hears of it
        termios.tcsetattr(descriptor, termios.TCSADRAIN, mode)
        loop.add_reader(descriptor, heard)
        yield
    finally:
        loop.remove_reader(descriptor)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def lines_as_keys(tell: OnKey) -> Iterator[None]:
    """Tell of the first letter of each line, of an empty one as Enter; from another thread.

    The thread is left to itself in the end: it only waits.
    """
    thread = threading.Thread(target=_read_lines, args=(tell,), daemon=True)
    thread.start()
    yield


def _read_lines(tell: OnKey) -> None:
    """Read past Python's own streams: a thread in one of them would hold up the end."""
    rest = b""
    try:
        descriptor = sys.stdin.fileno()
        while data := os.read(descriptor, 4096):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                tell(line.decode("utf-8", "replace").strip()[:1].lower() or ENTER)
    except (OSError, ValueError, AttributeError):
        pass  # closed: there will be no more keys, as at its end
    tell(END)
