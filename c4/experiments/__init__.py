"""Searches as a person orders them: plans, two of them compared, growth with depth."""
