"""Take a submission to its scorecard: recognise, run, judge, doubt; prints nothing."""
