"""The settings of the network learner.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass

from c4.learning import orders
from c4.learning.options import BOARD, Checked, option
from c4.learning.self_play import opened_option, opening_option, ply_cost_option, stray_option
from c4.learning.teaching import labels_option, teacher_option

MOST = 10**12


@dataclass(frozen=True)
class Settings(Checked):
    """How to learn.  Raises C4Error that names the setting and its range.

    alpha falls exponentially to alpha_end over the first `cooling` episodes; a step of Adam is made after every `batch`
    positions.  The others are about self-play, as in the n-tuple learner: `trace` is lambda; a share `opened` of the
    games, `opened_end` after `cooling`, begins with an opening of 0 to `opening` plies in which moves are random with
    probability `stray`; all other moves are random with probability `epsilon`; every ply takes `ply_cost` off the
    reward.
    """

    alpha: float = option(0.002, "learning rate at first", "How far a step moves a weight.", least=1e-7, most=1)
    alpha_end: float = option(0.0001, "learning rate at the end", "The rate when it has fallen.", least=1e-7, most=1)
    cooling: int = option(
        3_000_000, "games until it has fallen", "The learning rate falls over them.", least=1, most=MOST, unit="games"
    )
    batch: int = option(
        256, "positions of a step", "The weights change after so many positions.", least=1, most=1 << 20, advanced=True
    )
    trace: float = option(0.8, "trace decay (lambda)", "How far a result reaches back.", least=0, most=1, word="lambda")
    epsilon: float = option(0.1, "random moves", "Their share while it plays itself.", least=0, most=1)
    opened: float = opened_option()
    opened_end: float = option(
        0.25,
        "games with an opening at the end",
        "Their share when the rate has fallen.",
        least=0,
        most=1,
        advanced=True,
    )
    opening: int = opening_option()
    stray: float = stray_option()
    ply_cost: float = ply_cost_option()


@dataclass(frozen=True)
class Order(orders.Order):
    episodes: int = orders.episodes_option(3_000_000)
    teacher: str = teacher_option()
    labels: str | None = labels_option()
    units: int | None = option(
        None,
        "hidden units",
        "How many units the hidden layer has.",
        least=1,
        most=512,
        usual="128",
        group=BOARD,
        lasting=True,
    )
