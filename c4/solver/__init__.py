"""The solver: exact values of any position."""
