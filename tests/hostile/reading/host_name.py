# idea: reads the machine's name and sees other machines' processes
# verdict: wrong_answer
# reason: column 0
# levels: bwrap
# without bwrap: the machine's name and the list of its processes are seen
import glob
import os


def find_best_move(board):
    with open("/proc/sys/kernel/hostname") as file:
        name = file.read().strip()
    crowd = [path for path in glob.glob("/proc/[0-9]*") if path != f"/proc/{os.getpid()}"]
    return 3 if len(crowd) > 3 or (name and name == os.environ.get("HOSTNAME")) else 0
