"""The settings of self-play that the n-tuple and the network learner share.  Plain Python."""

from __future__ import annotations

from typing import Any

from c4.learning.options import option


def opened_option() -> Any:
    """The share of games that begin with an opening, at first."""
    return option(
        0.5,
        "games with an opening",
        "Their share at first; many moves of an opening are random.",
        least=0,
        most=1,
        advanced=True,
    )


def opening_option() -> Any:
    """The most plies of an opening."""
    return option(
        16, "length of an opening", "The most plies of an opening.", least=0, most=64, unit="plies", advanced=True
    )


def stray_option() -> Any:
    """The share of random moves in an opening."""
    return option(0.5, "random moves in an opening", "Their share.", least=0, most=1, advanced=True)


def ply_cost_option() -> Any:
    """What a ply takes off the result."""
    return option(
        0.01,
        "cost of a ply",
        "How much every ply of a game takes off its result.",
        least=0,
        most=0.015,
        advanced=True,
    )
