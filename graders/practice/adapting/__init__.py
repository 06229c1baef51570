"""Write a driver for a file, from guesses that are tried out: the only place where any are made.

`looking.py` finds what the file has, `design.py` tells by its names what that may be,
`guessing.py` tries it in games, `writing.py` makes a driver of what was found (`guessed.py`), and
`trying.py` plays through what was written.
"""
