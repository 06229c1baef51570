"""A small batch graded for real, one of its submissions written to harm whoever reads the pages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from graders.model.exit_codes import NOT_ACCEPTED, OK

EVIL = (
    "</script><script>pwned=1</script><img src=x onerror=pwned=1><svg onload=pwned=1>"
    "'\"><a href=javascript:pwned=1>&lt;\u202egnp.exe\u2066\x1b[2J\x07"
)
"""What is put wherever a submission can put text: it tries to act, to hide, and to turn around."""
SEEN = (
    EVIL.replace("\u202e", r"\u202e")
    .replace("\u2066", r"\u2066")
    .replace("\x1b", r"\x1b")
    .replace("\x07", r"\x07")
)
"""How a page shows it."""
TITLE = "Spring <b>round</b>"
CASES = ("phase2/block-at-once*", "phase3/mate-in-5")
FIRST_LEGAL = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
ONES_OWN = """\
def lines_through(row, col):
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for back in range(4):
            cells = [(row + (n - back) * down, col + (n - back) * right) for n in range(4)]
            if all(0 <= r < 6 and 0 <= c < 7 for r, c in cells):
                found.append(cells)
    return found


def worth(board, col, side):
    total = 0
    row = max(r for r in range(6) if board[r][col] == ".")
    for cells in lines_through(row, col):
        held = [board[r][c] for r, c in cells]
        mine, theirs = held.count(side), len(cells) - held.count(side) - held.count(".")
        if not theirs:
            total += 10 ** mine
        elif not mine:
            total += 6 ** theirs
    return total


def find_best_move(board):
    drawn = [line.replace(" ", "") for line in str(board).splitlines()][:6]
    side = board.current_player.name[0]
    return max(board.valid_moves(), key=lambda col: worth(drawn, col, side))
"""
"""What somebody wrote without a search, and somebody else took over with other names."""
TAKEN_OVER = "# all my own work\n\n" + ONES_OWN.replace("lines_through", "quads").replace(
    "worth", "score"
).replace("held", "there")
HOSTILE = f"""\
# {EVIL.replace(chr(7), "").replace(chr(27), "")}
import sys
EVIL = {EVIL!r}
def find_best_move(board):
    print(EVIL)
    print(EVIL, file=sys.stderr)
    if str(board).count("R") % 2:
        return EVIL
    raise type("Evil" + "X" * 8, (Exception,), {{}})(EVIL)
"""


def written(folder: Path) -> Path:
    """Write the submissions and a manifest into a folder, and return the manifest."""
    sound = (Path(__file__).parents[2] / "solutions/bitboard.py").read_text(encoding="utf-8")
    submissions = {
        "Ada": sound,
        "Bea": FIRST_LEGAL,
        "Cem": "def find_best_move(board)\n    return 3\n",
        "Dan": ONES_OWN,
        "Eve": TAKEN_OVER,
        EVIL: HOSTILE,
    }
    entries = []
    for number, (candidate, source) in enumerate(submissions.items()):
        path = folder / f"{number}.py"
        path.write_bytes(source.encode())
        entries.append({"candidate": candidate, "path": path.name})
    manifest = folder / "round.json"
    manifest.write_text(json.dumps(entries), encoding="utf-8")
    return manifest


def run(*words: object, state: Path, code: int) -> None:
    """Run a command as a person would, and assert its exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "graders", *map(str, words)],
        env={**os.environ, "KATA_STATE": str(state)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == code, done.stderr


def pages_of_a_graded_batch() -> dict[str, str]:
    """Return what `kata batch` and `kata report` make of it, by the names of the files."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        ledger, out, state = folder / "round.ledger", folder / "out", folder / "state"
        cases = [word for case in CASES for word in ("--case", case)]
        batch = ["batch", written(folder), "--kata", "best_move", "--variants", *cases]
        run(*batch, "--ledger", ledger, state=state, code=NOT_ACCEPTED)
        run("report", ledger, "--out", out, "--title", TITLE, state=state, code=OK)
        return {
            page.relative_to(out).as_posix(): page.read_text(encoding="utf-8")
            for page in out.rglob("*.html")
        }
