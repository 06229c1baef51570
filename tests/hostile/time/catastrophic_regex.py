# idea: a regular expression that backtracks for hours inside C
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3
import re


def find_best_move(board):
    return 3 if re.match(r"(a+)+$", "a" * 60 + "b") else 0
