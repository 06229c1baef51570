# idea: a class that answers each move with a text just under what one reply may take
# verdict: output_limit_exceeded
# reason: its replies in this session count as
# cases: session


class Connect4:
    def play(self, col):
        return "x" * 4_000_000

    def check_winner(self):
        return "x" * 4_000_000
