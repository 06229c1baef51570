# idea: spawns processes in which the memory is taken, so that its own stays small
# verdict: memory_limit_exceeded
# reason: held
# memory: 128
# cap: 20
import multiprocessing
import time


def take(number):
    held = b"x" * (96 << 20)
    time.sleep(10)
    return len(held)


def find_best_move(board):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        return min(pool.map(take, range(2)))
