"""Games between submissions: who plays whom, each game in sandboxes, how strong that shows them.

Must not know: how a submission is contained, in which format a tournament is shown, options and
exit codes.
"""
