"""Hold the data that every room may import: plain frozen types, no I/O, no decisions."""
