"""Orders: what a training run is to do, and with which model; each learner has a subclass.  Plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from c4.game.rules import FIRST_LINE, SCORINGS, Rules
from c4.learning.options import BOARD, FILES, RUN, Checked, option, options_of
from c4.learning.teaching import ITSELF, taught

MAX_SEED = 2**64 - 1


def episodes_option(usual: int) -> Any:
    """The option for the number of games, with its usual value."""
    return option(usual, "games to play", "How many more games to play; 0 plays none.", least=0, group=RUN)


def import_option(help: str) -> Any:
    """The option for a file to begin with; `help` says of which program."""
    return option(None, "begin with", help, word="import", file="open", group=FILES, usual="nothing")


def export_option(help: str) -> Any:
    """The option for a file to write besides the model."""
    return option(None, "also write", help, file="save", group=FILES, usual="nothing")


def measure_option() -> Any:
    """The option for the games in which what was learned is measured."""
    return option(
        500,
        "measuring games",
        "Games per seat against random moves and minimax at the end of the run.",
        least=0,
        unit="games a seat",
        group=RUN,
        advanced=True,
    )


BOARD_NAMES = ("rows", "columns", "connect", "scoring", "turn_every", "turn_seed")


@dataclass(frozen=True)
class Order(Checked):
    """The options of every run.  `export`, `source`, `measure`, `teacher` and `labels` apply only if a learner declares
    them."""

    episodes: int = episodes_option(1000)
    teacher: str = ITSELF
    labels: str | None = None
    source: str | None = None
    export: str | None = None
    measure: int = 0
    seed: int | None = option(
        None,
        "seed",
        "Seed of a new model; the same seed gives the same model.",
        least=0,
        most=MAX_SEED,
        usual="a random one",
        group=RUN,
        advanced=True,
    )
    statistics: bool = option(
        False,
        "statistics",
        "Print a line of statistics every so many games, even with a progress bar.",
        group=RUN,
        typed=True,
    )
    model: str | None = option(None, "model file", "The file of the model.", usual="your own", file="save", group=FILES)
    fresh: bool = option(False, "start anew", "Replace an existing model file.", group=FILES)
    scoring: str | None = option(
        None,
        "what wins",
        "The first line, or at the end of the game the most lines.",
        choices=SCORINGS,
        usual=FIRST_LINE,
        group=BOARD,
        advanced=True,
        lasting=True,
    )
    rows: int | None = option(None, "rows", "Height of the board.", usual="6", group=BOARD, advanced=True, lasting=True)
    columns: int | None = option(
        None, "columns", "Width of the board.", usual="7", group=BOARD, advanced=True, lasting=True
    )
    connect: int | None = option(
        None, "line length", "Stones that make a line.", usual="4", group=BOARD, advanced=True, lasting=True
    )
    turn_every: int | None = option(
        None,
        "stones between turns",
        "A square board turns after every so many stones (docs/turning.md).",
        usual="it never turns",
        group=BOARD,
        advanced=True,
        lasting=True,
    )
    turn_seed: int | None = option(
        None,
        "seed of the turns",
        "It turns after each stone by chance instead, one time in so many.",
        usual="no chance",
        group=BOARD,
        advanced=True,
        lasting=True,
    )

    @property
    def rules(self) -> Rules | None:
        """The board asked for; None if none was given."""
        asked = {name: getattr(self, name) for name in BOARD_NAMES}
        given = {name: value for name, value in asked.items() if value is not None}
        return Rules(**given) if given else None

    def lasting(self) -> dict[str, Any]:
        """The other given options that are fixed when a model is made."""
        names = (one.name for one in options_of(type(self)) if one.lasting and one.name not in BOARD_NAMES)
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def taught(self) -> dict[str, Any]:
        """The labels to learn from, as an argument of a learner (see `c4.learning.teaching`).  Raises C4Error."""
        return taught(self.teacher, self.labels)

    def preset(self) -> dict[str, Any]:
        """Settings that replace the defaults."""
        return {}

    def exporting(self) -> dict[str, Any]:
        """The arguments of `Learner.export` besides the path."""
        return {}
