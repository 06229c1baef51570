# idea: looks for secrets in its environment
# verdict: wrong_answer
# reason: column 0
import os

ALLOWED = {
    "HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PWD", "PYTHONHASHSEED", "TMPDIR", "TZ",
    "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8", "PYTHONPATH", "PYTHONIOENCODING", "USER", "TERM",
}  # fmt: skip


def find_best_move(board):
    for name, value in os.environ.items():
        if name not in ALLOWED or "kata-hostile-secret" in value:
            return 3
    return 0
