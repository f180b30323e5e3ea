"""A glance at how strong an agent is: its mistakes on a part of suite D, quick enough to look again and again while it learns."""

from __future__ import annotations

from c4.agents.specification import Specification
from c4.arena.figures import Share, wilson
from c4.arena.player import Player
from c4.arena.strength import opened

EVERY = 7
"""Every so-manieth position of the suite is played: 300 of 2,100, from all plies."""


def mistakes(agent: Specification, suite: str = "d", every: int = EVERY) -> Share:
    """The share (0 to 1, with its 95 % interval) of moves that give a better result away.  Raises C4Error when the agent cannot be loaded."""
    player, known = Player(agent), opened(suite)
    places = range(0, len(known), every)
    wrong = 0
    for place in places:
        player.new_game(place)
        classes = known.classes[place]
        wrong += bool(classes[player.column(known.positions[place])] < classes.max())
    return wilson(wrong, len(places))
