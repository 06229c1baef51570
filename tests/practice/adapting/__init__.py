"""Games in styles of their own, for the tests of `kata adapt`."""
