"""Write a report to stdout or to a file: whole or not at all, and never over an input."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from graders.commands.exits import RefusalError


@contextlib.contextmanager
def opened(output: Path | None, inputs: Iterable[Path] = ()) -> Iterator[TextIO]:
    """Yield the stream to write to; `output` None is stdout.

    A file is written beside its place and moved there at the end, so that what stood there
    before survives a run that fails. Raises `RefusalError` where `output` is one of the `inputs` or
    cannot be written, and where writing fails in the end.
    """
    if output is None:
        with _writing("the report"):
            yield sys.stdout
            sys.stdout.flush()
        return
    for path in inputs:
        if path.exists() and output.exists() and path.samefile(output):
            raise RefusalError(f"--output {output} would overwrite {path}, which is read")
    with _writing(str(output)):
        if output.exists() and not output.is_file():
            with output.open("w", encoding="utf-8") as stream:
                yield stream
            return
        with _replacing(output) as stream:
            yield stream


@contextlib.contextmanager
def _replacing(output: Path) -> Iterator[TextIO]:
    descriptor, name = tempfile.mkstemp(prefix=f".{output.name}.", dir=output.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(output)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _writing(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _forget_stdout()
        raise RefusalError(f"cannot write {what}: {error.strerror or error}") from None


def _forget_stdout() -> None:
    """Keep the interpreter from failing a second time on what stdout did not take."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
