"""Keep a batch in one file: what was handed in, under which conditions it was graded, to what.

One SQLite file, written by one process at a time, readable beside it. `docs/batch.md` describes
its tables, what makes two results one, and what goes on after a kill.
"""
