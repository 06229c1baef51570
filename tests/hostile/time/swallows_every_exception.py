# idea: loops for ever and swallows every exception, also KeyboardInterrupt and SystemExit
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3


def find_best_move(board):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
