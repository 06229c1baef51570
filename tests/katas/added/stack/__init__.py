"""Grade a class `Stack`: a kata for the tests' sake, in which several calls make one case."""

from .kata import KATA

__all__ = ["KATA"]
