"""Review: what every move of a finished game was worth, exactly, and what would have been better.  Below the session."""
