"""Keep what a candidate comes back to: past runs, hints, a case at hand, a watched file, a studio.

Must not know: how a submission is contained or judged, what any kata is about, options and exit
codes.
"""
