"""Experiments with searches: plans, two plans compared, growth with depth."""
