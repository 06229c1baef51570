"""Offer the cases of a kata as items of pytest, each run in a sandbox.

pytest itself loads `connect_four_kata_pytest`, which loads this once a kata is asked for.

Must not know: how a submission is run or judged. It asks for results, and pytest reports them.
"""
