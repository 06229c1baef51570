# idea: returns one result too few
# verdict: wrong_answer | invalid_answer
# reason: 3
# cases: small


def solution(rows, cols, k, operations):
    return [1, 1]
