# idea: computes in processes that multiprocessing spawns, which import the file by its name
# verdict: accepted
# cap: 20
import multiprocessing

from kata.board import COLS


def worth(column):
    return -abs(column - COLS // 2)


def find_best_move(board):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        worths = pool.map(worth, range(COLS))
    return worths.index(max(worths))
