"""Programs that guess: what a suite must not pay for.

Each file is a submission, standing on its own: it imports `kata.board` and the standard library.
None proves more than it says in `expected.yaml`, its sight; whatever else it answers rightly, it
guessed. `kata verify` holds the shipped suites against all of them, and `kata mine` turns down
the positions that they guess.

Must not know: the grader, the lessons, the answers.
"""
