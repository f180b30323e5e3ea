"""Comparing two searches, measuring one, and matches."""
