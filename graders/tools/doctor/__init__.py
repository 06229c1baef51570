"""Examine this machine: what is contained when a stranger's file runs, and are its times fair."""
