# idea: starts programs by vfork as fast as it can, none of which lives long
# verdict: time_limit_exceeded
# reason: took longer | CPU | it was
# cap: 1.0
import subprocess
import sys


def find_best_move(board):
    while True:
        subprocess.run([sys.executable, "-S", "-c", ""], close_fds=False)
