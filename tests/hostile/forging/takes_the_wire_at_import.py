# idea: takes the wire while it is imported and answers the call with a list of half a character
# verdict: invalid_answer
# reason: a list, not an int
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


say({"op": "loaded", "found": ["find_best_move"], "names": []})
for message in messages():
    value = [1, [2, "\ud800"], {"float": "nan"}, {"tuple": [{"int": "9" * 400}]}]
    say({"op": "returned", "nonce": message["nonce"], "value": value, "board_changed": False})
os._exit(0)


def find_best_move(board):
    return 3
