# idea: fills files in a folder that it then forbids everybody to read
# verdict: output_limit_exceeded
# reason: 64 MiB
import os
import tempfile
import time


def find_best_move(board):
    folder = os.path.join(tempfile.gettempdir(), "locked")
    os.mkdir(folder)
    os.chmod(folder, 0o300)
    for number in range(8):
        with open(f"{folder}/{number}", "wb") as file:
            for _ in range(16):
                file.write(b"x" * (1 << 20))
    os.chmod(folder, 0)
    time.sleep(0.5)
    return 3
