# idea: opens the memory of every other process it can see, to write the verdict into it
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import glob
import os


def find_best_move(board):
    for path in glob.glob("/proc/[0-9]*"):
        if path == f"/proc/{os.getpid()}":
            continue
        try:
            with open(f"{path}/mem", "r+b"), open(f"{path}/comm") as comm:
                # Process 1 of the sandbox is bubblewrap's own: it knows nothing and judges nothing.
                if comm.read().strip() != "bwrap":
                    return 3
        except OSError:
            continue
    return 0
