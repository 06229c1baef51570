"""Run one's own files with the portable standard library alone: on macOS, Windows, anywhere.

Nothing is contained here. What is promised is a clock, limits on what is printed and answered, and
that all is over afterwards, as far as the system lets a parent end what its child has started.
"""
