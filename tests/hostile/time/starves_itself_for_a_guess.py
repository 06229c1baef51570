# idea: starves itself by its own children for another run, in which to guess what it did not before
# verdict: wrong_answer
# reason: column 0
# reruns: yes
# levels: bwrap limits-root
# without bwrap: as an ordinary user without Landlock it can write wherever the user can; as root without Landlock, in folders that everybody may write to
import os
import pathlib
import tempfile
import time

NOTE = pathlib.Path(tempfile.gettempdir(), "kata-hostile-starved")


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def find_best_move(board):
    children = []
    for _ in range(3):
        children.append(os.fork())
        if children[-1] == 0:
            burn(0.1)
            os._exit(0)
    burn(0.1)
    for child in children:
        os.waitpid(child, 0)
    found = NOTE.exists()
    NOTE.write_text("0")
    return 3 if found else 0
