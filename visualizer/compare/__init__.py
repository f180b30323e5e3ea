"""Comparing two searches, measuring one, and listing where evaluators disagree."""
