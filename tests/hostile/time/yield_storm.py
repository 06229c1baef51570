# idea: forty threads that do nothing but give way to each other
# verdict: time_limit_exceeded
# reason: took longer | CPU | it was
# cap: 1.0
import os
import threading


def give_way():
    while True:
        os.sched_yield()


def find_best_move(board):
    for _ in range(40):
        threading.Thread(target=give_way, daemon=True).start()
    give_way()
