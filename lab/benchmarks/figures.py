"""Measured figures, each beside its target."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

import click
import numpy as np


class Figure(NamedTuple):
    """A measured figure beside its target: at most so much, or with `least` at least so much."""

    topic: str
    what: str
    value: float
    unit: str
    target: float
    least: bool = False

    @property
    def holds(self) -> bool:
        """Whether it meets its target."""
        return self.value >= self.target if self.least else self.value <= self.target

    def __str__(self) -> str:
        target = f"{'>=' if self.least else '<='} {self.target:,g} {self.unit}"
        decimals = 2 if self.unit == "s" else 1
        value = f"{self.value:10,.{decimals}f} {self.unit:<4}"
        verdict = "holds" if self.holds else "MISSED"
        return f"{self.topic:<8} {self.what:<66} {value} {target:<14} {verdict}"


def print_figure(figure: Figure) -> bool:
    """Prints a figure.  Returns whether it meets its target."""
    click.echo(figure)
    sys.stdout.flush()
    return figure.holds


def late(times: Iterable[float]) -> float:
    """The 95th percentile."""
    return float(np.percentile(list(times), 95))


def middle(times: Iterable[float]) -> float:
    """The median."""
    return float(np.median(list(times)))
