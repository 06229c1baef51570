"""Measure the ladder, the grader itself and the fairness of its times, and print tables."""
