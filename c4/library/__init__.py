"""Saved games: records with headers and variations, files of games, and a library in SQLite."""
