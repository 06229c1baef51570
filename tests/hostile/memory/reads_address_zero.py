# idea: crashes the interpreter by reading address zero
# verdict: runtime_error
# reason: SIGSEGV
import ctypes


def find_best_move(board):
    return ctypes.string_at(0)
