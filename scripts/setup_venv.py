"""Make `.venv`, or add to it; `scripts/setup` finds the interpreter and calls this."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

ROOT, PYTHON, WANTED = Path(sys.argv[1]), sys.argv[2], set(sys.argv[3:])
VENV, READY, CONSTRAINTS = ROOT / ".venv", ROOT / ".venv/ready", ROOT / "scripts/constraints.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
say = partial(print, "setup:", file=sys.stderr, flush=True)
# A user's own "pip --user" setting would be refused inside a virtual environment.
os.environ["PIP_USER"] = "0"
run = partial(subprocess.run, cwd=ROOT, stdout=sys.stderr, check=True)


def stamp() -> bytes:
    """Return what must not have changed for `.venv` to be still the right one."""
    places = os.fsencode(f"{ROOT}\n{os.path.realpath(VENV / 'bin/python')}\n")
    return places + (ROOT / "pyproject.toml").read_bytes() + CONSTRAINTS.read_bytes()


def make_ready() -> None:
    """Install what is wanted and what is there already; `ready`, written last, names it."""
    first, _, made_for = READY.read_bytes().partition(b"\n") if READY.is_file() else [b""] * 3
    names = WANTED | set(first.decode().split()) & {*EXTRAS, "newest"}
    if " ".join(sorted(names)).encode() == first and made_for == stamp():
        return  # another setup was at work meanwhile
    for line in [line for name in names for line in EXTRAS.get(name, [])]:
        if line.startswith(f"{PROJECT['name']}["):
            names |= set(line[:-1].partition("[")[2].split(","))
    is_new = made_for.splitlines()[:2] != stamp().splitlines()[:2]
    if is_new:
        say(f"making .venv with {PYTHON}")
        # A link leads to the environment of another checkout.
        VENV.unlink() if VENV.is_symlink() else shutil.rmtree(VENV, ignore_errors=True)
        run([PYTHON, "-I", "-m", "venv", "--prompt", ".venv", VENV])
    made_for = stamp()  # before pip reads the files: a change during the work is not missed
    extras = ",".join(sorted(names - {"newest"}))
    added = ", ".join(
        sorted(names - {"newest"} - (set() if is_new else set(first.decode().split())))
    )
    say(f"installing {f'what is needed for: {added}' if added else 'what grading needs'}")
    which = ["-U", "--upgrade-strategy", "eager"] if "newest" in names else ["-c", CONSTRAINTS]
    pip = [VENV / "bin/python", "-I", "-m", "pip", "--disable-pip-version-check", "--no-input"]
    run([*pip, "install", "-qq", *which, "--editable", f".[{extras}]" if extras else "."])
    READY.write_bytes(" ".join(sorted(names)).encode() + b"\n" + made_for)
    if is_new:
        say("ready")


if unknown := WANTED - {*EXTRAS, "newest"}:
    say("usage: scripts/setup [--with EXTRA] [--oracle] [--newest]")
    say(f"there is no extra {', '.join(unknown)}; there are {', '.join(sorted(EXTRAS))}")
    sys.exit(2)
try:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (ROOT / ".venv.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another setup is at work on this checkout; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        make_ready()
except KeyboardInterrupt:
    say("stopped; run the same command again")
    sys.exit(130)
except subprocess.CalledProcessError:
    say("failed, as said above. The first run needs the network (or a package index that pip is")
    sys.exit("set up for) and room on the disk: run the same command again when they are there.")
except OSError as trouble:
    sys.exit(f"setup: cannot work in {ROOT}: {trouble}")
