"""Search: minimax and alpha-beta as a textbook writes them, and their compiled twins that record."""
