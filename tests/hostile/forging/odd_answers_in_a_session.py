# idea: takes the wire while it is imported and answers each step of a session with another shape
# verdict: wrong_answer
# reason: that is neither True nor False
# cases: session
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


SHAPES = [None, [1, 2, 3], "\ud800", {"float": "nan"}, {"int": "9" * 400}, [[{"tuple": []}]]]
say({"op": "loaded", "found": ["Driver"], "names": []})
for number, message in enumerate(messages()):
    value = SHAPES[number % len(SHAPES)]
    say({"op": "returned", "nonce": message["nonce"], "value": value, "board_changed": False})
os._exit(0)


class Connect4:
    def play(self, col):
        return True
