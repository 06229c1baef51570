# idea: fills a list of results and forgets to return it
# verdict: invalid_answer
# reason: None
# cases: small


def solution(rows, cols, k, operations):
    results = []
    for _operation in operations:
        results.append("OK")
