"""Review: what every move of a game was worth, exactly, and what would have been better."""
