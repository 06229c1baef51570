# idea: leaves a note in every run, to guess another column in the next one
# verdict: wrong_answer
# reason: column 0
# reruns: yes
# levels: bwrap limits-root
# without bwrap: a program that runs under the user's own id can write where the user can; as root it runs as nobody, and world-writable folders are left to it
import os
import pathlib
import tempfile

PLACES = (tempfile.gettempdir(), os.path.expanduser("~"), ".", pathlib.Path(__file__).parent)


def find_best_move(board):
    notes = [pathlib.Path(place, "kata-hostile-guess") for place in PLACES]
    found = any(note.exists() for note in notes)
    for note in notes:
        try:
            note.write_text("0")
        except OSError:
            continue
    return 3 if found else 0
