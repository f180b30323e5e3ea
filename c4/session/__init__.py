"""One game between two seats: its moves, its settings, its threads, and what happened."""
