"""Why perfect play wins: threats, diagrams, and whole strategies that are played without calculating."""
