"""Pages for people: each one file, in which text that somebody else wrote is never markup.

Python decides and hands small structs to a template; a template only lays out.
"""
