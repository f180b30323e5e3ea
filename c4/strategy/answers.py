"""Plays by a strategy without searching, with the rule behind each move; shows strategies.  Imports the graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from c4.game.columns import format_columns
from c4.game.notation import format_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.strategy.diagram import LEGEND, RULES, Diagram, decide, decide_stones
from c4.strategy.graph import Strategy, canonical
from c4.strategy.threats import proof_of

OPENING = "opening"
"""The rule of a move given for one position."""

CLAIMEVEN = Diagram((0, 0, sum(1 << STANDARD.cell(row, column) for column in range(7) for row in (1, 3, 5)), 0, 0, 0))
"""What is played if a strategy has no answer: the even squares."""


class Answer(NamedTuple):
    """A column (from 0), its rule, a sentence about the rule, the diagram, if any, and whether the result is sure."""

    column: int
    rule: str
    words: str
    diagram: Diagram | None
    sure: bool


def answer(strategy: Strategy, position: Position) -> Answer:
    """What a strategy plays for the side to move.

    The position is looked up.  If it is missing, it lies below a leaf, which the moves of the game identify; if these
    are unknown, all diagrams are tried by playing them out.  If none wins, the even squares are played, and `sure` is
    False.
    """
    won = decide(position, CLAIMEVEN)
    if won is not None and won.rule == "win":
        return Answer(won.column, won.rule, RULES[won.rule], None, True)
    if position.to_move == strategy.owner:
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
    stones, side, found = [0, 0], 0, None
    for column in position.moves:
        own, other = stones[side], stones[1 - side]
        if side == strategy.owner:
            found = leaf_of(strategy, own, other) or found
            if found is not None:
                move = decide_stones(own, other, found)
                if move is None or move.column != column:
                    found = None
        stones[side] |= (own | other) + STANDARD.bottom & STANDARD.column_mask(column)
        side = 1 - side
    return found


def _by_trial(strategy: Strategy, position: Position) -> Diagram | None:
    """A diagram of the strategy, or its mirror image, that wins from here against every reply."""
    from c4.strategy.trial import first_that_holds

    return first_that_holds(strategy, position)


# -- showing ----------------------------------------------------------------------------------------------------------


def show(strategy: Strategy) -> dict[str, object]:
    """A whole strategy for JSON: `root`, `owner`, `result`, `legend`, `counts` and `nodes`; columns from 1.

    Every node has `moves` that lead to it (from the root, if that was given by its stones), and either `move`,
    `replies`, `diagram` with `equal` (which of two squares equally near to the middle comes first), or `proof`: "win at
    once", with its `move`.  A diagram whose win needs no search has a `proof` too: "odd threat", "follow-up", or "two
    threats" (see `c4.strategy.threats`).  Mirror images and transpositions share a node.
    """
    positions, leaves = strategy.counts()
    return {
        "root": format_position(strategy.root),
        "owner": "first" if strategy.owner == 0 else "second",
        "result": strategy.result,
        "positions": positions,
        "leaves": leaves,
        "legend": LEGEND,
        "nodes": list(nodes(strategy)),
    }


def nodes(strategy: Strategy) -> Iterator[dict[str, object]]:
    """The nodes of `show`, depth first."""
    root = Position(strategy.root.stones, strategy.root.to_move, moves=strategy.root.moves or ())
    waiting, seen = [root], {canonical(root.mine, root.theirs)}
    while waiting:
        position = waiting.pop()
        node: dict[str, object] = {"moves": format_columns(position.moves or ())}
        columns = list(position.legal_columns())
        if position.to_move == strategy.owner:
            found = answer(strategy, position)
            if found.rule == "win":
                yield {**node, "move": found.column + 1, "proof": "win at once"}
                continue
            if found.diagram is not None:
                equal = "right first" if found.diagram.right else "left first"
                node |= {"diagram": found.diagram.rows(position), "equal": equal}
                proof = proof_of(position)
                yield node if proof is None else {**node, "proof": proof[1]}
                continue
            columns = [found.column]
            yield {**node, "move": found.column + 1}
        else:
            yield {**node, "replies": [column + 1 for column in columns]}
        for column in reversed(columns):
            child = position.play(column)
            stones = canonical(child.mine, child.theirs)
            if child.outcome() is None and stones not in seen:
                seen.add(stones)
                waiting.append(child)
