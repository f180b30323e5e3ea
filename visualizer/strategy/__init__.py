"""Why perfect play wins: strategies and diagrams, walked through on a board."""
