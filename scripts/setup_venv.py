"""Make `.venv` in a checkout; `scripts/setup` finds the interpreter and calls this.

The new environment is built beside the old one and takes its place in one rename when it is
complete, so a setup that is killed, or that finds no network, leaves nothing half made behind.

At first it holds what grading needs and nothing else. It grows by the extras that somebody asks
for, and keeps those that it has when it is made again.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

NETWORK_TROUBLE = (
    "failed to establish a new connection",
    "name resolution",
    "network is unreachable",
    "connection refused",
    "timed out",
    "timeouterror",
    "proxyerror",
    "no matching distribution found",
)
LOG_LINES_SHOWN = 12
TEST, ORACLE = "test", "oracle"
EXTRAS = b"extras:"
"""What the file `ready` begins with: the extras that are in the environment, in one line."""


class SetupError(Exception):
    """Say what went wrong and what to do about it, in lines for a person."""


def say(line: str) -> None:
    """Write one line of progress to standard error."""
    sys.stderr.write(f"setup: {line}\n")
    sys.stderr.flush()


def stamp(root: Path, environment: Path) -> bytes:
    """Return what must not have changed for an environment to be still the right one."""
    interpreter = os.path.realpath(environment / "bin" / "python")
    project = (root / "pyproject.toml").read_bytes()
    return b"\n".join([os.fsencode(root), os.fsencode(interpreter), project])


def ready(extras: Iterable[str], stamped: bytes) -> bytes:
    """Return what an environment is told to be by its file `ready`."""
    names = b" ".join(name.encode() for name in sorted(extras))
    return EXTRAS + b" " + names + b"\n" + stamped


def extras_in(environment: Path) -> frozenset[str]:
    """Return the extras of an environment, whatever it was made for; none where it is not ready.

    One without such a line was made by an earlier version, with all that the tests need.
    """
    try:
        line = (environment / "ready").read_bytes().partition(b"\n")[0]
    except OSError:
        return frozenset()
    if not line.startswith(EXTRAS):
        return frozenset([TEST])
    return frozenset(line.removeprefix(EXTRAS).decode(errors="replace").split())


def is_up_to_date(root: Path) -> bool:
    """Tell whether `.venv` was made for this project file, here, with whichever extras."""
    environment = root / ".venv"
    if not (environment / "ready").is_file() or not (environment / "bin" / "python").exists():
        return False
    expected = ready(extras_in(environment), stamp(root, environment))
    return (environment / "ready").read_bytes() == expected


def extras_of(root: Path) -> dict[str, list[str]]:
    """Return the requirements of each extra in the project file."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, list[str]] = project.get("optional-dependencies", {})
    return found


def with_their_own(root: Path, wanted: Iterable[str]) -> frozenset[str]:
    """Return the extras that are wanted, and those that they take in by naming the project."""
    declared = extras_of(root)
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    left = [name for name in wanted if name in declared]
    while left:
        extra = left.pop()
        found.add(extra)
        for line in declared[extra]:
            own = re.fullmatch(rf"{re.escape(project['name'])}\[(.*)\]", line)
            names = own[1].replace(" ", "").split(",") if own else []
            left += [name for name in names if name in declared and name not in found]
    return frozenset(found)


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Wait until no other setup works on this checkout; the lock dies with its process."""
    with (root / ".venv.lock").open("a", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another setup is at work on this checkout; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: Sequence[str], root: Path, log: Path) -> None:
    """Run one command with its words kept in `log`; raise SetupError when it fails."""
    # A user's own "pip --user" setting would be refused inside a virtual environment.
    environment = {**os.environ, "PIP_USER": "0"}
    with log.open("ab") as words:
        status = subprocess.run(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    if status != 0:
        raise SetupError(why_it_failed(log.read_text(encoding="utf-8", errors="replace")))


def why_it_failed(words: str) -> str:
    """Put a failed command's words into a reason, what to do, and the words' last lines."""
    lowered = words.lower()
    if "no space left on device" in lowered:
        reason = "the disk is full; make room and run the same command again."
    elif any(sign in lowered for sign in NETWORK_TROUBLE):
        reason = (
            "the packages could not be fetched. The first run needs the network (or a package "
            "index that pip is set up for); later runs do not. Run the same command again "
            "when it is there."
        )
    else:
        reason = "the environment could not be made; the last lines below say why."
    lines = [f"    {line}" for line in words.splitlines() if line.strip()]
    # pip warns of every retry; what it ends with matters.
    told = [line for line in lines if not line.startswith("    WARNING")] or lines
    return "\n".join([reason, *told[-LOG_LINES_SHOWN:]])


def pip_install(environment: Path, *wanted: str) -> list[str]:
    """Return the command that installs into an environment, whatever PYTHON* variables say."""
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    return [str(environment / "bin" / "python"), "-I", "-m", "pip", "install", *quiet, *wanted]


def install_oracle(root: Path, environment: Path) -> None:
    """Install the [oracle] extra from wheels only; raise SetupError where there is none."""
    wanted = extras_of(root).get(ORACLE, [])
    if wanted:
        log = environment / "setup.log"
        log.write_bytes(b"")
        run(pip_install(environment, "--only-binary", ":all:", *wanted), root, log)


def build(root: Path, python: str, extras: frozenset[str]) -> None:
    """Build a whole new environment with `extras` and put it in place of `.venv`."""
    for leftover in [*root.glob(".venv.new-*"), *root.glob(".venv.old-*")]:
        discard(leftover)
    fresh = root / f".venv.new-{os.getpid()}"
    fresh.mkdir()
    try:
        log = fresh / "setup.log"
        run([python, "-I", "-m", "venv", "--prompt", ".venv", str(fresh)], root, log)
        # Taken before pip reads the project file: a change during the work is not missed.
        made_for = stamp(root, fresh).replace(os.fsencode(fresh), os.fsencode(root / ".venv"))
        extras = with_their_own(root, extras)
        asked = ",".join(sorted(extras - {ORACLE}))
        say(f"installing {f'what is needed for: {asked}' if asked else 'what grading needs'}")
        run(pip_install(fresh, "--editable", f".[{asked}]" if asked else "."), root, log)
        if extras & {TEST, ORACLE}:
            extras = extras - {ORACLE} | tried_oracle(root, fresh)
        rename_inside(fresh, root / ".venv")
        (fresh / "ready").write_bytes(ready(extras, made_for))
        put_in_place(fresh, root / ".venv")
        say("ready")
    finally:
        discard(fresh)


def tried_oracle(root: Path, environment: Path) -> frozenset[str]:
    """Install the [oracle] extra if it can be had; return whether, as a set of extras."""
    try:
        install_oracle(root, environment)
    except SetupError:
        say("the [oracle] extra cannot be had here: going on without its cross-checks")
        return frozenset()
    return frozenset([ORACLE])


def insist_on_oracle(root: Path) -> None:
    """Install the [oracle] extra into an environment that is ready, and have it say so."""
    environment = root / ".venv"
    extras = extras_in(environment)
    if ORACLE in extras:
        return
    install_oracle(root, environment)
    new = environment / "ready.new"
    new.write_bytes(ready(extras | {ORACLE}, stamp(root, environment)))
    new.replace(environment / "ready")


def make_ready(root: Path, python: str, wanted: frozenset[str]) -> None:
    """Make `.venv` hold what grading needs and the extras that are wanted; it may do already."""
    environment = root / ".venv"
    there = extras_in(environment)
    lacks = wanted - there - {ORACLE}
    if not is_up_to_date(root):
        say(f"making .venv with {python} (first use, or pyproject.toml has changed)")
        build(root, python, wanted | there)
    elif lacks:
        python = os.path.realpath(environment / "bin" / "python")
        say(f"making .venv again with {python}, to add: {', '.join(sorted(lacks))}")
        build(root, python, wanted | there)
    if ORACLE in wanted:
        insist_on_oracle(root)


def rename_inside(fresh: Path, final: Path) -> None:
    """Make the scripts of an environment name the place that it is about to move to."""
    for path in [*(fresh / "bin").iterdir(), fresh / "pyvenv.cfg"]:
        if path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        # A program in machine code holds the path as data of a fixed size, if at all.
        if b"\0" not in content and os.fsencode(fresh) in content:
            path.write_bytes(content.replace(os.fsencode(fresh), os.fsencode(final)))


def put_in_place(fresh: Path, final: Path) -> None:
    """Move a complete environment to its place, then remove the one that was there."""
    old = final.with_name(f".venv.old-{os.getpid()}")
    if final.is_symlink() or final.exists():
        final.rename(old)
    fresh.rename(final)
    discard(old)


def discard(path: Path) -> None:
    """Remove a file, a link or a whole folder, and do not mind when it is gone already."""
    if path.is_symlink() or path.is_file():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path, ignore_errors=True)


def stop(_number: int, _frame: object) -> None:
    """Leave by the same way as Ctrl-C, so that pip is ended and nothing stays behind."""
    raise KeyboardInterrupt


def wishes(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; exit where it names what there is not."""
    parser = argparse.ArgumentParser(
        prog="scripts/setup", description="Make .venv ready: what grading needs, and extras."
    )
    parser.add_argument("root", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("python", help=argparse.SUPPRESS)
    parser.add_argument(
        "--with",
        dest="extras",
        action="append",
        default=[],
        metavar="EXTRA",
        help="put an extra of pyproject.toml into it too; may be repeated",
    )
    parser.add_argument(
        "--oracle",
        action="store_const",
        dest="full",
        const=[TEST, ORACLE],
        default=[],
        help="put in all that the tests need, and fail unless [oracle] can be had",
    )
    wanted = parser.parse_args(arguments)
    wanted.extras = frozenset([*wanted.extras, *wanted.full])
    unknown = wanted.extras - set(extras_of(wanted.root))
    if unknown:
        known = ", ".join(sorted(extras_of(wanted.root)))
        parser.error(f"there is no extra {', '.join(sorted(unknown))}; there are {known}")
    return wanted


def main(arguments: Sequence[str]) -> int:
    """Make `.venv` ready and return the exit code."""
    wanted = wishes(arguments)
    signal.signal(signal.SIGTERM, stop)
    try:
        with only_one(wanted.root):
            make_ready(wanted.root, wanted.python, wanted.extras)
    except SetupError as failure:
        say(str(failure))
        return 1
    except OSError as trouble:
        say(f"cannot work in {wanted.root}: {trouble.strerror}: {trouble.filename}")
        return 1
    except KeyboardInterrupt:
        say("stopped; run the same command again")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
