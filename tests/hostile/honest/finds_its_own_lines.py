# idea: looks its own source up, as tracebacks and inspect do
# verdict: accepted
# stdout: return 1 / zero
import inspect
import traceback


def divide(zero):
    return 1 / zero


def find_best_move(board):
    try:
        divide(0)
    except ZeroDivisionError:
        print(traceback.format_exc())
    return 3 if "1 / zero" in inspect.getsource(divide) else 0
