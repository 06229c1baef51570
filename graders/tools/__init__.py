"""Hold the tools beside grading, a package each: bench, mining, verifying, doctor."""
