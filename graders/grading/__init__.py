"""Take a submission to its scorecard: recognise it, run it, judge it, replace void runs.

The one place that puts outcomes in words. Must not know: any one kata, how a sandbox works, and
in which format a scorecard is shown. Prints nothing.
"""
