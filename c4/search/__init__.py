"""Search: minimax and alpha-beta as a textbook writes them, their compiled twins that record, the tree they leave, and its story in words."""
