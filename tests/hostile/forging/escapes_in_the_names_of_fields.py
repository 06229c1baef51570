# idea: forges an answer whose only name of a field clears the screen and turns the text around
# verdict: invalid_answer
# reason: means nothing here
import json
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
    reply = {"op": "returned", "nonce": nonce(), "board_changed": False}
    reply["value"] = {"\x1b[2J\u202e\x9b": 3}
    os.write(4, json.dumps(reply).encode() + b"\n")
    time.sleep(60)
