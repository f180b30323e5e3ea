"""The settings of the sarsa learner.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from c4.learning import orders
from c4.learning.options import BOARD, FILES, RUN, Checked, option

OPPONENTS = ("trainer", "random", "self")
STARTERS = ("alternate", "learner", "opponent")
"""The opponents, and who begins, in the order of the constants in `c4.learning.sarsa_kernels`."""

AUTHOR = {"epsilon": 0.4, "reward_draw": -10.0, "full_columns": True, "starts": "learner"}
"""The settings of the author's notebook where they differ from ours (R1-2 to R1-8)."""


def reward(usual: float, title: str, help: str) -> Any:
    """An option for a reward, in points."""
    return option(usual, title, help, least=-1000, most=1000, advanced=True)


@dataclass(frozen=True)
class Settings(Checked):
    """How to learn.  Raises C4Error that names the setting and its range.

    alpha, gamma, epsilon    learning rate, discount per move, share of random moves (R1-4)
    epsilon_end, _games      the share falls linearly to this over so many games; None: it stays
    reward_...               for every move, for a draw, loss and win, for choosing a full column (R1-3)
    full_columns             whether a full column may be chosen: it learns from that and chooses again (R1-6, R1-7)
    opponent                 "trainer" (R1-8), "random", or "self": both sides learn
    starts                   who begins: "alternate", "learner" (R1-2) or "opponent"
    """

    alpha: float = option(0.1, "learning rate", "How far a value moves towards each target.", least=0, most=1)
    gamma: float = option(1.0, "discount", "What a later value is multiplied by for every move to it.", least=0, most=1)
    epsilon: float = option(
        0.4, "random moves", "Their share in training; at first, if an end is given below.", least=0, most=1
    )
    epsilon_end: float | None = option(
        None,
        "random moves at the end",
        "The share to which they fall linearly.",
        least=0,
        most=1,
        usual="the same",
    )
    epsilon_games: int = option(
        1_000_000, "random moves fall over", "Games until they reach it.", least=1, unit="games", advanced=True
    )
    reward_step: float = reward(0.0, "reward for a move", "For every move that does not end the game.")
    reward_draw: float = reward(0.0, "reward for a draw", "The author's is -10.")
    reward_lose: float = reward(-100.0, "reward for a loss", "For a lost game.")
    reward_win: float = reward(100.0, "reward for a win", "For a won game.")
    reward_invalid: float = reward(-2.0, "reward for a full column", "For choosing a column that is full.")
    full_columns: bool = option(
        False, "full columns", "It may choose full columns and must learn not to.", opposite="legal-columns"
    )
    opponent: str = option("trainer", "opponent", "Whom it plays against.", choices=OPPONENTS)
    starts: str = option("alternate", "who begins", "The learner, its opponent, or each in turn.", choices=STARTERS)


@dataclass(frozen=True)
class Order(orders.Order):
    episodes: int = orders.episodes_option(100_000)
    author: bool = option(
        False,
        "as its author",
        "The author's settings, unless others are given: full columns, the learner begins, a draw costs 10.",
        group=RUN,
    )
    source: str | None = orders.import_option("A table of reference system 1 (ActionQ.json).")
    export: str | None = orders.export_option("The table as ActionQ.json.")
    width: str = option(
        "64",
        "bits of the exported keys",
        "The width of the numbers hashed on its author's machine: 64, on Windows 32.",
        choices=("64", "32", "8"),
        group=FILES,
        advanced=True,
    )
    mirrored: bool | None = option(
        None,
        "mirrored",
        "Mirror images share an entry.",
        opposite="not-mirrored",
        usual="no",
        group=BOARD,
        lasting=True,
        advanced=True,
    )

    def preset(self) -> dict[str, Any]:
        return dict(AUTHOR) if self.author else {}

    def exporting(self) -> dict[str, Any]:
        return {"width": int(self.width)}
