# idea: empties the list of operations that it was given and returns nothing for them
# verdict: wrong_answer | invalid_answer
# reason: expected | returned
# cases: small


def solution(rows, cols, k, operations):
    operations.clear()
    return operations
