"""Review: a finished or running game judged move by move, on a graph, in a list, and in sentences."""
