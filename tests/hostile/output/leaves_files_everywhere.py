# idea: leaves a file in every folder that it can write to
# verdict: accepted
# levels: bwrap
# without bwrap: folders that everybody may write to (/tmp, /var/tmp, /dev/shm) keep what it writes there
import os
import pathlib
import tempfile


def find_best_move(board):
    for place in (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", "/run", "/", "..", "."):
        try:
            pathlib.Path(place, "kata-hostile-left").write_text("left")
            os.chmod(pathlib.Path(place, "kata-hostile-left"), 0)
        except OSError:
            continue
    return 3
