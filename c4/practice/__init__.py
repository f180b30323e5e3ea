"""Exercises, small trees whose values, windows and cutoffs a student works out; and puzzles."""
