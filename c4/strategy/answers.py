"""Plays by a strategy without searching, with the rule behind each move; and walks through one, you choosing the replies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.game.columns import full_column
from c4.game.position import Position
from c4.game.rules import STANDARD, Outcome
from c4.strategy.diagram import CLAIMEVEN, LEGEND, MARKS, NO_MARK, RULES, Diagram, Move, decide, decide_stones
from c4.strategy.strategies import WIN, Strategy, canonical

OPENING = "opening"
"""The rule of a move given for one position."""


class Answer(NamedTuple):
    """A move of a strategy.

    column   from 0
    rule     that decided: OPENING, or one of `RULES` in `c4.strategy.diagram`
    words    a sentence about the rule
    diagram  that was followed, if one was
    sure     whether the strategy reaches its result
    """

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
    even = decide(position, CLAIMEVEN)
    if even is not None and even.rule == "win":
        return Answer(even.column, even.rule, RULES[even.rule], None, True)
    for strategy in strategies:
        if position.to_move != strategy.owner:
            continue
        column = _move(strategy, position)
        if column is not None:
            return Answer(column, OPENING, "Known move: nothing else wins here.", None, True)
        diagram = (
            leaf_of(strategy, position.mine, position.theirs)
            or _from_history(strategy, position)
            or _by_trial(strategy, position)
        )
        if diagram is not None:
            move = decide(position, diagram)
            if move is not None:
                return Answer(move.column, move.rule, RULES[move.rule], diagram, True)
    if even is None:
        even = Move(position.legal_columns()[0], NO_MARK)
    return Answer(even.column, even.rule, f"The strategy does not know this position. {RULES[even.rule]}", None, False)


def _move(strategy: Strategy, position: Position) -> int | None:
    """The column that a strategy plays in a position that it answers with a move."""
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
    stones = [0, 0]
    side = 0
    diagram = None
    for column in position.moves:
        own = stones[side]
        other = stones[1 - side]
        if side == strategy.owner:
            diagram = leaf_of(strategy, own, other) or diagram
            if diagram is not None:
                move = decide_stones(own, other, diagram)
                if move is None or move.column != column:
                    diagram = None
        stones[side] |= ((own | other) + STANDARD.bottom) & STANDARD.column_mask(column)
        side = 1 - side
    return diagram


def _by_trial(strategy: Strategy, position: Position) -> Diagram | None:
    """A diagram of the strategy, or its mirror image, that reaches its result from here against every reply."""
    from c4.strategy.diagram_search import first_that_holds

    diagrams = np.array([diagram.cells for diagram in strategy.diagrams], np.uint64).reshape(-1, len(MARKS))
    match = first_that_holds(diagrams, position.mine, position.theirs, strategy.result != WIN)
    if match is None:
        return None
    place, mirrored = match
    return strategy.diagrams[place].mirror() if mirrored else strategy.diagrams[place]


# -- walking ----------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A move of a walk: its column (from 0), and why the strategy plays it; None for a reply of the other side."""

    column: int
    answer: Answer | None


class Walk:
    """A line of play through a strategy, from its root.

    After each move it is the other side's turn, or the game is over: the strategy answers at once.
    """

    def __init__(self, strategy: Strategy, root: Position | None = None) -> None:
        """`root` may be the mirror image of the strategy's."""
        self.strategy = strategy
        self.steps: list[Step] = []
        self.root = root or strategy.root
        start = self.root
        if start.moves is None:  # how the game came there is unknown; from here on it is known
            start = Position(start.stones, start.to_move, moves=())
        self._positions = [start]
        self._answer()

    @property
    def position(self) -> Position:
        """The position reached."""
        return self._positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome()

    @property
    def last(self) -> Answer | None:
        """The strategy's last move; None before the first."""
        return next((step.answer for step in reversed(self.steps) if step.answer is not None), None)

    @property
    def diagram(self) -> Diagram | None:
        """The diagram that is being followed, if one is."""
        return None if self.last is None else self.last.diagram

    def reply(self, column: int) -> None:
        """Plays a reply of the other side (column from 0) and the strategy's answer.

        Raises C4Error for a full column and after the end.
        """
        if self.outcome is not None:
            raise C4Error("the game is over: go back to try another reply")
        if column not in self.position.legal_columns():
            raise C4Error(full_column(column))
        self._play(Step(column, None))
        self._answer()

    def back(self) -> bool:
        """Undoes the last reply and the answer to it; whether there was one.

        The last of the steps are the answers to that reply, which go first.
        """
        is_reply_left = any(step.answer is None for step in self.steps)
        if not is_reply_left:
            return False
        while self.steps[-1].answer is not None:
            self._undo()
        self._undo()
        return True

    def restart(self) -> None:
        """Goes back to the root."""
        while self.back():
            pass

    def _play(self, step: Step) -> None:
        self._positions.append(self.position.play(step.column))
        self.steps.append(step)

    def _answer(self) -> None:
        """Plays the strategy's move where it is its turn."""
        if self.outcome is None and self.position.to_move == self.strategy.owner:
            move = answer([self.strategy], self.position)
            self._play(Step(move.column, move))

    def _undo(self) -> None:
        self._positions.pop()
        self.steps.pop()


def why(step: Answer, owner: str) -> str:
    """Why the strategy played its move, for people; `owner` is the name of its side."""
    return f"{owner} plays column {step.column + 1}. {step.words}"


def meaning(diagram: Diagram, position: Position, row: int, column: int) -> str:
    """What the mark on a square (row and column from 0) says; "" where there is a disc."""
    if position.owner(row, column) is not None:
        return ""
    return LEGEND[diagram.mark(1 << position.rules.cell(row, column))]
