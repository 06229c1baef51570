"""Grade `divide(a, b)`: a kata for the tests' sake, in which an exception can be right."""

from .kata import KATA

__all__ = ["KATA"]
