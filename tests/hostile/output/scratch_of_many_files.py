# idea: makes empty files for ever: no bytes, but a folder that takes minutes to remove
# verdict: output_limit_exceeded | time_limit_exceeded | runtime_error
# reason: files | 1 s
# cap: 1
import itertools
import os
import tempfile


def find_best_move(board):
    os.chdir(tempfile.gettempdir())
    for number in itertools.count():
        open(f"kata-hostile-{number}", "w").close()
