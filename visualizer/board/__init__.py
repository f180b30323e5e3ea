"""Playing: the board, the controls above it, the move list, and the state of the game in words."""
