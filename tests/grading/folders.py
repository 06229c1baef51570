"""Write folders of files that are handed in as one submission, for the tests of several rooms."""

from __future__ import annotations

from pathlib import Path

from tests import knows

FIRST = {
    "best.py": "from helping import first\ndef find_best_move(board):\n    return first(board)\n",
    "helping.py": "def first(board):\n    return board.valid_moves()[0]\n",
}
"""A right call of a helper in another file; most of what it answers is wrong."""
RIGHT = {
    "best.py": "from known import answer\ndef find_best_move(board):\n    return answer(board)\n",
    "known.py": knows.PHASE_2.replace("find_best_move", "answer"),
}
"""The answers of phase 2, in another file than the one that is called."""
GAME = Path(__file__).parent.parent.parent / "solutions" / "game_design.py"


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write files by their names into a folder, and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def package(dots: str = ".") -> dict[str, str]:
    """Return the reference design in two modules of a package that import by `dots` or a name."""
    source = GAME.read_text(encoding="utf-8")
    head, _, game = source.partition("\nclass Game:")
    parts = f"from {dots}parts import *\n"
    future, _, imports = head.partition("from __future__ import annotations\n")
    return {
        "__init__.py": f"from {dots}game import Game\n",
        "parts.py": f"{future}from __future__ import annotations\n{imports}\n",
        "game.py": f"from __future__ import annotations\n{parts}\nclass Game:{game}",
    }
