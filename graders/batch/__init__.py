"""Grade many submissions: find them, hand them out, keep what came back, sum it up.

Must not know: how a submission is run or judged, in which format a batch is shown, options and
exit codes.
"""
