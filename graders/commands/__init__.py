"""The sub-commands of `kata`: a module here that binds `command` adds one, named after it.

A command parses options, calls a room below, prints and exits. Must not know: how any of it is
done.
"""
