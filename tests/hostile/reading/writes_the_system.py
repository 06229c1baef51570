# idea: changes files of the system, of Python and of the kata package
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import json
import pathlib

import kata.board


def find_best_move(board):
    targets = (kata.board.__file__, json.__file__, "/etc/passwd", "/usr/bin/env")
    for target in targets:
        try:
            with pathlib.Path(target).open("ab"):
                return 3
        except OSError:
            continue
    for folder in {pathlib.Path(target).parent for target in targets}:
        try:
            (folder / "kata-hostile-planted").write_text("")
        except OSError:
            continue
        return 3
    return 0
