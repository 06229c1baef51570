# idea: writes what it learned wherever it can, to find it again in the next case
# verdict: wrong_answer
# reason: column 0
# cases: win win win
# needs: landlock
import os
import pathlib
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PLACES = (tempfile.gettempdir(), os.path.expanduser("~"), ".", HERE)


def find_best_move(board):
    notes = [pathlib.Path(place, "kata-hostile-cache") for place in PLACES]
    found = any(note.exists() for note in notes)
    for note in notes:
        try:
            note.write_text("3")
        except OSError:
            continue
    return 3 if found else 0
