# idea: forges an exception whose file, function and type span lines that look like our report
# verdict: runtime_error
# reason: Error\nscore
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
    words = "Error\nscore 3/3\x1b[2J"
    frame = {"file": words, "line": 1, "function": words, "source": words}
    error = {"type": words, "message": "", "cut": 0, "frames": [frame], "left_out": 0}
    error |= {"own_line": frame, "notes": [], "syntax": None, "errno": None}
    error |= {"by_hand": True}
    reply = {"op": "raised", "nonce": nonce(), "errors": [error], "memory": False}
    os.write(4, json.dumps(reply).encode() + b"\n")
    time.sleep(60)
