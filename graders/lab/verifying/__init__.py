"""Verify that the answer keys are proved and that the ladder separates on this machine."""
