# idea: forges an answer that is one number of four million digits
# verdict: invalid_answer
# reason: more than 400 digits
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
    head = '{"op":"returned","board_changed":false,"nonce":"' + nonce() + '","value":'
    os.write(4, (head + "3" * 4_000_000 + "}\n").encode())
    time.sleep(60)
