"""SearchTree: the record of a search, and everything derived from its rows alone.  Never starts a search."""
