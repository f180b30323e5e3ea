"""Random attacks on the program: `python -m lab attack all --minutes N`."""
