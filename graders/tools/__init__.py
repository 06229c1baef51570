"""Hold the tools beside grading, a package each: bench, mining, verifying, doctor.

Must not know: any one kata (what a kata has for a tool, the tool asks it for), and the command
line that calls it.
"""
