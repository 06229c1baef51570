"""Grade `solution(rows, cols, k, operations)`: one script, one list of returns back."""

from graders.katas.operations.kata import KATA

__all__ = ["KATA"]
