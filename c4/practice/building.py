"""A tree of one's own, built step by step: replies come and go, leaves get values.  Plain Python.

A node is named by its path, the numbers of the replies that lead to it; every step returns a new tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from c4.game.rules import C4Error
from c4.practice.madeup import Made, parse, written

Path = tuple[int, ...]


def with_reply(root: Made, path: Path) -> Made:
    """A node gets one more reply, a leaf of value 0; a leaf gets two, of which the first has its value.

    Raises C4Error if there would be too many leaves.
    """

    def grow(node: Made) -> Made:
        below = 1 - node.to_move
        first = node.children or (Made(below, value=node.value),)
        return replace(node, children=(*first, Made(below)), value=0)

    return _checked(_changed(root, path, grow))


def without(root: Made, path: Path) -> Made:
    """A node and all below it goes; where it was the only reply, its parent becomes a leaf of value 0.

    Raises C4Error for the root and for its last reply.
    """
    if not path or (len(path) == 1 and len(root.children) == 1):
        raise C4Error("a tree keeps its root and one reply")

    def shrink(node: Made) -> Made:
        return replace(node, children=node.children[: path[-1]] + node.children[path[-1] + 1 :])

    return _checked(_changed(root, path[:-1], shrink))


def with_value(root: Made, path: Path, text: str) -> Made:
    """A leaf gets the value that was typed.  Raises C4Error if that is no whole number."""
    try:
        value = int(text.strip().replace("−", "-"))
    except ValueError:
        raise C4Error(f"the value of a leaf is a whole number, not {text.strip()!r}") from None
    return _checked(_changed(root, path, lambda leaf: replace(leaf, value=value)))


def _changed(node: Made, path: Path, change: Callable[[Made], Made]) -> Made:
    """The tree with another node at a path."""
    if not path:
        return change(node)
    at = path[0]
    below = _changed(node.children[at], path[1:], change)
    return replace(node, children=(*node.children[:at], below, *node.children[at + 1 :]))


def _checked(root: Made) -> Made:
    """The same tree as its text gives it: labelled, and refused where a typed one is."""
    return parse(written(root), root.to_move == 0)
