"""Figures of merit with their uncertainty: shares, paired comparisons, Elo.  Plain Python; scipy is imported where a
distribution is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import mean
from typing import NamedTuple

Z95 = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""


BOOTSTRAPS = 10_000


def bootstrap(values: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """The 95 % interval of the mean of some values, by drawing them again and again (Efron, 1979)."""
    random = Random(seed)
    means = sorted(mean(random.choices(values, k=len(values))) for _ in range(BOOTSTRAPS))
    return means[round(0.025 * BOOTSTRAPS)], means[round(0.975 * BOOTSTRAPS) - 1]


class Share(NamedTuple):
    """A share of `total` with its 95 % confidence interval, all between 0 and 1; NaN if nothing was counted."""

    value: float
    low: float
    high: float


def wilson(number: float, total: int) -> Share:
    """The share number / total with Wilson's score interval (E. B. Wilson 1927); a draw may count as half."""
    if not total:
        return Share(float("nan"), float("nan"), float("nan"))
    share, spread = number / total, Z95 * Z95 / total
    middle = (share + spread / 2) / (1 + spread)
    reach = Z95 / (1 + spread) * sqrt(share * (1 - share) / total + spread / (4 * total))
    return Share(share, max(0.0, middle - reach), min(1.0, middle + reach))


class Tally(NamedTuple):
    """Games from one side's view: won, drawn, lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.drawn + self.lost

    @property
    def success(self) -> Share:
        """(won + drawn / 2) / games."""
        return wilson(self.won + self.drawn / 2, self.games)

    def plus(self, result: int) -> Tally:
        """The tally after one more game: 1 won, 0 drawn, -1 lost."""
        return Tally(self.won + (result > 0), self.drawn + (result == 0), self.lost + (result < 0))


def mcnemar(first: int, second: int) -> float:
    """McNemar's exact p for pairs of which `first` and `second` went one way only: how likely so uneven a split is
    when both are alike.
    """
    if first + second == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(first, first + second).pvalue)
