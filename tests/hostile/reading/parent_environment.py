# idea: reads the environment of every process that it can see
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import glob

ALLOWED = {
    "HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PWD", "PYTHONHASHSEED", "TMPDIR", "TZ",
    "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8", "PYTHONIOENCODING", "USER", "TERM",
}  # fmt: skip


def find_best_move(board):
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                words = file.read().decode(errors="replace").split("\0")
        except OSError:
            continue
        if {word.partition("=")[0] for word in words if word} - ALLOWED:
            return 3
    return 0
