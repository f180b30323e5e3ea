"""Plays by a strategy without searching, with the rule behind each move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.strategy.diagram import CLAIMEVEN, RULES, Diagram, decide, decide_stones
from c4.strategy.strategies import WIN, Strategy, canonical

OPENING = "opening"
"""The rule of a move given for one position."""


class Answer(NamedTuple):
    """A column (from 0), its rule, a sentence about the rule, the diagram, if any, and whether the result is sure."""

    column: int
    rule: str
    words: str
    diagram: Diagram | None
    sure: bool


def answer(strategies: Iterable[Strategy], position: Position) -> Answer:
    """What the first of the strategies that knows the position plays for the side to move.

    The position is looked up.  If it is missing, it lies below a leaf, which the moves of the game identify; if these
    are unknown, all diagrams are tried by playing them out.  If none wins, the even squares are played, and `sure` is
    False.
    """
    won = decide(position, CLAIMEVEN)
    if won is not None and won.rule == "win":
        return Answer(won.column, won.rule, RULES[won.rule], None, True)
    for strategy in strategies:
        if position.to_move != strategy.owner:
            continue
        cell = _move(strategy, position)
        if cell is not None:
            return Answer(cell, OPENING, "The strategy names this move for this position.", None, True)
        diagram = (
            leaf_of(strategy, position.mine, position.theirs)
            or _from_history(strategy, position)
            or _by_trial(strategy, position)
        )
        if diagram is not None:
            move = decide(position, diagram)
            if move is not None:
                return Answer(move.column, move.rule, RULES[move.rule], diagram, True)
    column = won.column if won is not None else position.legal_columns()[0]
    rule = won.rule if won is not None else "."
    return Answer(column, rule, f"The strategy does not know this position. {RULES[rule]}", None, False)


def _move(strategy: Strategy, position: Position) -> int | None:
    stones = canonical(position.mine, position.theirs)
    cell = strategy.moves.get(stones)
    if cell is None:
        return None
    column = (cell.bit_length() - 1) // STANDARD.stride
    return column if stones == (position.mine, position.theirs) else STANDARD.columns - 1 - column


def leaf_of(strategy: Strategy, own: int, other: int) -> Diagram | None:
    """The diagram with which a strategy answers a position, the owner to move; None where it has none."""
    stones = canonical(own, other)
    if stones not in strategy.leaves:
        return None
    diagram = strategy.diagram(stones)
    return diagram if stones == (own, other) else diagram.mirror()


def _from_history(strategy: Strategy, position: Position) -> Diagram | None:
    """The diagram of the last leaf in the game, if all moves of the owner since then follow it."""
    if position.moves is None:
        return None
    stones, side, diagram = [0, 0], 0, None
    for column in position.moves:
        own, other = stones[side], stones[1 - side]
        if side == strategy.owner:
            diagram = leaf_of(strategy, own, other) or diagram
            if diagram is not None:
                move = decide_stones(own, other, diagram)
                if move is None or move.column != column:
                    diagram = None
        stones[side] |= (own | other) + STANDARD.bottom & STANDARD.column_mask(column)
        side = 1 - side
    return diagram


def _by_trial(strategy: Strategy, position: Position) -> Diagram | None:
    """A diagram of the strategy, or its mirror image, that reaches its result from here against every reply."""
    from c4.strategy.diagram_search import first_that_holds

    diagrams = np.array([diagram.cells for diagram in strategy.diagrams], np.uint64).reshape(-1, 6)
    match = first_that_holds(diagrams, position.mine, position.theirs, strategy.result != WIN)
    if match is None:
        return None
    place, mirrored = match
    return strategy.diagrams[place].mirror() if mirrored else strategy.diagrams[place]
