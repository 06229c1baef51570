"""Programs that guess: what a suite must not pay for.

Each file is a submission, standing on its own: it imports `kata.board` and the standard library.
None proves more than it says in `expected.yaml`, its sight; whatever else it answers rightly, it
guessed. `kata verify` holds the shipped suites against the weak ones and publishes what all of
them get; `kata mine` turns down what one half of the weak ones guesses, and says what the other
half and the strong ones answer.

Must not know: the grader, the lessons, the answers.
"""
