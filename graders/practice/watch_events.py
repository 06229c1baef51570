"""What wakes a watch: every save of a file, in whatever way an editor writes it, and keys.

Keys are heard one by one on a terminal, which is given back as it was, or else by lines.
"""

from __future__ import annotations

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
ENTER, INTERRUPT, END = "enter", "interrupt", "end"
"""Keys without a letter; `END` is that there will be no more."""
OnKey = Callable[[str], None]


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


def can_be_watched() -> bool:
    """Tell whether the library that tells of saves is there."""
    return importlib.util.find_spec("watchfiles") is not None


def _is_taken(path: Path, folder: Path) -> bool:
    return not any(map(is_left_out, path.relative_to(folder).parts))


async def saves(file: Path) -> AsyncIterator[None]:
    """Yield after anything happened to a file, to the link by that name or to what it links to.

    So it does after anything that is taken of a folder. Of a file the folders are watched, as many
    editors put another file in place of the first. Raises `OSError` or `RuntimeError` where they
    cannot be.
    """
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
    """Tell whether keys can be heard without Enter: on a terminal, by prompt_toolkit."""
    return _is_terminal() and importlib.util.find_spec("prompt_toolkit") is not None


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def single_keys(tell: OnKey) -> Iterator[None]:
    """Tell of each key, in the event loop that runs; nothing of it is shown."""
    from prompt_toolkit.input import create_input  # noqa: PLC0415  # an extra
    from prompt_toolkit.keys import Keys  # noqa: PLC0415

    names: dict[str, str] = {Keys.ControlM: ENTER, Keys.ControlJ: ENTER, Keys.ControlC: INTERRUPT}
    source = create_input()

    def heard() -> None:
        for press in source.read_keys():
            tell(names.get(press.key, press.data.lower()))
        if source.closed:
            tell(END)

    with source.raw_mode(), source.attach(heard):
        yield


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
