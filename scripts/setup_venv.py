"""Make `.venv` in a checkout; `scripts/setup` finds the interpreter and calls this.

The new environment is built beside the old one and takes its place in one rename when it is
complete, so a setup that is killed, or that finds no network, leaves nothing half made behind.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
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


def is_ready(root: Path) -> bool:
    """Tell whether `.venv` is complete and was made for this project file, here."""
    ready = root / ".venv" / "ready"
    if not ready.is_file() or not (root / ".venv" / "bin" / "python").exists():
        return False
    return ready.read_bytes() == stamp(root, root / ".venv")


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
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"].get("optional-dependencies", {}).get("oracle", [])
    if wanted:
        log = environment / "setup.log"
        log.write_bytes(b"")
        run(pip_install(environment, "--only-binary", ":all:", *wanted), root, log)


def build(root: Path, python: str) -> None:
    """Build a whole new environment and put it in place of `.venv`."""
    for leftover in [*root.glob(".venv.new-*"), *root.glob(".venv.old-*")]:
        discard(leftover)
    fresh = root / f".venv.new-{os.getpid()}"
    fresh.mkdir()
    try:
        log = fresh / "setup.log"
        say(f"making .venv with {python} (first use, or pyproject.toml has changed)")
        run([python, "-I", "-m", "venv", "--prompt", ".venv", str(fresh)], root, log)
        # Taken before pip reads the project file: a change during the work is not missed.
        made_for = stamp(root, fresh).replace(os.fsencode(fresh), os.fsencode(root / ".venv"))
        say("installing the packages that pyproject.toml names; this can take a minute or two")
        run(pip_install(fresh, "--editable", ".[test]"), root, log)
        try:
            install_oracle(root, fresh)
        except SetupError:
            say("the [oracle] extra cannot be had here: going on without its cross-checks")
        rename_inside(fresh, root / ".venv")
        (fresh / "ready").write_bytes(made_for)
        put_in_place(fresh, root / ".venv")
        say("ready")
    finally:
        discard(fresh)


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


def main(arguments: Sequence[str]) -> int:
    """Make `.venv` ready and return the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/setup", description="Make .venv ready.")
    parser.add_argument("root", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("python", help=argparse.SUPPRESS)
    parser.add_argument("--oracle", action="store_true", help="fail unless [oracle] is in it")
    wanted = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, stop)
    try:
        with only_one(wanted.root):
            if not is_ready(wanted.root):
                build(wanted.root, wanted.python)
            if wanted.oracle:
                install_oracle(wanted.root, wanted.root / ".venv")
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
