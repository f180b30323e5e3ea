"""Learners: they play against themselves and leave a model behind.  One file a learner; this is their registry.

Importing this package imports no learner (they need numba).  A new learner is one file with a class that offers what
`c4.learning.loop.Learner` says, one line below, and its options in a file of its name in `c4/cli/train/`.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from c4.game.rules import C4Error


class Entry(NamedTuple):
    """A line of the registry: `label` for menus, one sentence `about` it, and the class as "module:name"."""

    label: str
    about: str
    where: str


LEARNERS = {
    "windows": Entry(
        "Windows", "weighs nine features of the lines by Monte-Carlo self-play", "c4.learning.windows:WindowsLearner"
    ),
    "td-lambda": Entry(
        "TD-lambda",
        "weighs 87 features by TD(lambda), against minimax and against itself",
        "c4.learning.tdlambda:TDLambdaLearner",
    ),
    "sarsa": Entry(
        "Sarsa",
        "keeps the value of every column of every position it meets in a table",
        "c4.learning.sarsa:SarsaLearner",
    ),
    "ntuple": Entry(
        "N-tuple",
        "fills the tables of many small sets of cells by TD(lambda) self-play",
        "c4.learning.ntuple:NTupleLearner",
    ),
    "patterns": Entry(
        "Patterns", "remembers patterns of stones and how the games went on", "c4.learning.patterns:PatternsLearner"
    ),
}


def load(name: str) -> type:
    """The class of the learner of that name.  Raises C4Error for an unknown name."""
    if name not in LEARNERS:
        raise C4Error(f"unknown learner {name!r}: choose {', '.join(LEARNERS)}")
    module, _, cls = LEARNERS[name].where.partition(":")
    return getattr(import_module(module), cls)
