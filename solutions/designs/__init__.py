"""Hold designs of the whole game in different styles, each of them right.

They show that the kata `game_design` grades what a design does and not how it is written: none was
changed for the grader. Their verdicts are declared in `expected.yaml`.
"""
