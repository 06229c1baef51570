# idea: forges the reply that its answer is too large, by a number of 4,000 digits
# verdict: invalid_answer
# reason: not a reply
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
    forge(op="too_large", size=10**4000)
