"""The only code of ours that runs in the submission's process: a folder for each language.

Must not know: the answer key, katas, suites and verdicts. Everything in that process can be read
and changed by the submission, so a runner imports nothing else of the grader.
"""
