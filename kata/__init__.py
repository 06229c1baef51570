"""What a candidate sees and may import: the board, the problems, the starters.

Must not know: anything else of the project, least of all the grader and the answers.
"""
