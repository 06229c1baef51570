"""Measure what a batch costs beside the grading itself; `docs/scale.md` holds what came out."""
