"""Hold the ladder of reference solutions, one lesson a file, and the exact prover above it."""
