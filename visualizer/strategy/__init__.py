"""Why perfect play wins, and puzzles: strategies and diagrams on a board, and positions to solve."""
