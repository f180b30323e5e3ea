"""SearchTree: what a search recorded, and all that is told from its rows alone.  Never starts a search."""
