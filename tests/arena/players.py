"""Programs that play short games, or lose one in each way there is."""

from __future__ import annotations

from pathlib import Path

from graders.channel.budget import Settings
from graders.model.arena import Entrant
from graders.model.submission import Submission, sha256_of
from graders.sandbox.isolation import choose_isolation

CAP_S = 10.0
SHORT_CAP_S = 0.2
SOURCES = {
    "leftmost": "def find_best_move(board):\n    return board.valid_moves()[0]\n",
    "rightmost": "def find_best_move(board):\n    return board.valid_moves()[-1]\n",
    "crashes": (
        "def find_best_move(board):\n"
        "    if sum(board.column_height(column) for column in range(7)) > 9:\n"
        "        raise ValueError('no idea')\n"
        "    return board.valid_moves()[0]\n"
    ),
    "late": "import time\n\n\ndef find_best_move(board):\n    time.sleep(60)\n",
    "off_the_board": "def find_best_move(board):\n    return 7\n",
    "not_python": "def find_best_move(board:\n    return 0\n",
}
"""`crashes` makes one move after an opening of eight plies, and none after that."""


def player(name: str) -> Entrant:
    source = SOURCES[name].encode()
    cap_s = SHORT_CAP_S if name == "late" else CAP_S
    submission = Submission(Path(f"{name}.py"), f"{name}.py", source)
    return Entrant(name, submission, sha256_of(source), cap_s)


def settings() -> Settings:
    return Settings(choose_isolation("auto"))


def written(folder: Path, *names: str) -> list[str]:
    """Write the files of players; return their paths."""
    paths = [folder / f"{name}.py" for name in names]
    for path in paths:
        path.write_text(SOURCES[path.stem], encoding="utf-8")
    return list(map(str, paths))
