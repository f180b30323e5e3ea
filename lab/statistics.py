"""The bootstrap interval of a mean."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean

BOOTSTRAPS = 10_000


def bootstrap(values: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """The 95 % interval of the mean of some values, by drawing them again and again (Efron, 1979)."""
    random = Random(seed)
    means = sorted(mean(random.choices(values, k=len(values))) for _ in range(BOOTSTRAPS))
    return means[round(0.025 * BOOTSTRAPS)], means[round(0.975 * BOOTSTRAPS) - 1]
