"""Hold what a candidate sees and may import: the board, the problems, the starters."""
