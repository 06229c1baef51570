"""Find out how far a submission can be kept apart on this machine."""

from __future__ import annotations

import functools
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from graders.sandbox import bubblewrap
from graders.sandbox.interpreter import interpreter, interpreter_files

_PROBE_S = 20.0
_SAID = b"started\n"
_HEEDING_CHILDREN = (
    "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Bubblewrap waits for ever where it inherits from a host that children are ignored."""
_INSTALL = "install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap)"


class Isolation(StrEnum):
    """Name how far a submission is kept apart."""

    BWRAP = "bwrap"
    LIMITS = "limits"


class IsolationUnavailableError(RuntimeError):
    """Say why the isolation that was asked for does not work here, and what to do."""


def choose(wanted: str = "auto") -> Isolation:
    """Return the isolation to use; `auto` takes the best that works here.

    Raises `IsolationUnavailableError` where `bwrap` is asked for and does not work.
    """
    if wanted == Isolation.LIMITS:
        return Isolation.LIMITS
    trouble = why_no_bubblewrap()
    if not trouble:
        return Isolation.BWRAP
    if wanted == "auto":
        return Isolation.LIMITS
    raise IsolationUnavailableError(trouble)


def why_no_bubblewrap() -> str:
    """Return why bubblewrap does not work here, or nothing when it does; it is tried once."""
    return bubblewrap_here().trouble


@dataclass(frozen=True)
class Bubblewrap:
    """Hold the program, whether it runs as root without a user namespace, and why not at all."""

    program: Path
    as_root: bool
    trouble: str = ""

    def command(self, view: bubblewrap.View) -> list[str]:
        """Return the command that runs what is appended to it inside the view."""
        return bubblewrap.command(self.program, view, as_root=self.as_root)


def bubblewrap_here() -> Bubblewrap:
    """Return the bubblewrap of this machine, which is tried once."""
    return _tried(shutil.which("bwrap"), os.geteuid() == 0)


@functools.cache
def _tried(found: str | None, root: bool) -> Bubblewrap:
    """Find out, by starting one, which kind of bubblewrap sandbox works here.

    Root's own kind comes first: without a user namespace each program can be given a user of
    its own, so that the kernel counts its processes.
    """
    if found is None:
        return Bubblewrap(Path("bwrap"), False, f"bubblewrap is not installed; {_INSTALL}")
    trouble = ""
    for as_root in (True, False) if root else (False,):
        tried = Bubblewrap(Path(found), as_root)
        try:
            done = _start_nothing(tried)
        except (OSError, subprocess.TimeoutExpired) as error:
            trouble = str(error)
            continue
        if done.stdout == _SAID:
            return tried
        said = done.stderr.decode(errors="replace").strip().splitlines()
        trouble = said[-1] if said else f"it ended with exit code {done.returncode}"
    hint = ""
    if "ermission" in trouble or "not permitted" in trouble or "namespace" in trouble:
        hint = "; this system forbids user namespaces (sysctl kernel.unprivileged_userns_clone, \
AppArmor, or a container without them)"
    return Bubblewrap(
        Path(found), False, f"bubblewrap is installed, but does not work here: {trouble}{hint}"
    )


def _start_nothing(wrap: Bubblewrap | None) -> subprocess.CompletedProcess[bytes]:
    """Start an interpreter that does nothing but say so: no exit code is told everywhere."""
    words = [str(interpreter()), "-I", "-S", "-c", f"print({_SAID.decode().strip()!r})"]
    if wrap is not None:
        files = tuple((path, PurePosixPath(path)) for path in interpreter_files())
        words = [*wrap.command(bubblewrap.View(files)), *words]
    if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        words = [str(interpreter()), "-I", "-S", "-c", _HEEDING_CHILDREN, *words]
    return subprocess.run(
        words, capture_output=True, stdin=subprocess.DEVNULL, timeout=_PROBE_S, check=False
    )


def run_nothing(isolation: Isolation) -> None:
    """Start a bare interpreter under the isolation and wait for its end.

    No case can cost less than this; the benchmark sets one against the other.
    """
    wrapped = isolation is Isolation.BWRAP
    _start_nothing(bubblewrap_here() if wrapped else None)
