# idea: empties the list of operations that it was given and returns nothing for them
# verdict: invalid_answer
# reason: 0 items
# cases: small


def solution(rows, cols, k, operations):
    operations.clear()
    return operations
