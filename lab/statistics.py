"""The bootstrap interval of a mean, and McNemar's test."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from statistics import mean

BOOTSTRAPS = 10_000


def bootstrap(values: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """The 95 % interval of the mean of some values, by drawing them again and again (Efron, 1979)."""
    random = Random(seed)
    means = sorted(mean(random.choices(values, k=len(values))) for _ in range(BOOTSTRAPS))
    return means[round(0.025 * BOOTSTRAPS)], means[round(0.975 * BOOTSTRAPS) - 1]


def mcnemar(first: int, second: int) -> float:
    """McNemar's exact p for `first` and `second` pairs that differ in one way or the other.

    It is the two-sided binomial test: how likely so uneven a split is when both are alike.
    """
    total, less = first + second, min(first, second)
    if first == second:
        return 1.0
    return float(2 * sum(comb(total, number) for number in range(less + 1)) / 2**total)
