"""Run a program of any kind beside the grader, and ask it in lines of JSON."""
