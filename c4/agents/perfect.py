"""Agents that know results: exact scores from book and solver, or a strategy that needs no search."""

from __future__ import annotations

import random
from dataclasses import replace
from time import perf_counter

from c4.agents.base import chance_of, require_moves
from c4.agents.limits import Limits
from c4.exact.tree import decide
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.search.decision import Decision, Finding
from c4.search.watch import Watch
from c4.solver.table import Table
from c4.strategy.answers import answer
from c4.strategy.diagram import MARKS, check_board
from c4.strategy.strategies import fitting, load

SEEDS = 1 << 30
"""How many seeds there are for the choice among equal columns."""


SLIP_SHARE = 0.04
"""The share of moves, from 0 to 1, in which the nearly perfect agent slips."""


class Perfect:
    """Plays a column with the best exact score: the shortest win, the longest defence.

    Of equally good columns it plays a random one; the same `limits.seed` gives the same one.  Its tree
    has the exact value of every column, and opening a node solves its columns (see
    `c4.exact.tree`).  Raises C4Error when lines count.
    """

    def __init__(self) -> None:
        self._table = Table()

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        seed = random.getrandbits(32) if limits.seed is None else limits.seed
        return decide(position, table=self._table, watch=watch, seed=seed, recording=True)


class NearlyPerfect(Perfect):
    """Knows every exact score, but in one move of 25 plays the next best column.

    With the same `limits.seed` it slips in the same positions.  Raises C4Error where the first line does not win.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """The column it plays, with the exact values of all.  Raises C4Error after the end."""
        require_moves(position)
        chance = chance_of(position, limits)
        decision = decide(position, table=self._table, watch=watch, seed=chance.randrange(SEEDS), recording=True)
        if decision.column is None or not decision.complete or chance.random() >= SLIP_SHARE:
            return decision
        best = decision.columns[decision.column].points
        worse = {column: value.points for column, value in decision.columns.items() if value.points < best}
        if not worse:
            return decision
        column = max(worse, key=worse.__getitem__)
        reason = f"a deliberate slip; column {DIGITS[decision.column]} is better"
        return replace(
            decision, column=column, value=decision.columns[column], principal_variation=(column,), reason=reason
        )


class Strategist:
    """Never loses what a shipped strategy secures, on the standard board: moves are looked up, or given by a diagram.

    Elsewhere it wins, blocks, makes two threats or takes even squares, and says that it is not sure.  `limits.model`
    may name another strategy or its file.  Raises C4Error for another board, or an unreadable file.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        check_board(position)
        known = fitting(position) if limits.model is None else [load(limits.model)]
        started = perf_counter()
        move = answer(known, position)
        findings: tuple[Finding, ...] = ()
        if move.rule in MARKS and move.diagram is not None:
            row = position.height(move.column)
            findings = (Finding(move.words, ((row, move.column),), move.column, 1.0, "played"),)
        return Decision(
            move.column,
            principal_variation=(move.column,),
            seconds=perf_counter() - started,
            reason=move.words,
            findings=findings,
        )
