"""Make the submissions that come with planted files beside them, harmful or somebody else's."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.recipes import RECIPES, RIGHT, recipe

__all__ = ["RECIPES"]  # whole once this module is imported

WRONG = "def find_best_move(board):\n    return 0\n"


def _beside(folder: Path, name: str, text: str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    path = folder / "submission.py"
    path.write_text(WRONG)
    return path


@recipe("forging/poisoned_json_beside_it")
def poisoned_json(folder: Path) -> Path:
    """Poison json.

    idea: a json.py beside the submission that would answer for it
    verdict: wrong_answer
    reason: column 0
    """
    return _beside(folder, "json.py", "dumps = lambda *a, **k: '{\"value\": 3}'\nloads = dumps\n")


@recipe("forging/poisoned_sitecustomize_beside_it")
def poisoned_sitecustomize(folder: Path) -> Path:
    """Poison the start of Python.

    idea: a sitecustomize.py and a usercustomize.py beside the submission, which Python runs first
    verdict: wrong_answer
    reason: column 0
    """
    _beside(folder, "usercustomize.py", "import os\nos._exit(0)\n")
    return _beside(folder, "sitecustomize.py", "import os\nos._exit(0)\n")


@recipe("forging/poisoned_conftest_beside_it")
def poisoned_conftest(folder: Path) -> Path:
    """Poison pytest.

    idea: a conftest.py beside the submission, which pytest would run in the judge's place
    verdict: wrong_answer
    reason: column 0
    """
    text = "import pathlib\npathlib.Path('/tmp/kata-hostile-conftest').touch()\n"
    return _beside(folder, "conftest.py", text)


@recipe("forging/poisoned_kata_beside_it")
def poisoned_kata(folder: Path) -> Path:
    """Poison the board.

    idea: a kata package of its own, whose board has always been won
    verdict: wrong_answer
    reason: column 0
    """
    _beside(folder, "kata/__init__.py", "")
    text = "class Board:\n    @classmethod\n    def from_moves(cls, *a): raise SystemExit(0)\n"
    return _beside(folder, "kata/board.py", text)


@recipe("forging/poisoned_runner_beside_it")
def poisoned_runner(folder: Path) -> Path:
    """Poison the runner.

    idea: modules of the runner's and the grader's names, and bytecode, beside the submission
    verdict: wrong_answer
    reason: column 0
    """
    _beside(folder, "graders/__init__.py", "raise SystemExit(0)\n")
    _beside(folder, "python_runner.py", "raise SystemExit(0)\n")
    return _beside(folder, "__pycache__/submission.cpython-311.pyc", "not bytecode")


@recipe("reading/neighbours_submission")
def neighbours_submission(folder: Path) -> Path:
    """Put another candidate's file beside it.

    idea: imports another candidate's submission from the same folder
    verdict: wrong_answer
    reason: column 0
    """
    path = _beside(folder, "neighbour.py", RIGHT)
    path.write_text(
        "def find_best_move(board):\n"
        "    try:\n"
        "        import neighbour\n"
        "    except ImportError:\n"
        "        return 0\n"
        "    return neighbour.find_best_move(board)\n"
    )
    return path


@recipe("reading/neighbours_file")
def neighbours_file(folder: Path) -> Path:
    """Put another candidate's file beside it.

    idea: opens another candidate's submission by the name of the folder that both lie in
    verdict: wrong_answer
    reason: column 0
    needs: landlock
    """
    path = _beside(folder, "neighbour.py", RIGHT)
    (folder / "neighbour.py").chmod(0o644)
    path.write_text(
        "def find_best_move(board):\n"
        "    try:\n"
        f"        return 3 if open({str(folder / 'neighbour.py')!r}).read() else 0\n"
        "    except OSError:\n"
        "        return 0\n"
    )
    return path
