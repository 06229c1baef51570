# idea: forges one reply that holds two answers, a wrong one and a right one
# verdict: invalid_answer
# reason: a name twice
import os
import sys
import time


def nonce():
    frame = sys._getframe(2)
    while True:
        message = frame.f_locals.get("message")
        if isinstance(message, dict) and "nonce" in message:
            return message["nonce"]
        frame = frame.f_back


def find_best_move(board):
    head = '{"op":"returned","board_changed":false,"nonce":"' + nonce() + '"'
    os.write(4, (head + ',"value":0,"value":3}\n').encode())
    time.sleep(60)
