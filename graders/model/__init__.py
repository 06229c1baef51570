"""The data that every room may import: plain frozen types, no I/O, no decisions.

Must not know: any other room, any one kata or language, and how something is run or shown.
"""
