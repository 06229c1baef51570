# idea: traces its parent, as a debugger would
# verdict: wrong_answer
# reason: column 0
# levels: bwrap limits-root
# without bwrap: an ordinary user's program may trace that user's processes where the kernel's ptrace rules let it
import ctypes
import os


def find_best_move(board):
    ptrace_seize, ptrace_detach = 0x4206, 17
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getppid()
    if libc.ptrace(ptrace_seize, parent, None, None) != 0:
        return 0
    libc.ptrace(ptrace_detach, parent, None, None)
    return 3
