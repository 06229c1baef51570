# idea: leaves a note in every run, to guess another column in the next one
# verdict: wrong_answer
# reason: column 0
# reruns: yes
# levels: bwrap limits-root
# without bwrap: as an ordinary user without Landlock it can write wherever the user can; as root without Landlock, in folders that everybody may write to
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
