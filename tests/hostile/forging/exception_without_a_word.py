# idea: forges an exception with the number of a full disk and no text at all
# verdict: output_limit_exceeded
# reason: 64 MiB
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


def forge(**reply):
    os.write(4, json.dumps({"nonce": nonce(), **reply}).encode() + b"\n")
    time.sleep(60)


def find_best_move(board):
    error = {"type": "", "message": "", "cut": 0, "frames": [], "left_out": 0, "own_line": None}
    error |= {"notes": [], "syntax": None, "errno": 28, "by_hand": True}
    forge(op="raised", errors=[error], memory=False)
