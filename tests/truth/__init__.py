"""Ordinary programs made by combination, each with what is true of it, held against what is said.

`recipes` says which programs there are and what is true of each, `writing` and
`writing_javascript` write them, `answering` asks them, and `judging` counts which sentences about
them are true. `python -m tests.truth` makes some five hundred and prints the count.
"""
