# idea: leaves a thread behind that would compute the answer for the next case
# verdict: wrong_answer
# reason: column 0
# cases: win again
import pathlib
import tempfile
import threading
import time

ANSWER = pathlib.Path(tempfile.gettempdir(), "kata-hostile-thread-answer")


def think(board):
    time.sleep(0.2)
    ANSWER.write_text("found")


def find_best_move(board):
    if ANSWER.exists():
        return 5 if board.get_cell(0, 0) is not None else 3
    threading.Thread(target=think, args=(board,)).start()
    return 0
