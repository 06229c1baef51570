"""A local page beside one's editor: work on a file, play against it, or rehearse an interview.

Must not know: how a submission is contained or judged, what any kata is about, options and exit
codes.
"""
