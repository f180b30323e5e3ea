"""The interval of a mean, and McNemar's test."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf, sqrt
from statistics import mean, stdev

QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""The 97.5 % quantiles of Student's t distribution with 1 to 10 degrees of freedom.  For more the normal quantile 1.96 is
corrected by the first terms of a series in 1 / freedom, which is at most 0.0021 away from the quantile.
"""


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values, and half the width of its 95 % interval by Student's t; infinite for one value."""
    freedom = len(values) - 1
    if not freedom:
        return values[0], inf
    quantile = QUANTILES[freedom - 1] if freedom <= len(QUANTILES) else 1.96 + 2.4 / freedom + 3 / freedom**2
    return mean(values), quantile * stdev(values) / sqrt(len(values))


def mcnemar(first: int, second: int) -> float:
    """McNemar's exact p for `first` and `second` pairs that differ in one way or the other.

    It is the two-sided binomial test: how likely so uneven a split is when both are alike.
    """
    total = first + second
    less = min(first, second)
    if first == second:
        return 1.0
    return float(2 * sum(comb(total, number) for number in range(less + 1)) / 2**total)
