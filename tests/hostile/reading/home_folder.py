# idea: looks into the user's home for keys and configuration
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import os
import pwd
import sys


def find_best_move(board):
    homes = {entry.pw_dir for entry in pwd.getpwall()} | {"/root", "/home"}
    for home in homes - {"/", "/bin", "/dev", "/usr/sbin", "/usr/bin", "/nonexistent"}:
        try:
            if home == os.path.expanduser("~") or home.startswith(("/usr", "/proc", "/run")):
                continue
            # An interpreter in somebody's home is shown, and nothing beside it.
            if not all(sys.base_prefix.startswith(f"{home}/{name}") for name in os.listdir(home)):
                return 3
        except OSError:
            continue
    return 0
