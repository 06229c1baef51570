"""One conversation with one submission: start its runner, load it, call it, end it.

Must not know: katas, suites and what answer is expected. Whatever happens is an outcome, as data;
whether that outcome is right, and how to put it in words, is decided elsewhere.
"""
