"""Alpha-beta, Monte-Carlo tree search and exact values of one position: who is right, and after how much work."""

from __future__ import annotations

from typing import NamedTuple

from c4.errors import C4Error
from c4.evaluators.base import Evaluator
from c4.exact.scores import final_scores, stream_columns
from c4.game.position import Position
from c4.game.values import Value, sign
from c4.mcts.search import search as simulate
from c4.search.decision import Decision
from c4.search.fixed_depth import search
from c4.search.record import ROW_BUDGET
from c4.search.watch import Watch
from c4.text import positive_int
from c4.tree.moments import history
from c4.tree.selection import USUAL, Selection
from c4.tree.simulation_story import Reply, replies_of


class Opinions(NamedTuple):
    """What is said of a column (from 0), always for the side to move.

    exact       its exact score: +k wins with the k-th last disc, 0 is a draw; None where lines are counted, on a board
                that turns, and if the watch stopped the solver
    alphabeta   its value by alpha-beta, in the evaluator's points
    simulated   its visits, mean and score in Monte-Carlo tree search; None if it was not considered
    """

    column: int
    exact: int | None
    alphabeta: Value | None
    simulated: Reply | None


class Effort(NamedTuple):
    """How much a search needed to play a column that keeps the result, and to go on playing such a column.

    settled     nodes of alpha-beta in all iterations up to the depth from which on it is right, or simulations; None if
                it is wrong in the end, or if the result is not known
    depth       that depth; 0 for Monte-Carlo tree search
    """

    settled: int | None
    depth: int = 0


class Comparison(NamedTuple):
    """Two searches of a position beside its exact values.

    columns     what is said of every legal column, from left to right
    keeping     the columns that keep the result of the position; None if it is not known
    alphabeta, simulated            what the searches found, with their trees
    alphabeta_work, simulated_work  when each was right
    """

    columns: tuple[Opinions, ...]
    keeping: frozenset[int] | None
    alphabeta: Decision
    alphabeta_work: Effort
    simulated: Decision
    simulated_work: Effort


def compare(
    position: Position,
    evaluator: Evaluator,
    *,
    depth: int = 6,
    simulations: int = 1000,
    selection: Selection = USUAL,
    seed: int = 1,
    simulated_evaluator: Evaluator | None = None,
    watch: Watch | None = None,
) -> Comparison | None:
    """Compares alpha-beta up to a depth, with an evaluator, and so many simulations; None if the watch stops it.

    `simulated_evaluator` values the leaves of the simulations in place of playouts.  Raises C4Error when the game is
    over, and for impossible settings.
    """
    if (outcome := position.outcome()) is not None:
        raise C4Error(f"there is nothing to compare in {position!r}: {outcome.reason}")
    positive_int("the depth", depth)
    iterations = []
    for plies in range(1, depth + 1):
        iterations.append(search(position, plies, evaluator, budget=0 if plies < depth else ROW_BUDGET, watch=watch))
        if not iterations[-1].complete:
            return None
    simulated = simulate(position, simulations, simulated_evaluator, selection=selection, seed=seed, watch=watch)
    if not simulated.complete or simulated.tree is None:
        return None
    scores = exact_scores(position, watch)
    keeping = None
    if scores:
        best = sign(max(scores.values()))
        keeping = frozenset(column for column, score in scores.items() if sign(score) == best)
    settled_after = None if keeping is None else history(simulated.tree).settled(keeping)
    replies = {reply.column: reply for reply in replies_of(simulated.tree, 0)}
    columns = tuple(
        Opinions(column, scores.get(column), iterations[-1].columns.get(column), replies.get(column))
        for column in position.legal_columns()
    )
    return Comparison(
        columns=columns,
        keeping=keeping,
        alphabeta=iterations[-1],
        alphabeta_work=work_of_iterations(iterations, keeping),
        simulated=simulated,
        simulated_work=Effort(settled_after),
    )


def exact_scores(position: Position, watch: Watch | None = None) -> dict[int, int]:
    """The exact score of every column (from 0); empty where there are none, or if the watch stops the solver."""
    if not position.rules.solvable:
        return {}
    scores = final_scores(stream_columns(position, watch=watch))
    return scores if len(scores) == len(position.legal_columns()) else {}


def work_of_iterations(iterations: list[Decision], keeping: frozenset[int] | None) -> Effort:
    """The nodes of all iterations up to the depth from which on every one plays a column that keeps the result."""
    if keeping is None:
        return Effort(None)
    nodes = 0
    effort = Effort(None)
    for depth, decision in enumerate(iterations, start=1):
        nodes += decision.nodes
        if decision.column not in keeping:
            effort = Effort(None)
        elif effort.settled is None:
            effort = Effort(nodes, depth)
    return effort
