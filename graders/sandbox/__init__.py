"""Run one untrusted program under limits; knows no kata and nothing of what is asked."""
