"""Run one untrusted program under limits: start it, talk to it, measure it, end it.

The only room that starts processes. Must not know: katas, languages, the messages that pass over
the pipes, and verdicts. It reports which limit was broken, with the numbers, as data.
"""
