"""Examine this machine: whether an untrusted file is contained, and timed fairly."""
