"""The registry of learners, which play games and leave a model behind.

Importing this package imports no learner (they need numba).  A new learner is one line below, a file with a subclass of
`c4.learning.base.Learner`, and its options in `c4.learning.settings`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from c4.errors import C4Error
from c4.learning import settings
from c4.learning.settings import Option, RunOptions, Settings, options_of

if TYPE_CHECKING:
    from c4.learning.base import Learner


class Entry(NamedTuple):
    """A line of the registry: `label` for menus, a sentence `about` it, its class ("module:name"), its options, and
    whether it learns on boards that turn.
    """

    label: str
    about: str
    where: str
    settings: type[Settings]
    run_options: type[RunOptions]
    turning: bool = False


LEARNERS = {
    "windows": Entry(
        "Windows",
        "weighs nine features of the lines by Monte-Carlo self-play; its mistakes fall all the way",
        "c4.learning.windows:WindowsLearner",
        settings.WindowsSettings,
        settings.WindowsRun,
    ),
    "td-lambda": Entry(
        "TD-lambda",
        "weighs 87 features by TD(lambda), against minimax and against itself; its mistakes fall at once and later rise a"
        " little, while it beats minimax more often: it fits its opponents",
        "c4.learning.tdlambda:TDLambdaLearner",
        settings.TDLambdaSettings,
        settings.TDLambdaRun,
        turning=True,
    ),
    "sarsa": Entry(
        "Sarsa",
        "records the value of every column of every position it meets in a table; its curve stays level, because it hardly"
        " ever meets a position again",
        "c4.learning.sarsa:SarsaLearner",
        settings.SarsaSettings,
        settings.SarsaRun,
        turning=True,
    ),
    "ntuple": Entry(
        "N-tuple",
        "fills the tables of many small sets of cells by TD(lambda) self-play, and by endgames that are solved",
        "c4.learning.ntuple:NTupleLearner",
        settings.NTupleSettings,
        settings.NTupleRun,
    ),
    "network": Entry(
        "Network",
        "trains a small neural network by self-play, or by exact results",
        "c4.learning.network:NetworkLearner",
        settings.NetworkSettings,
        settings.NetworkRun,
    ),
    "patterns": Entry(
        "Patterns",
        "remembers patterns of discs and how the games went on",
        "c4.learning.patterns:PatternsLearner",
        settings.PatternsSettings,
        settings.PatternsRun,
    ),
}


def entry(name: str) -> Entry:
    """The registry's line of this name.  Raises C4Error for an unknown name."""
    if name not in LEARNERS:
        raise C4Error(f"unknown learner {name!r}: choose {', '.join(LEARNERS)}")
    return LEARNERS[name]


def load(name: str) -> type[Learner]:
    """The class of the learner of this name.  Raises C4Error for an unknown name."""
    module, _, cls = entry(name).where.partition(":")
    kind: type[Learner] = getattr(import_module(module), cls)
    return kind


def options(name: str) -> tuple[Option, ...]:
    """All options of a run of the learner of this name, those of its learning first."""
    one = entry(name)
    every = (*options_of(one.settings), *options_of(one.run_options))
    return tuple(option for option in every if one.turning or option.name not in ("turn_every", "turn_seed"))
