# idea: has a timer raise every tenth of a millisecond, also in the code around its call
# verdict: runtime_error
# reason: Alarm | a type without a name | without an answer
import signal


class Alarm(BaseException):
    pass


def alarm(number, frame):
    raise Alarm


def find_best_move(board):
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
    while True:
        pass
