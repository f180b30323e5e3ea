"""The truth: exact values from the book or the solver, the book itself, and trees of exact values."""
