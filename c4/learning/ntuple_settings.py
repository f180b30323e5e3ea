"""The settings of the n-tuple learner.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.rules import C4Error
from c4.learning import orders
from c4.learning.options import BOARD, Checked, option
from c4.learning.self_play import opened_option, opening_option, ply_cost_option, stray_option
from c4.learning.teaching import labels_option, teacher_option

MEMBERS = 20
"""How many sets of weights are averaged."""

MOST = 10**12


@dataclass(frozen=True)
class Settings(Checked):
    """How to learn.  Raises C4Error that names the setting and its range.

    alpha falls exponentially to alpha_end over the first `cooling` games.  Over the next `settling` games MEMBERS sets
    of weights are gathered, whose mean replaces the weights at the end (0: never).  `trace` is lambda.  A share
    `opened` of the games, `opened_end` after `cooling`, begins with an opening of 0 to `opening` plies in which moves
    are random with probability `stray`; all other moves are random with probability `epsilon`.  `beta` is that of
    TCL-EXP, 0 turns it off; every ply takes `ply_cost` off the reward.
    """

    alpha: float = option(0.002, "learning rate at first", "How far a game moves a weight.", least=1e-6, most=1)
    alpha_end: float = option(
        0.0003, "learning rate at the end", "The rate after the games of the first part.", least=1e-6, most=1
    )
    cooling: int = option(
        1_500_000, "games of the first part", "The learning rate falls over them.", least=1, most=MOST, unit="games"
    )
    settling: int = option(
        2_000_000,
        "games of the second part",
        "At their end the weights are replaced by their mean over these games; 0 turns this off.",
        least=0,
        most=MOST,
        unit="games",
    )
    trace: float = option(0.8, "trace decay (lambda)", "How far a result reaches back.", least=0, most=1, word="lambda")
    epsilon: float = option(0.1, "random moves", "Their share while it trains.", least=0, most=1)
    opened: float = opened_option()
    opened_end: float = option(
        0.25, "games with an opening at the end", "Their share after the first part.", least=0, most=1, advanced=True
    )
    opening: int = opening_option()
    stray: float = stray_option()
    beta: float = option(
        0.0,
        "TCL-EXP, beta",
        "A learning rate for every weight; 2.7 is usual, with a learning rate of 0.01 to 0.05. Slower; 0 is off.",
        least=0,
        most=10,
        word="tcl",
        advanced=True,
    )
    ply_cost: float = ply_cost_option()

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.settling < MEMBERS:
            raise C4Error(f"games of the second part: {self.settling} is not 0 or at least {MEMBERS}")

    def members(self, episodes: int) -> int:
        """How many sets of weights have been gathered after so many games, up to MEMBERS."""
        return min(MEMBERS, max(0, episodes - self.cooling) * MEMBERS // self.settling) if self.settling else 0

    def next_member(self, episodes: int) -> int:
        """The next number of games at which weights are gathered; if there is none, a number never reached."""
        member = self.members(episodes) + 1
        return self.cooling - (-member * self.settling // MEMBERS) if self.settling and member <= MEMBERS else 10**13


@dataclass(frozen=True)
class Order(orders.Order):
    source: str | None = orders.import_option("The tuples and weights of another n-tuple model.")
    episodes: int = orders.episodes_option(3_500_000)
    teacher: str = teacher_option()
    labels: str | None = labels_option()
    tuples: int | None = option(
        None,
        "tuples",
        "The number of tuples: sets of cells found by random walks over the board.",
        usual="150",
        group=BOARD,
        lasting=True,
        advanced=True,
    )
    length: int | None = option(
        None, "cells of a tuple", "How many cells each tuple has.", usual="8", group=BOARD, lasting=True, advanced=True
    )
