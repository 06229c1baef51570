# idea: operation results that claim to equal whatever is expected
# verdict: wrong_answer | invalid_answer
# reason: Agreeable
# cases: small


class Agreeable:
    def __eq__(self, other):
        return True

    __hash__ = None


def solution(rows, cols, k, operations):
    return [Agreeable() for _ in operations]
