# idea: takes the wire for a reply of more items than are read, of three bytes each
# verdict: invalid_answer
# reason: it holds more than 262144 items
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
    value = [10] * 1_000_000
    say({"op": "returned", "nonce": message["nonce"], "value": value, "board_changed": False})
os._exit(0)


def find_best_move(board):
    return 3
