# idea: writes its files in folders too deep for any path to name them
# verdict: output_limit_exceeded
# reason: 64 MiB
import os
import pathlib
import tempfile
import time


def find_best_move(board):
    os.chdir(tempfile.gettempdir())
    for _ in range(60):
        os.mkdir("kata-hostile-" + "x" * 150)
        os.chdir("kata-hostile-" + "x" * 150)
    for number in range(30):
        pathlib.Path(str(number)).write_bytes(b"x" * (4 << 20))
    time.sleep(1)
    return 3
