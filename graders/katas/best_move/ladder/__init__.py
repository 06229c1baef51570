"""Compare the reference solutions: nodes, times, and what each of them finds."""
