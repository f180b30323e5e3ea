"""`python -m lab measure sweep`: trains many models, settings times seeds, and measures them (see `plan`)."""
