"""Find pairs of submissions that resemble one another more than chance would have it.

Must not know: what became of a submission when it was graded, and how a pair is shown.
"""
