# idea: forges, while it is imported, what a survey says of its file
# verdict: invalid_answer
# reason: a reply came before anything was asked
import os
import time

lists = b'"functions":["find_best_move"],"others":[],"methods":[]'
os.write(4, b'{"op":"surveyed","problem":null,' + lists + b"}\n")
time.sleep(60)


def find_best_move(board):
    return 3
