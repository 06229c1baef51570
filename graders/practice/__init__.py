"""Keep what a candidate comes back to: past runs, hints taken, one case at hand, a file watched.

Must not know: how a submission is contained or judged, what any kata is about, options and exit
codes.
"""
