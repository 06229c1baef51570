# idea: ignores every signal that can be ignored, then loops
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3
import signal


def find_best_move(board):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    while True:
        pass
