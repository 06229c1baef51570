# idea: switches threads every nanosecond, freezes the collector, and has every thread's stack dumped
# verdict: accepted | invalid_answer | runtime_error
# reason: reply | SIGSEGV | SIGBUS
# note: dumping the stacks of running threads crashes the interpreter itself now and then
import faulthandler
import gc
import sys
import threading


def find_best_move(board):
    sys.setswitchinterval(1e-9)
    gc.freeze()
    gc.disable()
    faulthandler.enable()
    faulthandler.dump_traceback_later(0.001, repeat=True)
    for _ in range(10):
        threading.Thread(target=sum, args=(range(10**6),), daemon=True).start()
    return 3
