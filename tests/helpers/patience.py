"""How long tests wait for what must happen: never is later than any busy machine takes."""

LONG = 600
"""Seconds."""
