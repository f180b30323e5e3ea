"""What is marked in the figure of a tree: the selection, the cuts that are explained, where a playback is."""

from __future__ import annotations

from typing import NamedTuple

from visualizer.state.tree.view import Key, Why


class Bound(NamedTuple):
    """A cut that is explained.

    cut     the node that was cut
    why     why it was cut
    title   what cut this is: "latest cut in sight", in a playback; "" for nothing else
    begin   what is written before why: "e.g. ", if it is an example
    is_tie  whether the two values are equal
    """

    cut: Key
    why: Why
    title: str = ""
    begin: str = ""
    is_tie: bool = False


class Annotations(NamedTuple):
    """What is marked.

    ringed          the node with the ring: the selected one, in a playback the current one; None for none
    ring_note       a word beside it; "" for none
    dashed_ring     whether the selected node is folded into the ringed one
    bounds          the cuts that are explained
    links           rows with the position of the selected one
    stars           rows with a bookmark, and whether the bookmark is of a row that is folded into it
    simulation      in a playback of simulations: the rows that the simulation passes through
    notes           in a playback: rows and what is said about them beside them
    to_come         in a playback: how many replies to a node it has not reached, in words, beside the last one that it has
    headlines       what is best, in words, the longest wording first
    pruned_in_all   how many replies were pruned, in words, the longest wording first
    """

    ringed: Key | None = None
    ring_note: str = ""
    dashed_ring: bool = False
    bounds: tuple[Bound, ...] = ()
    links: tuple[Key, ...] = ()
    stars: tuple[tuple[Key, bool], ...] = ()
    simulation: frozenset[Key] = frozenset()
    notes: tuple[tuple[Key, str], ...] = ()
    to_come: tuple[tuple[Key, str], ...] = ()
    headlines: tuple[str, ...] = ()
    pruned_in_all: tuple[str, ...] = ()


NOTHING_MARKED = Annotations()
