"""Why perfect play wins: the window that walks through a strategy and draws its diagrams on the board."""
