# idea: replies with an object whose repr is a gibibyte of text
# verdict: invalid_answer | memory_limit_exceeded | output_limit_exceeded
# reason: Talkative | MiB


class Talkative:
    def __repr__(self):
        return "3" * (1 << 30)


def find_best_move(board):
    return Talkative()
