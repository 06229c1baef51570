"""Kill the coordinator of a batch at random moments, with the same command after each.

    .venv/bin/python -m tests.kills --files 300 --kills 100 --jobs 2

In the end every scorecard has to be that of a run that nobody disturbed, but for times; nothing may
be lost or graded twice, and no kill may cost more than `--jobs` submissions their turn. All of it
is read from the ledger. Exits with 1 and says what is not so.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graders.batch.ledger.ledger import Ledger
from graders.model.batch import Batch, Entry
from tests.processes import DYING_S

ROOT = Path(__file__).parent.parent
HOSTILE = tuple(
    ROOT / "tests" / "hostile" / name
    for name in (
        "processes/kills_its_group.py",
        "processes/child_outlives_parent.py",
        "output/floods_the_wire.py",
        "output/half_a_reply_then_exit.py",
    )
)
"""Programs that cheat and are harmless at every level; they are in the middle of the batch."""
CASE = "phase2/win-at-once"
MARK = "KATA_OF_THE_KILLS"
"""The variable that every process of a run inherits, by which those that are left are found."""
KINDS = (
    "def find_best_move(board):\n    return 2 * board.column_height(0)\n",
    "def find_best_move(board):\n    return 0\n",
    "def find_best_move(board):\n    return sum(range(10 ** 5)) % 7\n",
    "def find_best_move(board):\n    raise ValueError('no move')\n",
    "def find_best_move(board:\n    return 2 * board.column_height(0)\n",
    "def find_the_best(board):\n    return 2 * board.column_height(0)\n",
    "import time\n\n\ndef find_best_move(board):\n"
    "    time.sleep(0.05)\n    return 2 * board.column_height(0)\n",
)
TIMES = (
    *("started_at", "duration_s", "wall_s", "cpu_s", "kept_off_s", "drop_undo_per_s"),
    *("attempts", "rerun_because", "doubt", "disturbed"),
)
OF_TIMES = "the machine kept the program off its core"
"""What is in the one warning that only times are the reason of."""
_EARLY_SHARE = 0.3
_EARLY_S = 1.5
_LATER_S = 0.2
_LOOK_S = 0.003
_LONGEST_S = 600.0


@dataclass
class Tally:
    """Hold what was seen of all runs."""

    killed: int = 0
    lost: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """Hold a submission's row in the ledger."""

    state: str
    tries: int
    recorded_at: str | None
    scorecard: bytes | None


def hand_in(folder: Path, files: int) -> Path:
    """Write the submissions of so many candidates, the hostile ones in the middle of them."""
    hostile = dict(enumerate(HOSTILE, start=files // 2))
    for number in range(files):
        own = KINDS[number % len(KINDS)]
        code = hostile[number].read_text(encoding="utf-8") if number in hostile else own
        place = folder / f"c{number:04}.py"
        place.write_text(f"# {number}\n{code}", encoding="utf-8")
    return folder


def command(folder: Path, ledger: Path, jobs: int) -> list[str]:
    """Return the command that grades them; each time the same."""
    words = [sys.executable, "-m", "graders", "batch", str(folder), "--ledger", str(ledger)]
    how = ["--kata", "best_move", "--case", CASE, "--cap", "60", "--no-rerun"]
    return [*words, "--jobs", str(jobs), *how]


def start(words: list[str], mark: str) -> subprocess.Popen[bytes]:
    nowhere = subprocess.DEVNULL
    environment = {**os.environ, MARK: mark}
    return subprocess.Popen(
        words, cwd=ROOT, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere
    )


def rows(ledger: Path) -> dict[str, Row]:
    """Return what the ledger holds of each candidate who was handed out, whoever writes it."""
    if not ledger.exists() or ledger.stat().st_size == 0:
        return {}
    uri = f"{ledger.as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            found = connection.execute(
                "SELECT candidate, state, tries, recorded_at, scorecard FROM grading "
                "JOIN submission ON submission.id = grading.submission"
            ).fetchall()
    except sqlite3.OperationalError:  # its tables are not made yet
        return {}
    return {candidate: Row(*rest) for candidate, *rest in found}


def tries(found: dict[str, Row]) -> int:
    """Return how often anything was handed out."""
    return sum(row.tries for row in found.values())


def done(found: dict[str, Row]) -> int:
    """Return how many are done."""
    return sum(row.state == "done" for row in found.values())


def kill_at_random(
    process: subprocess.Popen[bytes], ledger: Path, draw: random.Random, most: int, end: int
) -> bool:
    """Kill it early, or once a random number of submissions was handed out; tell if it lived.

    No draw waits until `end` are handed out, so that something is left for the kills to come.
    """
    early = draw.random() < _EARLY_SHARE
    wanted = end if early else min(end, tries(rows(ledger)) + draw.randint(1, most))
    deadline = time.monotonic() + (draw.uniform(0, _EARLY_S) if early else _LONGEST_S)
    while time.monotonic() < deadline and process.poll() is None:
        if tries(rows(ledger)) >= wanted:
            if wanted < end:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(draw.uniform(0, _LATER_S))
            break
        time.sleep(_LOOK_S)
    lived = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    return lived


def check_kill(tally: Tally, before: dict[str, Row], after: dict[str, Row], jobs: int) -> None:
    """Look at what a kill left: nothing that was kept is gone or was done again."""
    handed_out = tries(after) - tries(before)
    came_back = done(after) - done(before)
    tally.lost.append(handed_out - came_back)
    if not 0 <= tally.lost[-1] <= jobs:
        tally.wrong.append(f"kill {tally.killed}: {tally.lost[-1]} have to be graded again")
    for name, row in before.items():
        if row.state == "done" and after.get(name) != row:
            tally.wrong.append(f"kill {tally.killed}: {name} was done, and then graded again")


def run_to_the_end(words: list[str], mark: str) -> int:
    process = start(words, mark)
    return process.wait(_LONGEST_S)


def disturbed(folder: Path, ledger: Path, *, files: int, kills: int, jobs: int, seed: int) -> Tally:
    """Run it, kill it so often, and run it to the end.

    There are fewer kills where it is done before: a machine may keep whoever kills off its cores.
    """
    draw, tally, words = random.Random(seed), Tally(), command(folder, ledger, jobs)
    state: dict[str, Row] = {}
    while tally.killed < kills and (left := files - done(state)) > jobs:
        to_come = kills - tally.killed
        most = max(1, 2 * left // to_come - 1)
        end = tries(state) + max(1, left - jobs * 2 - to_come)
        process = start(words, str(ledger))
        if not kill_at_random(process, ledger, draw, most, end):
            if process.returncode != 1:  # some of the files are wrong, and all are graded
                tally.wrong.append(f"it ended before kill {to_come}: {process.returncode}")
            break
        tally.killed += 1
        now = rows(ledger)
        check_kill(tally, state, now, jobs)
        state = now
    code = run_to_the_end(words, str(ledger))
    if code != 1:
        tally.wrong.append(f"the last run ended with {code}")
    spare = tries(rows(ledger)) - files
    if spare != sum(tally.lost):
        tally.wrong.append(f"{spare} were tried again, {sum(tally.lost)} had to be")
    return tally


def differences(one: Batch, other: Batch) -> Iterator[str]:
    """Say where two batches differ in anything but times and tries."""
    names = [entry.candidate for entry in one.entries]
    if names != [entry.candidate for entry in other.entries]:
        yield "they are not the same candidates"
        return
    for mine, theirs in zip(one.entries, other.entries, strict=True):
        if timeless(mine) != timeless(theirs):
            yield f"{mine.candidate} differs in {' '.join(where(timeless(mine), timeless(theirs)))}"


def timeless(entry: Entry) -> Any:
    """Return a scorecard as JSON without its times."""
    if entry.scorecard is None:
        return entry.why_not or "nothing"
    return _without(json.loads(entry.scorecard.to_json()), TIMES)


def where(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """Say in which places two values differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from where(one[key], other[key], f"{at}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from where(mine, theirs, f"{at}[{number}]")
    elif one != other:
        yield f"{at}: {one!r:.200} is not {other!r:.200};"


def _without(value: Any, names: Iterable[str]) -> Any:
    if isinstance(value, dict):
        if value.get("members") and value["verdict"] == "accepted":
            # The rest are the facts of its slowest member, whichever that is.
            value = {name: value[name] for name in ("id", "verdict", "points", "members")}
        return {key: _without(each, names) for key, each in value.items() if key not in names}
    if isinstance(value, list):
        kept = (each for each in value if not (isinstance(each, str) and OF_TIMES in each))
        return [_without(each, names) for each in kept]
    return re.sub(r"\d+\.\d+ of ", "", value) if isinstance(value, str) else value


def left_behind(variable: str) -> list[int]:
    """Return the processes with a variable in their environment that do not go soon."""
    deadline = time.monotonic() + DYING_S
    while (found := _with(variable.encode())) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _with(variable: bytes) -> list[int]:
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it is gone, or somebody else's
            if variable in place.read_bytes().split(b"\0"):
                found.append(int(place.parent.name))
    return found


def try_it(folder: Path, *, files: int, kills: int, jobs: int, seed: int) -> Tally:
    """Do all of it in a folder; return what was seen."""
    handed_in = folder / "handed-in"
    handed_in.mkdir()
    hand_in(handed_in, files)
    quiet, killed = folder / "quiet.ledger", folder / "killed.ledger"
    tally = disturbed(handed_in, killed, files=files, kills=kills, jobs=jobs, seed=seed)
    run_to_the_end(command(handed_in, quiet, jobs), str(quiet))
    batch = Ledger.read(killed)
    if batch.received != files:
        tally.wrong.append(f"{batch.received} of {files} were received")
    tally.wrong.extend(differences(batch, Ledger.read(quiet)))
    for mark in (killed, quiet):
        if left := left_behind(f"{MARK}={mark}"):
            tally.wrong.append(f"processes {left} were left behind")
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kills.") as folder:
        tally = try_it(Path(folder), **vars(asked))
    each = tally.lost
    print(  # noqa: T201
        f"{asked.files} files, {tally.killed} kills, {asked.jobs} jobs, seed {asked.seed}: "
        f"{sum(each)} submissions handed out again, at most {max(each, default=0)} for one kill; "
        f"{len(tally.wrong)} differences, {time.monotonic() - began:.0f} s"
    )
    for wrong in tally.wrong:
        print(wrong)  # noqa: T201
    sys.exit(1 if tally.wrong else 0)


if __name__ == "__main__":
    main()
