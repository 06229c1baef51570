# idea: lets the C library sort by a function of its own
# verdict: accepted
import ctypes

Compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))


def find_best_move(board):
    libc = ctypes.CDLL(None)
    columns = (ctypes.c_int * 7)(*range(7))
    nearer = Compare(lambda one, other: abs(one[0] - 3) - abs(other[0] - 3))
    libc.qsort(columns, 7, ctypes.sizeof(ctypes.c_int), nearer)
    return columns[0]
