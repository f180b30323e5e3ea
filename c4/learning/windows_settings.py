"""The settings of the windows learner.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.rules import C4Error
from c4.learning import orders
from c4.learning.options import Checked, option
from c4.learning.teaching import labels_option, teacher_option


@dataclass(frozen=True)
class Settings(Checked):
    """How to learn; the defaults are the author's (R3-1, R3-13).  Raises C4Error naming the setting and its range."""

    alpha: float = option(0.01, "learning rate", "How far the weights move towards each target.", least=0, most=1)
    gamma: float = option(0.98, "discount", "What a result is multiplied by for every move to it.", least=0, most=1)
    eps_start: float = option(1.0, "random moves at first", "Their share in the first game.", least=0, most=1)
    eps_end: float = option(0.05, "random moves at least", "The share never falls below this.", least=0, most=1)
    eps_decay: float = option(
        0.999, "random moves kept", "What their share is multiplied by after every game.", least=0, most=1
    )
    n_steps: int = option(
        0,
        "moves to the target",
        "Learn from the value so many moves later: 1 is TD(0), 0 the end of the game.",
        least=0,
        advanced=True,
    )
    temperature: float = option(
        0.0, "temperature", "Draw moves with odds of exp(V / temperature); 0 plays the best.", least=0, advanced=True
    )
    mirror: bool = option(
        False, "mirror images", "Learn each game twice, the second time mirrored.", opposite="no-mirror", advanced=True
    )
    snapshots: int = option(
        0, "older selves", "Play every other game against one of this many earlier versions.", least=0, advanced=True
    )
    snapshot_every: int = option(
        500, "older selves, every", "Games between two of them.", least=1, unit="games", advanced=True
    )
    train_depth: int = option(
        0,
        "search depth",
        "Choose moves by alpha-beta of this depth; 0 does not search.",
        least=0,
        unit="plies",
        advanced=True,
    )
    train_time_ms: float = option(
        0.0,
        "search time",
        "Choose moves by the engine in this time; the same seed then gives another model.",
        least=0,
        unit="ms per move",
        advanced=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.eps_end > self.eps_start:
            raise C4Error(
                f"random moves at least ({self.eps_end:g}) must not be above random moves at first ({self.eps_start:g})"
            )
        if self.snapshots and (self.train_depth or self.train_time_ms):
            raise C4Error("older selves play without search: choose them, or a search depth or time, not both")


@dataclass(frozen=True)
class Order(orders.Order):
    episodes: int = orders.episodes_option(20_000)
    teacher: str = teacher_option()
    labels: str | None = labels_option()
    measure: int = orders.measure_option()
    source: str | None = orders.import_option("A model.json of reference system 3.")
    export: str | None = orders.export_option("The nine weights as model.json of reference system 3.")
