"""The lab: what maintainers measure, mine and verify with, beside the grader.

Must not know: any one kata (what a kata has for a tool, the tool asks it for), and the command
line that calls it.
"""
