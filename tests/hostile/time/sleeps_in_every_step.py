# idea: a class that sleeps a little less than the cap in each of its moves
# verdict: time_limit_exceeded
# reason: the session took longer than its cap of 1 s
# cap: 0.4
# cases: session
import time


class Connect4:
    def play(self, col):
        time.sleep(0.3)
        return True

    def check_winner(self):
        return None
