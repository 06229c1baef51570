"""Play scripts of a four-in-a-row game: write your engine here.

It already loads and answers, so you can see the grader at work before you start:

    kata grade solution.py

It fails, because it knows no operation yet. README.md beside this file has the rules, the
order of the errors and the limits.
"""

from collections.abc import Sequence


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[object]:
    """Return the result of each operation, in order.

    Replace the body. A first step: return `"OK"` for `("reset",)`.
    """
    return ["error:invalid_operation" for _ in operations]
