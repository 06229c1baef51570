"""Write a driver for a file, from guesses that are tried out: the only place where any are made.

`inspection.py` finds what the file has, `design.py` tells by its names what that may be,
`guessing.py` tries it in games, and `driver_source.py` makes a driver of what was found and plays
through it.
"""
