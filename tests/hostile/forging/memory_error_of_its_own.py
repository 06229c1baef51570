# idea: forges the exception that memory was refused, with none of it used
# verdict: memory_limit_exceeded
# reason: MemoryError
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
    error |= {"notes": [], "syntax": None, "errno": None}
    error |= {"by_hand": True}
    forge(op="raised", errors=[error], memory=True)
