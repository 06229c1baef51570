"""Hold the ladder of reference solutions, one lesson a file, and the prover built on the last."""
