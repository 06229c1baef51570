# idea: takes the wire while it is imported and says that half a character is what can be called
# verdict: invalid_answer
# reason: returned None
import json
import os


def messages():
    rest = b""
    while got := os.read(3, 1 << 16):
        *lines, rest = (rest + got).split(b"\n")
        yield from map(json.loads, lines)


def say(reply):
    left = json.dumps(reply).encode() + b"\n"
    while left:
        left = left[os.write(4, left) :]


say({"op": "loaded", "found": ["\ud800"], "names": ["", "..", "\x1b[2J"]})
for message in messages():
    say({"op": "returned", "nonce": message["nonce"], "value": None, "board_changed": False})
os._exit(0)


def find_best_move(board):
    return 3
