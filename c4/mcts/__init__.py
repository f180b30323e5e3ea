"""Monte-Carlo tree search as a textbook writes it, and its compiled twin that records."""
