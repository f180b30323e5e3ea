"""The settings of the td-lambda learner.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.rules import C4Error
from c4.learning import orders
from c4.learning.options import Checked, option
from c4.learning.teaching import labels_option, teacher_option


@dataclass(frozen=True)
class Settings(Checked):
    """How to learn; the defaults are the author's (R0-4, R0-9).  Raises C4Error that names the setting and its range.

    The share of random moves falls linearly from 1 and reaches `eps_end` after `eps_episodes` episodes, by the author
    100,000 / 20.  `tactics` says whether all rules of R0-5 come before the value in training and measuring, or only the
    one that takes a win.
    """

    alpha: float = option(
        0.03, "learning rate", "How far the weights move; an update that would overshoot is shortened.", least=0, most=1
    )
    gamma: float = option(0.9, "discount", "What a later value is multiplied by for every move to it.", least=0, most=1)
    lambda_: float = option(
        0.8,
        "trace decay (lambda)",
        "How much of the traces of earlier moves is kept from move to move.",
        least=0,
        most=1,
    )
    eps_end: float = option(0.05, "random moves at the end", "The share to which they fall, from 1.", least=0, most=1)
    eps_episodes: int = option(5000, "random moves fall over", "Games until they reach it.", least=1, unit="games")
    tactics: bool = option(
        True, "tactics", "Block, and stop open twos, before choosing by value.", opposite="no-tactics"
    )
    opponent_depth: int = option(
        3,
        "opponent's depth",
        "Plies that minimax looks ahead, its opponent in every other game and in measurements.",
        least=1,
        most=12,
        unit="plies",
        advanced=True,
    )
    checkpoint_games: int = option(
        50,
        "games of a measurement",
        "Every 500 games it plays this many from each seat against minimax, and the best model is kept.",
        least=1,
        most=100_000,
        unit="games a seat",
        advanced=True,
    )


@dataclass(frozen=True)
class Order(orders.Order):
    episodes: int = orders.episodes_option(100_000)
    teacher: str = teacher_option()
    labels: str | None = labels_option()
    measure: int = orders.measure_option()
    source: str | None = orders.import_option("The 87 weights of a .npy file of reference system 0.")
    export: str | None = orders.export_option("The best weights so far as a .npy file of reference system 0.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.model is not None and self.model.endswith(".npy"):
            raise C4Error(
                f"{self.model} can hold weights only, not how they were trained: name a .json file, and use --import or"
                " --export"
                " for the .npy file"
            )
