# idea: changes the permissions and the times of whatever lies outside its scratch, and of its own program
# verdict: wrong_answer
# reason: column 0
# levels: bwrap limits-root
# without bwrap: an ordinary user's program can change permissions, times and attributes of that user's own files: no wall of Landlock's closes these calls
import os
import sys


def find_best_move(board):
    changed = 0
    above = os.path.abspath(__file__)
    for path in (above, os.path.dirname(above), os.path.dirname(os.getcwd()), sys.executable, "/"):
        if os.path.realpath(path) == os.getcwd():
            continue
        try:
            mode = os.stat(path).st_mode
            os.chmod(path, mode)
            os.utime(path)
            changed += 1
        except OSError:
            continue
    return 3 if changed else 0
