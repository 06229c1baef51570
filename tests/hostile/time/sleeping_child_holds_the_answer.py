# idea: hands the work to a child that never ends and waits for it
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3
import subprocess
import sys

WAITER = [sys.executable, "-c", "import time; time.sleep(3600)"]


def find_best_move(board):
    return int(subprocess.run(WAITER, check=False).returncode)
