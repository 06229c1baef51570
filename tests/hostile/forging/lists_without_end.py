# idea: forges an answer of a million empty lists, which would take seconds to read
# verdict: invalid_answer
# reason: lists and objects
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
    head = '{"op":"returned","board_changed":false,"nonce":"' + nonce() + '","value":['
    os.write(4, (head + "[]," * 1_000_000 + "[]]}\n").encode())
    time.sleep(60)
