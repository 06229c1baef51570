"""Offer the cases of a kata as items of pytest, each run in a sandbox.

Must not know: how a submission is run or judged. It asks for results, and pytest reports them.
"""
