"""What the katas share that ask for classes: a driver, and scripts that are played through it.

`contract.py` says what a driver is. A submission that keeps its statement's own contract is driven
by a driver of ours (`graders/runners/LANGUAGE/drivers/`); any other brings one.
"""
