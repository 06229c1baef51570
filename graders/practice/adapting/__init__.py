"""Write a driver for a file, from guesses that are tried out: the only place where any are made.

`looking.py` finds what the file has, `guessing.py` what that means, by trying it in games,
`writing.py` makes the driver of it, and `trying.py` plays through what was written.
"""
