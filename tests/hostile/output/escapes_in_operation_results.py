# idea: returns text that clears the screen for each operation
# verdict: wrong_answer
# reason: expected 1
# cases: small


def solution(rows, cols, k, operations):
    return ["\x1b[2J\x1b]0;owned\x07\0\ud800" for _ in operations]
