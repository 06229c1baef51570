"""Grade submissions: load suites, run the submission apart, judge what came back, report."""
