"""The ladder of reference solutions, one lesson a file, and the prover built on the last.

Must not know: the grader and the suites. A lesson is graded like anybody's submission.
"""
