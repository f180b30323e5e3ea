"""Derives a recorded search and all its explanations a second time, from the rows alone.

    problems = verify(tree)        # empty if everything holds

The search is played again from the root down: each node passes its window to its children, takes their values, and
knows at every moment which child set alpha and which set beta.  The result must equal the rows, and `c4.tree.reason`
must agree, which works the other way, from a node up.  Left-out nodes, and answers of the engine's table, can only be
checked against the window.  Monte-Carlo tree search: see `c4.tree.verify_simulations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from c4.callbacks import ignore
from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.text import pluralise
from c4.tree import verify_simulations
from c4.tree.reason import CHOICE, CUTOFF, DOOMED, LEFT_OUT, Limit, Reason, reason
from c4.tree.report import Report
from c4.tree.searchtree import (
    HORIZON,
    INTERIOR,
    KINDS,
    NO_MOVE,
    NO_PARENT,
    NULL,
    PRUNED,
    REDUCED,
    RESEARCH,
    TABLE,
    TERMINAL,
    THREAT,
    SearchTree,
    reaches,
)


class Ends(NamedTuple):
    """The origins of a node's alpha and beta; None for an end that is open."""

    alpha: Limit | None
    beta: Limit | None

    def for_mover(self, maximizing: bool) -> tuple[Limit | None, Limit | None]:
        """(what the mover is sure of, what the other side is sure of)."""
        if maximizing:
            return self.alpha, self.beta
        return self.beta, self.alpha


def ends_of_mover(own: Limit | None, other: Limit | None, maximizing: bool) -> Ends:
    """The reverse of `Ends.for_mover`."""
    if maximizing:
        return Ends(own, other)
    return Ends(other, own)


class Played(NamedTuple):
    """What the children of a node must have led to.

    result      value and bound of the node; None if nothing was searched
    chosen      the reply that decides
    below       the searched children with the origins of their windows
    """

    result: tuple[int, int | None] | None
    chosen: int | None
    below: list[tuple[int, Ends]]


def verify(tree: SearchTree, evaluator: Evaluator | None = None, on_step: Callable[[], object] = ignore) -> list[str]:
    """A sentence for everything that does not hold; empty if the record and all its explanations do.

    With the evaluator, values at the horizon are computed again as well.  `on_step()` is called `steps(tree)` times,
    less often if the verification ends early.
    """
    broken = list(_shape(tree))
    if broken:
        return broken
    if tree.simulations is not None:
        return verify_simulations.verify(tree, evaluator, on_step)
    return list(_Verifier(tree, evaluator).problems(on_step))


def steps(tree: SearchTree) -> int:
    """Into how many steps `verify` divides its work: the simulations of a tree, or its searched nodes."""
    if tree.simulations is not None:
        return len(tree.simulations)
    return int((tree.kind != PRUNED).sum())


def _bound_of(best: int, low: int, high: int, maximizing: bool) -> int:
    """What a value is after a search with a window, all three from the mover's view; the bound from MAX's."""
    if best <= low:
        return UPPER if maximizing else LOWER
    if best >= high:
        return LOWER if maximizing else UPPER
    return EXACT


def _shape(tree: SearchTree) -> Iterator[str]:
    """Checks that the rows form a tree, before anything else."""
    size = tree.size.astype(np.int64)
    parent = tree.parent
    n = len(tree)
    rows = np.arange(n)
    was_not_played = tree.ply[0] == 0 and tree.order[0] == 0 and tree.note[0] == 0 and tree.move[0] == NO_MOVE
    has_kind = tree.kind[0] < len(KINDS) and tree.kind[0] != PRUNED
    if parent[0] != NO_PARENT or size[0] != n or not was_not_played or not has_kind:
        yield "row 0 is not the root of all other rows"
        return
    above = parent[1:].astype(np.int64)
    comes_after_parent = (above >= 0) & (above < rows[1:]) & (size[1:] >= 1)
    safe = np.where(comes_after_parent, above, 0)  # the parent, or the root where there is none that can be looked up
    ends_in_parent = rows[1:] + size[1:] <= safe + size[safe]
    is_one_ply_deeper = tree.ply[1:] == tree.ply[safe] + 1
    has_known_kind = tree.kind[1:] < len(KINDS)
    inside = comes_after_parent & ends_in_parent & is_one_ply_deeper & has_known_kind
    sums = np.ones(n, np.int64)  # of every row: 1 and the sizes of its children
    np.add.at(sums, safe, size[1:])
    for row in (np.flatnonzero(~inside) + 1).tolist():
        yield f"row {row} is not inside its parent, one ply deeper"
    for row in np.flatnonzero(sums != size).tolist():
        yield f"row {row} has {pluralise(int(size[row]), 'row')}, but its children have {sums[row] - 1}"


def _given_end(side: str, points: int) -> Limit | None:
    """The origin of an end of the root's window."""
    if abs(points) >= INFINITY:
        return None
    return Limit(side, points, None, None, False)


class _Verifier(Report):
    """Derives every row of a tree of alpha-beta, minimax or the engine anew, from its moves and its leaves."""

    def __init__(self, tree: SearchTree, evaluator: Evaluator | None) -> None:
        super().__init__(tree)
        self.evaluator = evaluator
        self.first_line = tree.root.rules.scoring == FIRST_LINE

    def problems(self, on_step: Callable[[], object]) -> Iterator[str]:
        tree = self.tree
        if int((tree.kind != PRUNED).sum() + tree.left_out.sum()) != tree.nodes:
            accounted = tree.recorded + tree.total_left_out
            yield f"{pluralise(tree.nodes, 'node')} searched, but the rows account for {accounted:,}"
        pruned = int((tree.kind == PRUNED).sum())
        if pruned > tree.pruned or (pruned < tree.pruned and not tree.total_left_out):
            yield f"{pluralise(tree.pruned, 'reply', 'replies')} pruned, but the rows account for {pruned:,}"
        ends = Ends(_given_end("alpha", int(tree.alpha[0])), _given_end("beta", int(tree.beta[0])))
        waiting: list[tuple[int, Position, Ends]] = [(0, tree.root, ends)]
        while waiting:
            row, position, ends = waiting.pop()
            waiting.extend(self._check_node(row, position, ends))
            yield from self.messages
            self.messages.clear()
            on_step()

    # -- one node -----------------------------------------------------------------------------------------------------

    def _check_node(self, row: int, position: Position, ends: Ends) -> list[tuple[int, Position, Ends]]:
        """Checks a searched node, its pruned children and its explanation; returns the searched children."""
        tree = self.tree
        kind = int(tree.kind[row])
        if tree.left_out[row] and (kind != INTERIOR or tree.size[row] != 1):
            self.report(row, "leaves nodes out although it has no children to leave out")
        if tree.alpha[row] >= tree.beta[row]:
            self.report(row, "was entered with an empty window")
        if kind != INTERIOR:
            passed = tree.children(row)  # threats may be seen after passing was not enough
            if passed and not (kind == THREAT and len(passed) == 1 and tree.note[passed[0]] == NULL):
                self.report(row, f"is {KINDS[kind]}, and yet has children")
                return []
            self._check_leaf(row, kind, position)
            limit = self._sufficient_end(row, ends) if kind in (TABLE, THREAT) else None
            self._check_explanation(row, Reason(KINDS[kind], row, limit=limit))
            return [(child, self._reached(position, child), ends) for child in passed]
        self._check_kind(row, kind, position)
        if tree.left_out[row]:
            self._check_bound(row)
            self._check_explanation(row, Reason(LEFT_OUT, row))
            return []
        return self._check_interior(row, position, ends)

    def _check_explanation(self, row: int, expected: Reason) -> None:
        actual = reason(self.tree, row)
        if actual != expected:
            self.report(row, f"is explained by {actual}, not by {expected}")

    def _sufficient_end(self, row: int, ends: Ends) -> Limit | None:
        """The end of the window that made a bound sufficient."""
        bound = int(self.tree.bound[row])
        if bound == EXACT:
            return None
        return ends.beta if bound == LOWER else ends.alpha

    def _check_kind(self, row: int, kind: int, position: Position) -> None:
        """Checks the kind of a node: whether the search could, and did, go on."""
        tree = self.tree
        over = position.outcome() is not None
        if tree.algorithm == "engine":
            is_end_at_horizon = over and kind == HORIZON and not self.first_line
            if over != (kind == TERMINAL) and not is_end_at_horizon:
                state = "over" if over else "not over"
                self.report(row, f"the game is {state}, but the row is {KINDS[kind]}")
            return
        left = tree.depth - int(tree.ply[row])
        ends_first = over and (self.first_line or left > 0)
        if ends_first:
            expected = TERMINAL
        elif left == 0:
            expected = HORIZON
        else:
            expected = INTERIOR
        self.expect(row, "kind", KINDS[kind], KINDS[expected])

    def _check_leaf(self, row: int, kind: int, position: Position) -> None:
        tree = self.tree
        value = int(tree.value[row])
        bound = int(tree.bound[row])
        if kind in (TABLE, THREAT):
            if tree.algorithm != "engine":
                self.report(row, f"is {KINDS[kind]}, which only the engine leaves")
            self._check_bound(row)
            if kind == THREAT:
                self._check_threat(row, position)
            return
        self._check_kind(row, kind, position)
        self.expect(row, "bound", bound, EXACT)
        outcome = position.outcome()
        if kind == HORIZON:
            if self.evaluator is not None:
                self.expect(row, "value", value, self.evaluator.evaluate(position, tree.maximizer))
        elif outcome is None:
            return
        elif not self.first_line:
            self._check_lines(row, value, position)
        elif outcome.winner is None:
            self.expect(row, "value", value, 0)
        else:
            points = WIN - position.ply
            self.expect(row, "value", value, points if outcome.winner == tree.maximizer else -points)

    def _check_lines(self, row: int, value: int, position: Position) -> None:
        """Checks the value of a game that is decided by the number of lines."""
        rules = position.rules
        mine = rules.count_lines(position.stones[self.tree.maximizer])
        theirs = rules.count_lines(position.stones[1 - self.tree.maximizer])
        if self.evaluator is not None:
            self.expect(row, "value", value, self.evaluator.line_value * (mine - theirs))
        elif np.sign(value) != np.sign(mine - theirs):
            self.report(row, f"value {value} does not fit {pluralise(mine, 'line')} against {theirs}")

    def _check_bound(self, row: int) -> None:
        """Checks that a bound suffices for the window; an exact value always does."""
        tree = self.tree
        value = tree.value[row]
        bound = int(tree.bound[row])
        fits = (
            bound == EXACT
            or (bound == LOWER and value >= tree.beta[row])
            or (bound == UPPER and value <= tree.alpha[row])
        )
        if not fits:
            self.report(row, f"a bound of {value} is not enough for its window")

    def _check_threat(self, row: int, position: Position) -> None:
        """Checks by playing out what the threats decide."""
        tree = self.tree
        value = int(tree.value[row])
        bound = int(tree.bound[row])
        if not tree.is_max(row):  # from the mover's point of view
            value = -value
            bound = {LOWER: UPPER, UPPER: LOWER}.get(bound, bound)
        discs = position.ply
        if (value, bound) == (WIN - discs - 1, EXACT):
            holds = forces_win(position, 1)
        elif (value, bound) == (discs + 2 - WIN, EXACT):
            holds = is_lost(position, 2)
        elif (value, bound) == (WIN - discs - 3, EXACT):
            holds = forces_win(position, 3) and not forces_win(position, 1)
        elif (value, bound) == (discs + 4 - WIN, LOWER):
            holds = not is_lost(position, 2)
        elif (value, bound) == (WIN - discs - 3, UPPER):
            holds = not forces_win(position, 1)
        else:
            holds = False
        if not holds:
            self.report(row, f"the threats on the board do not decide {tree.value[row]}")

    # -- a node with children -----------------------------------------------------------------------------------------

    def _check_interior(self, row: int, position: Position, ends: Ends) -> list[tuple[int, Position, Ends]]:
        tree = self.tree
        children = tree.children(row)
        searched = [child for child in children if tree.kind[child] != PRUNED]
        pruned = children[len(searched) :]
        if any(tree.kind[child] != PRUNED for child in pruned):
            self.report(row, "has a pruned reply before one that was searched")
            return []
        legal = set(position.legal_columns())
        moves = [int(tree.move[child]) for child in children]
        self.expect(row, "set of replies", set(moves) - {NO_MOVE}, legal)
        if set(moves) - {NO_MOVE} != legal:
            return []
        self._check_orders(row, children, moves)
        if tree.algorithm == "engine":
            played = self._replay_engine(row, ends, searched)
        else:
            played = self._replay_plain(row, ends, searched, bool(pruned))
        for child in pruned:
            self._check_pruned(child)
        if played.result is None:
            return []
        value, bound = played.result
        self.expect(row, "value", int(tree.value[row]), value)
        self.expect(row, "bound", int(tree.bound[row]), bound)
        maximizing = tree.is_max(row)
        met = reaches(value, int(tree.beta[row] if maximizing else tree.alpha[row]), maximizing)
        replies = len(legal)
        if pruned and met:
            limit = ends.beta if maximizing else ends.alpha
            expected = Reason(CUTOFF, row, chosen=searched[-1], replies=replies, limit=limit, skipped=len(pruned))
        else:
            expected = Reason(CHOICE, row, played.chosen, replies, self._sufficient_end(row, ends))
            if pruned and tree.algorithm != "engine":
                self.report(row, "has pruned replies, but no cutoff")
        self._check_explanation(row, expected)
        for child in pruned:
            self._check_explanation(child, expected if met else Reason(DOOMED, row))
            if not met and not forces_win(position.play(int(tree.move[child])), 1):
                self.report(child, "was pruned as an immediate loss, which it is not")
        return [(child, self._reached(position, child), limits) for child, limits in played.below]

    def _reached(self, position: Position, child: int) -> Position:
        move = int(self.tree.move[child])
        return self.tree.position(child) if move == NO_MOVE else position.play(move)

    def _check_orders(self, row: int, children: list[int], moves: list[int]) -> None:
        """Checks the order of siblings; a plain search tries every move once, in its move order."""
        tree = self.tree
        if tree.algorithm != "engine":
            self.expect(row, "order of the replies", moves, [column for column in tree.move_order if column in moves])
            numbers = [int(tree.order[child]) for child in children]
            self.expect(row, "numbering of the replies", numbers, list(range(len(children))))
            if tree.note[children].any():
                self.report(row, "has replies with notes, which only the engine leaves")
            return
        rank = -1
        last = None
        for child, move in zip(children, moves):
            if move not in (last, NO_MOVE):
                rank += 1
            last = move
            self.expect(child, "rank", int(tree.order[child]), max(rank, 0))

    def _check_pruned(self, child: int) -> None:
        tree = self.tree
        fields = [
            int(getattr(tree, name)[child]) for name in ("value", "alpha", "beta", "size", "left_out", "bound", "note")
        ]
        self.expect(child, "row of a pruned reply", fields, [0, -INFINITY, INFINITY, 1, 0, NO_BOUND, 0])

    def _check_window(self, child: int, alpha: int, beta: int) -> None:
        self.expect(child, "window", (int(self.tree.alpha[child]), int(self.tree.beta[child])), (alpha, beta))

    def _replay_plain(self, row: int, ends: Ends, searched: list[int], cuts: bool) -> Played:
        """Minimax or alpha-beta at a node."""
        tree = self.tree
        maximizing = tree.is_max(row)
        sign = 1 if maximizing else -1
        prune = tree.algorithm == "alphabeta"
        alpha = int(tree.alpha[row])
        beta = int(tree.beta[row])
        if not prune and (alpha, beta) != (-INFINITY, INFINITY):
            self.report(row, "minimax has no window")
        best: int | None = None
        chosen: int | None = None
        bound: int | None = None
        below = []
        for place, child in enumerate(searched):
            self._check_window(child, alpha, beta)
            below.append((child, ends))
            value = int(tree.value[child])
            known = int(tree.bound[child])
            if best is None or sign * value > sign * best:
                best = value
                bound = known
                chosen = child
            elif value == best and known == EXACT:
                bound = EXACT
            if not prune:
                continue
            if reaches(best, beta if maximizing else alpha, maximizing):
                if place + 1 < len(searched):
                    self.report(row, f"went on after column {int(tree.move[child]) + 1} had settled it")
                break
            if maximizing and best > alpha:
                alpha = best
                ends = ends._replace(alpha=Limit("alpha", best, row, child, False))
            elif not maximizing and best < beta:
                beta = best
                ends = ends._replace(beta=Limit("beta", best, row, child, False))
        if best is None:
            self.report(row, "has no reply that was searched")
            return Played(None, None, [])
        if cuts:
            bound = LOWER if maximizing else UPPER
        return Played((best, bound), chosen, below)

    def _replay_engine(self, row: int, ends: Ends, searched: list[int]) -> Played:
        """The same for the engine: null move, reduced and null-window searches, re-searches; values are the mover's."""
        tree = self.tree
        maximizing = tree.is_max(row)
        sign = 1 if maximizing else -1
        own_end = "alpha" if maximizing else "beta"
        other_end = "beta" if maximizing else "alpha"
        asked_low, beta = self._movers_window(row, maximizing)
        low = asked_low
        own, other = ends.for_mover(maximizing)
        best = -INFINITY
        below = []
        for place, child in enumerate(searched):
            move = int(tree.move[child])
            note = int(tree.note[child])
            value = sign * int(tree.value[child])
            window = self._movers_window(child, maximizing)
            has_null_window = window == (low, low + 1)
            only_asks = has_null_window and beta - low > 1  # whether the reply is better than what the node has
            if window != (low, beta) and not only_asks:
                self.report(child, f"its window {window} is neither the full one nor null, for the mover")
            others_end = Limit(other_end, sign * (low + 1), row, None, True) if only_asks else other
            below.append((child, ends_of_mover(own, others_end, maximizing)))
            if move == NO_MOVE:
                if note != NULL or place != 0 or only_asks:
                    self.report(child, "is not a null move as the engine makes them")
                if beta <= value < WIN_FLOOR:
                    best = value
            else:
                was_searched_before = place > 0 and int(tree.move[searched[place - 1]]) == move
                is_searched_again = place + 1 < len(searched) and int(tree.move[searched[place + 1]]) == move
                might_be_better = note == REDUCED or (only_asks and value < beta)
                self._check_note(child, note, was_searched_before, has_null_window)
                self._check_research(child, is_searched_again, value > low and might_be_better)
                if is_searched_again:
                    continue
                best = max(best, value)
                if value > low:
                    low = value
                    own = Limit(own_end, sign * value, row, child, False)
            if best >= beta:
                break
        if best == -INFINITY:
            self.report(row, "has no reply that was searched")
            return Played(None, None, [])
        if len(below) < len(searched):
            self.report(row, "continued after a reply had settled it")
        bound = _bound_of(best, asked_low, beta, maximizing)
        finals = {int(tree.move[child]): child for child in searched if tree.move[child] != NO_MOVE}
        chosen = next((child for child in finals.values() if tree.value[child] == sign * best), None)
        return Played((sign * best, bound), chosen, below)

    def _movers_window(self, row: int, maximizing: bool) -> tuple[int, int]:
        """The window of a row for MAX, or turned round for MIN."""
        alpha = int(self.tree.alpha[row])
        beta = int(self.tree.beta[row])
        return (alpha, beta) if maximizing else (-beta, -alpha)

    def _check_research(self, child: int, is_searched_again: bool, needs_research: bool) -> None:
        """Checks that a reply is searched again exactly if this search did not settle its value."""
        if is_searched_again and not needs_research:
            self.report(child, "was searched again for no reason")
        if needs_research and not is_searched_again:
            self.report(child, "should be searched again")

    def _check_note(self, child: int, note: int, was_searched_before: bool, null_window: bool) -> None:
        """Checks the note of a move that may be searched more than once."""
        possible = (RESEARCH,) if was_searched_before else (0, REDUCED)
        if note not in possible or (note == REDUCED and not null_window):
            self.report(child, f"note {note} does not fit how often the move was searched")


def forces_win(position: Position, plies: int) -> bool:
    """Whether the side to move can force a line within this odd number of plies."""
    for column in position.legal_columns():
        after = position.play(column)
        outcome = after.outcome()
        if outcome is not None:
            if outcome.winner == position.to_move:
                return True
        elif plies > 1 and is_lost(after, plies - 1):
            return True
    return False


def is_lost(position: Position, plies: int) -> bool:
    """Whether the side to move loses within so many plies (even), whatever it plays."""
    for column in position.legal_columns():
        after = position.play(column)
        if after.outcome() is not None or not forces_win(after, plies - 1):
            return False
    return True
