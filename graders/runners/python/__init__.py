"""Run a submission written in Python."""
