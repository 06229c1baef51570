# idea: compiles its search from a text, runs it, and shows the lines of a failure that it catches
# verdict: accepted
# stdout: made.py
import traceback

TEXT = """
def search(board):
    return 1 / 0
"""


def find_best_move(board):
    names = {}
    exec(compile(TEXT, "made.py", "exec"), names)
    try:
        names["search"](board)
    except ZeroDivisionError:
        print(traceback.format_exc())
    return 3
