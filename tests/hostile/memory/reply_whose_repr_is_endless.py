# idea: replies with an object whose repr never ends
# verdict: time_limit_exceeded | invalid_answer
# reason: 0.5 s | Talkative
# cap: 0.5


class Talkative:
    def __repr__(self):
        while True:
            pass


def find_best_move(board):
    return Talkative()
