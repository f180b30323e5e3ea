"""The engine: the strong search, as deep as the time allows."""
