"""Learners: they play games and leave a model behind.  One file per learner; this is their registry.

Importing this package imports no learner (they need numba).  A new learner is one line below, one file with a
subclass of `c4.learning.base.Learner`, and its options, in the same file or in one that imports nothing heavy: the
dataclasses Settings (how it learns) and Order (what a run does), which commands and window read.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from c4.game.rules import C4Error
from c4.learning.base import Learner
from c4.learning.options import Checked, Option, options_of
from c4.learning.orders import Order


class Entry(NamedTuple):
    """A line of the registry: `label` for menus, a sentence `about` it, its class ("module:name"), its options."""

    label: str
    about: str
    where: str
    settings: str


LEARNERS = {
    "windows": Entry(
        "Windows",
        "weighs nine features of the lines by Monte-Carlo self-play",
        "c4.learning.windows:WindowsLearner",
        "c4.learning.windows_settings",
    ),
    "td-lambda": Entry(
        "TD-lambda",
        "weighs 87 features by TD(lambda), against minimax and against itself",
        "c4.learning.tdlambda:TDLambdaLearner",
        "c4.learning.tdlambda_settings",
    ),
    "sarsa": Entry(
        "Sarsa",
        "keeps the value of every column of every position it meets in a table",
        "c4.learning.sarsa:SarsaLearner",
        "c4.learning.sarsa_settings",
    ),
    "ntuple": Entry(
        "N-tuple",
        "fills the tables of many small sets of cells by TD(lambda) self-play",
        "c4.learning.ntuple:NTupleLearner",
        "c4.learning.ntuple_settings",
    ),
    "network": Entry(
        "Network",
        "trains a small neural network by self-play, or by exact results",
        "c4.learning.network:NetworkLearner",
        "c4.learning.network_settings",
    ),
    "patterns": Entry(
        "Patterns",
        "remembers patterns of stones and how the games went on",
        "c4.learning.patterns:PatternsLearner",
        "c4.learning.patterns_settings",
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
    found: type[Learner] = getattr(import_module(module), cls)
    return found


def forms(name: str) -> tuple[type[Order], type[Checked]]:
    """(Order, Settings) of the learner of this name; loads nothing heavy.  Raises C4Error for an unknown name."""
    module = import_module(entry(name).settings)
    return module.Order, module.Settings


def options(name: str) -> tuple[Option, ...]:
    """All options of a run of the learner of this name, those of its learning first."""
    order, settings = forms(name)
    return (*options_of(settings), *options_of(order))
