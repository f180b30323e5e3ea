"""The library window: saved games, found, opened, imported and exported."""
