"""Attacks on the program that find what nobody has thought of: `python -m benchmarks.trust --minutes N`."""
