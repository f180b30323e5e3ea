"""The settings of the patterns learner.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass

from c4.evaluators import EVALUATORS
from c4.learning import orders
from c4.learning.options import Checked, option

SELF = "self"


@dataclass(frozen=True)
class Settings(Checked):
    """The opponent: SELF, or an agent by name, looking `depth` plies ahead with `evaluator` unless its name says more.

    Raises C4Error naming the setting; that there is such an agent is checked where it is made.
    """

    opponent: str = option("novice", "opponent", f"Whom it plays against: an agent, or itself ({SELF}).", agent=True)
    depth: int = option(3, "opponent's depth", "How far the opponent looks ahead.", least=1, unit="plies")
    evaluator: str = option("v2", "opponent's evaluator", "The evaluator of the opponent.", choices=tuple(EVALUATORS))


@dataclass(frozen=True)
class Order(orders.Order):
    episodes: int = orders.episodes_option(200)
    source: str | None = orders.import_option("A memory of reference system 2 (ConnectFourPatterns.xml).")
    export: str | None = orders.export_option("The memory as ConnectFourPatterns.xml.")
