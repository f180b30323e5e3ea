"""Games kept: records with headers and variations, files of games, a library in SQLite.  Imports the game."""
