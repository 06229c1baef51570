# idea: leaves a file in every folder that it can write to
# verdict: accepted
# levels: bwrap limits-root
# needs: landlock
# without bwrap: as an ordinary user it leaves files in /dev/shm, where honest programs share memory; without Landlock also in every folder that everybody may write to
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
