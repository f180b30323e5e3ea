"""Review: the game on the board move by move, on a graph, in a list and in sentences."""
