"""What a sub-command ends with: a report written whole, a sentence on stderr, an exit code.

A report goes to stdout or to a file, whole or not at all, and never over an input.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import io
import os
import shutil
import stat
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, ParamSpec, TextIO

import click

from graders.model.exit_codes import USAGE
from graders.model.installation import SCRIPT
from graders.model.text import harmless
from graders.sandbox.interrupts import interrupts_deferred

P = ParamSpec("P")
_NOT_WRITTEN = {
    errno.EPIPE: "nobody reads it any more",
    errno.EBADF: "it is closed",
    errno.ENOSPC: "",
    errno.EIO: "",
}


class RefusalError(click.ClickException):
    """End the command with exit code 2 and one sentence on stderr that says what to correct."""

    exit_code = USAGE

    def show(self, file: IO[Any] | None = None) -> None:
        say(self.format_message(), file)


def say(sentence: str, file: IO[Any] | None = None) -> None:
    """Print a sentence as `kata: …`, on stderr by default; on a terminal no word is broken."""
    text = f"kata: {harmless(sentence)}"
    stream = sys.stderr if file is None else file
    if stream is not None and stream.isatty():
        width = shutil.get_terminal_size().columns
        lines = (
            textwrap.fill(each, width, break_long_words=False, break_on_hyphens=False)
            for each in text.splitlines()
        )
        text = "\n".join(lines)
    click.echo(text, err=file is None, file=file)


def say_whole(sentence: str) -> None:
    """Say on stderr what is to be copied from there: no line break is put into it."""
    click.echo(f"kata: {sentence}", err=True)


def folder_of_ledgers() -> Path:
    from graders.practice.run_history import (  # noqa: PLC0415  # few commands keep any
        HistoryError,
        state_folder,
    )

    try:
        return state_folder()
    except HistoryError as error:
        raise RefusalError(f"{error}; or name the ledger with --ledger") from None


EXTRA = "KATA_EXTRA"
"""The variable that names the extra which `scripts/kata` set up for this process."""


def needs(module: str, extra: str) -> None:
    """Raise `RefusalError` with what to install, unless the module of an extra is there.

    Where `scripts/kata` began this process, that begins anew and installs it.
    """
    if importlib.util.find_spec(module) is None:
        script = os.environ.get(SCRIPT)
        if script and os.environ.get(EXTRA) != extra:
            os.environ[EXTRA] = extra
            os.execv(script, [script, *sys.argv[1:]])
        raise RefusalError(
            f"this needs {module}, which is not installed: pip install "
            f"'connect-four-kata[{extra}]', or in a checkout scripts/setup --with {extra}"
        )


class Output:
    """Take a report: stdout as it is written, a file in one piece at the end."""

    def __init__(
        self, path: Path | None, inputs: Iterable[Path] = (), begins_file: str = ""
    ) -> None:
        """Take the report for `path`, which `begins_file` stands before, or for stdout for None.

        Raises `RefusalError` where it is one of the `inputs` or cannot be written; so nothing is
        graded for a stdout that is closed.
        """
        self.path = path
        self.stream: TextIO = sys.stdout if path is None else io.StringIO()
        self._begins_file = begins_file
        self._what = "the report" if path is None else str(path)
        if path is None:
            with _writing(self._what):
                _write_nothing(self.stream)
        else:
            check_writable(path)
            _check_no_input(path, inputs)

    def writing(self, step: Callable[P, None]) -> Callable[P, None]:
        def guarded(*arguments: P.args, **named: P.kwargs) -> None:
            with _writing(self._what):
                step(*arguments, **named)

        return guarded

    def close(self, *, complete: bool) -> None:
        """Write what is left to write.

        An incomplete report never takes the place that a complete one has, or should have: it
        goes beside it, and stderr says so.
        """
        if self.path is None:
            with _writing(self._what):
                self.stream.flush()
            return
        assert isinstance(self.stream, io.StringIO)
        place = self.path if complete or not is_replaced(self.path) else beside(self.path)
        write_whole(place, self._begins_file + self.stream.getvalue())
        if place != self.path:
            say(f"interrupted: the report so far is in {place}; {self.path} was left as it was")


def beside(path: Path) -> Path:
    """Return where an incomplete report goes that was meant for `path`.

    >>> beside(Path("scores/score.json")).name
    'score.incomplete.json'
    """
    return path.with_name(f"{path.stem}.incomplete{path.suffix}")


def is_replaced(path: Path) -> bool:
    """Tell whether a file is to be put in place of `path`, which is no pipe and no device."""
    return path.is_file() or not path.exists()


def check_writable(path: Path) -> None:
    """Raise `RefusalError` for a path that cannot be written, before any work is done for it."""
    with _writing(str(path)):
        if path.is_dir():
            raise RefusalError(f"cannot write {path}: it is a folder; name a file in it")
        folder = path.parent
        if not folder.is_dir():
            raise RefusalError(f"cannot write {path}: there is no folder {folder}")
        if not os.access(folder if is_replaced(path) else path, os.W_OK):
            raise RefusalError(f"cannot write {path}: permission denied")


def write_whole(path: Path, text: str) -> None:
    """Put a file in place in one step, or leave what was there; write to a pipe or a device.

    A process that is killed meanwhile leaves the old file or the new one. Raises `RefusalError`
    where it cannot be written.
    """
    with _writing(str(path)):
        if not is_replaced(path):
            with path.open("w", encoding="utf-8") as stream:
                stream.write(text)
            return
        with (
            interrupts_deferred()
        ):  # one that came between two steps would leave the half of a file behind
            _replace(Path(os.path.realpath(path)), text)


def _replace(path: Path, text: str) -> None:
    import tempfile  # noqa: PLC0415  # few commands write a file

    mode = _mode_for(path)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            if hasattr(os, "fchmod"):  # Windows has it from Python 3.13 on
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _mode_for(path: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        return
    with contextlib.suppress(OSError):  # some file systems cannot; it is in place all the same
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _check_no_input(output: Path, inputs: Iterable[Path]) -> None:
    for place in (output, beside(output)):
        for path in inputs:
            if path.exists() and place.exists() and path.samefile(place):
                raise RefusalError(f"--output {output} would overwrite {path}, which is read")


@contextlib.contextmanager
def _writing(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        forget_stdout()
        raise RefusalError(f"cannot write {what}: {why_not_written(error)}") from None


def is_not_written(error: OSError) -> bool:
    """Tell whether an error, where no file is named, says that stdout takes nothing."""
    return error.errno in _NOT_WRITTEN and error.filename is None


def why_not_written(error: OSError) -> str:
    """Return in a few words why something could not be written."""
    number = error.errno
    return (number is not None and _NOT_WRITTEN.get(number)) or error.strerror or str(error)


def _write_nothing(stream: TextIO) -> None:
    """Raise `OSError` where a stream takes nothing; one that is no file of the system does."""
    with contextlib.suppress(io.UnsupportedOperation):
        os.write(stream.fileno(), b"")


def forget_stdout() -> None:
    """Keep the interpreter from failing a second time on what stdout did not take."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
