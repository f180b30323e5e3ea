"""Practice: puzzles on the board, and exercises in which you work out values, windows and cutoffs of a small tree."""
