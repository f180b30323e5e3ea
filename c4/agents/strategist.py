"""Strategy: plays the built-in strategy without searching, and names the rule it moves by.  Imports `c4.strategy`."""

from __future__ import annotations

from time import perf_counter

from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.search.decision import Decision, Finding
from c4.search.watch import Watch
from c4.strategy.answers import answer
from c4.strategy.diagram import MARKS, check_board
from c4.strategy.graph import shipped


class Strategist:
    """Perfect as the first player on the standard board: every move is looked up, or given by a diagram.

    As the second player, and in positions that the strategy does not cover, it wins, blocks, makes two threats or takes
    even squares, and says that it is not sure.  `limits.model` may name another strategy file.  Raises C4Error for
    another board, or an unreadable file.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        check_board(position)
        strategy = shipped(limits.model)
        started = perf_counter()
        found = answer(strategy, position)
        findings: tuple[Finding, ...] = ()
        if found.rule in MARKS and found.diagram is not None:
            row = position.height(found.column)
            findings = (Finding(found.words, ((row, found.column),), found.column, 1.0, "played"),)
        return Decision(
            found.column,
            principal_variation=(found.column,),
            seconds=perf_counter() - started,
            reason=found.words,
            findings=findings,
        )
