"""Answers positions of a strategy anew, so that the strategy becomes smaller.

The price of an answer is the number of positions that it adds to those in use.  So a position that several others use
counts once, and a change costs no more time than what it touches.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from c4.strategy.strategies import Stones, Strategy, cells, playable, wins_at_once
from lab.make.maker import FIRST_DIAGRAMS, NOT_SEARCHED, Maker, Stopped, cost_without_leaf
from lab.make.strategy_graph import StrategyGraph

REPLACED_PER_SHARE = 6
"""The search for a diagram gets one more share of work for so many positions that the diagram would replace."""

MAX_SHARES = 12
"""The most shares of work that it gets."""

MAX_NEAR_POSITIONS = 60
"""About how many positions below another are searched for diagrams to start from."""

MOVES_TRIED = (7, 3, 2, 1)
"""How many moves are tried for a position, for one below a new move of it, and so on."""

GUESS_WITH_MOVE = 4.0
"""Guessed positions below a reply that has a move, or for which no diagram has been searched."""

GUESS_WHERE_ALL_ARE_LOST = 30.0
"""Guessed positions below a reply whose best diagram loses every game, see `cost_without_leaf`."""


class Effort(NamedTuple):
    """How much is tried for each position.

    leaf_work   positions visited in search of a diagram that replaces a move; 0: no search
    reply_work  positions visited in search of a diagram after another move; 0: known diagrams only
    replaced    another move is tried if at most this many positions are needed by the present move alone
    """

    leaf_work: int
    reply_work: int
    replaced: int


class Change(NamedTuple):
    """A position with a new answer: a cell, or a leaf (index into the maker's pool, whether mirrored)."""

    stones: Stones
    cell: int | None = None
    leaf: tuple[int, bool] | None = None


class Before(NamedTuple):
    """How a position was answered before its move was taken away.

    stones   the position
    cell     its move
    below    the positions that nothing needs without this move, with their moves
    freed    how many positions fewer the strategy has without this move
    """

    stones: Stones
    cell: int
    below: dict[Stones, int]
    freed: int


class Improver:
    """Answers positions anew with some `effort`, one at a time.

    `graph` has the positions in use, by the moves and leaves of `maker`.  After `Stopped` it counts wrongly, and only
    `maker` is of use.
    """

    def __init__(self, strategy: Strategy, maker: Maker, effort: Effort, seed: int = 0) -> None:
        self.maker = maker
        self.graph = StrategyGraph(strategy, maker)
        self.effort = effort
        self.random = random.Random(seed)
        self._near: list[int] = []
        """The diagrams used below the position that is answered anew."""

    def improve(self, stones: Stones) -> Change | None:
        """Answers one position anew if that takes fewer positions, or as many.  Raises Stopped."""
        if not self._has_move_in_use(stones):
            return None
        if self.maker.find_known_leaf(stones, self.maker.pool.size):
            return self._becomes_leaf(stones)
        self._near = self._diagrams_below(stones)
        before = self._take_move_away(stones)
        try:
            has_leaf = self._replace_by_leaf(before)
            has_move = not has_leaf and self._replace_by_move(before)
        except Stopped:
            self._restore_answers(before)
            raise
        if has_leaf:
            del self.maker.moves[stones]
            return Change(stones, leaf=self.maker.leaves[stones])
        if not has_move:
            self._put_move_back(before)
            return None
        cell = self.maker.moves[stones]
        return Change(stones, cell) if cell != before.cell else None

    def apply(self, change: Change) -> bool:
        """Adopts another improver's change, unless it makes this strategy larger; returns whether it was adopted."""
        stones = change.stones
        if not self._has_move_in_use(stones):
            return False
        if change.leaf is not None:
            self.maker.leaves[stones] = change.leaf
            self._becomes_leaf(stones)
            return True
        assert change.cell is not None
        _, replies = self.graph.after(stones, change.cell)
        if not self._is_settled(replies):
            return False
        size = self.graph.size
        before = self._take_move_away(stones)
        self.graph.add_move(stones, change.cell)
        self.maker.moves[stones] = change.cell
        if self.graph.size > size:
            self.graph.remove_move(stones, change.cell)
            self._put_move_back(before)
            return False
        return True

    def _has_move_in_use(self, stones: Stones) -> bool:
        """Whether a position is answered by a move in the strategy as it is now."""
        return stones in self.maker.moves and stones in self.graph.owner_to_move

    def _diagrams_below(self, stones: Stones) -> list[int]:
        """The diagrams of the first leaves below a position in use."""
        waiting = [stones]
        places = set()
        for each in waiting:  # the list grows meanwhile
            if each in self.maker.leaves:
                place, _ = self.maker.leaves[each]
                places.add(place)
            elif len(waiting) < MAX_NEAR_POSITIONS:
                _, replies = self.graph.after(each, self.maker.moves[each])
                waiting += replies
        return sorted(places)

    def _is_settled(self, start: list[Stones]) -> bool:
        """Whether everything below some positions has an answer."""
        waiting = list(start)
        seen = set(start)
        for stones in waiting:  # the list grows meanwhile
            if stones in self.graph.owner_to_move or stones in self.maker.leaves:
                continue
            if stones not in self.maker.moves:
                return False
            _, replies = self.graph.after(stones, self.maker.moves[stones])
            new = [child for child in replies if child not in seen]
            seen.update(new)
            waiting += new
        return True

    # -- the present answer, and what replaces it --------------------------------------------------------------------

    def _becomes_leaf(self, stones: Stones) -> Change:
        """Gives up the move of a position that has a leaf now."""
        cell = self.maker.moves.pop(stones)
        self.graph.remove_move(stones, cell)
        return Change(stones, leaf=self.maker.leaves[stones])

    def _take_move_away(self, stones: Stones) -> Before:
        """Removes a use of the move of a position; the position stays in use, for its next answer."""
        size = self.graph.size
        cell = self.maker.moves[stones]
        below = self.graph.remove_move(stones, cell)
        return Before(stones, cell, below, freed=size - self.graph.size)

    def _put_move_back(self, before: Before) -> None:
        """Uses the move again that was taken away."""
        self._restore_answers(before)
        self.graph.add_move(before.stones, before.cell)

    def _restore_answers(self, before: Before) -> None:
        """Restores the old moves, except for positions that have a leaf now; does not count their uses."""
        for stones, cell in before.below.items():
            if stones not in self.maker.leaves:
                self.maker.moves[stones] = cell
        self.maker.moves[before.stones] = before.cell

    def _replace_by_leaf(self, before: Before) -> bool:
        """Searches for a diagram in place of the move that was taken away; returns whether there is one.  Raises
        Stopped.
        """
        if self.effort.leaf_work == 0:
            return False
        shares = min(MAX_SHARES, 1 + before.freed // REPLACED_PER_SHARE)
        return self.maker.find_leaf(before.stones, shares * self.effort.leaf_work, self._near)

    def _replace_by_move(self, before: Before) -> bool:
        """Searches for a move that takes no more positions than the one that was taken away, and uses it; returns
        whether there is one.  Raises Stopped.
        """
        if before.freed > self.effort.replaced:
            return False
        # `_add_cheapest_move` is for positions that are not in use, so this one is not for that long.  Nothing below it can
        # come back to it: discs only become more.
        uses = self.graph.owner_to_move.pop(before.stones)
        try:
            added = self._add_cheapest_move(before.stones, before.freed, depth=0)
        finally:
            self.graph.owner_to_move[before.stones] = uses
        if added is None:
            return False
        if added > before.freed:
            self.graph.remove_move(before.stones, self.maker.moves[before.stones])
            return False
        return True

    # -- the cheapest answer -----------------------------------------------------------------------------------------
    #
    # A position costs itself, and its cheapest move unless it has a leaf.  A move costs the position after it, and all
    # replies:
    #
    #     _add_position ──► _add_cheapest_move (tries moves, by _estimate) ──► _add_move ──► _add_position (each reply)
    #
    # Each of them returns how many positions it has added to the graph, or None if that were more than `limit`: then
    # the graph is as before.  `depth` is the number of new moves above the position: the deeper, the fewer are tried.

    def _add_position(self, stones: Stones, limit: int, depth: int) -> int | None:
        """Adds a use of a position.  Raises Stopped."""
        if stones in self.graph.owner_to_move:
            self.graph.owner_to_move[stones] += 1
            return 0
        if limit < 1:
            return None
        below: int | None = 0
        if self._find_leaf(stones):
            self.maker.moves.pop(stones, None)
        else:
            below = self._add_cheapest_move(stones, limit - 1, depth)
        if below is None:
            return None
        self.graph.owner_to_move[stones] = 1
        return 1 + below

    def _add_cheapest_move(self, stones: Stones, limit: int, depth: int) -> int | None:
        """Adds the cheapest move of a position that is not in use.  Raises Stopped."""
        most_tried = MOVES_TRIED[min(depth, len(MOVES_TRIED) - 1)]
        tried = 0
        best_cell = None
        for cell in self._candidates(stones, limit):
            if tried == most_tried:
                break
            if not self.maker.keeps(stones[0] | cell, stones[1]):
                continue
            tried += 1
            added = self._add_move(stones, cell, limit, depth)
            if added is None:
                continue
            # The graph is as before again when the next move is tried, which has to be cheaper; the best is added below.
            self.graph.remove_move(stones, cell)
            best_cell = cell
            limit = added - 1
            if added == 0:
                break
        if best_cell is None:
            return None
        size = self.graph.size
        self.graph.add_move(stones, best_cell)
        self.maker.moves[stones] = best_cell
        return self.graph.size - size

    def _add_move(self, stones: Stones, cell: int, limit: int, depth: int) -> int | None:
        """Adds a use of a move.  Raises Stopped."""
        after_move, replies = self.graph.after(stones, cell)
        if after_move in self.graph.other_to_move:
            self.graph.other_to_move[after_move] += 1
            return 0
        new = [child for child in replies if child not in self.graph.owner_to_move]
        without_leaf = [child for child in new if not self._find_known_leaf(child)]
        if not self._finds_leaves_within(limit - (1 + len(new)), without_leaf):
            return None
        self.graph.other_to_move[after_move] = 1
        total = 1
        used: list[Stones] = []
        dear_ones_last = sorted(replies, key=without_leaf.__contains__)
        for child in dear_ones_last:
            added = self._add_position(child, limit - total, depth + 1)
            if added is None:  # the graph becomes as before
                for each in used:
                    self.graph.remove(each)
                del self.graph.other_to_move[after_move]
                return None
            total += added
            used.append(child)
        return total

    def _finds_leaves_within(self, most: int, replies: list[Stones]) -> bool:
        """Looks for a leaf for each of these replies; returns whether at most so many have none, each of which costs
        another position: a move.

        It begins where the best diagram so far loses most, and ends as soon as too many have none.  Raises Stopped.
        """
        without_leaf = 0
        for child in sorted(replies, key=self._share_lost, reverse=True):
            if without_leaf > most:
                return False
            if not self._find_leaf(child):
                without_leaf += 1
        return without_leaf <= most

    def _find_leaf(self, stones: Stones) -> bool:
        """Looks for a diagram for a reply, as far as the effort goes; returns whether there is one.  Raises Stopped."""
        if self.effort.reply_work == 0:
            return self._find_known_leaf(stones)
        return self.maker.find_leaf(stones, self.effort.reply_work, self._near)

    def _find_known_leaf(self, stones: Stones) -> bool:
        """Tries the diagrams that are used most; returns whether one of them, or one found before, holds."""
        return self.maker.find_known_leaf(stones, min(FIRST_DIAGRAMS, self.maker.pool.size))

    def _share_lost(self, stones: Stones) -> float:
        """The least share of games that a diagram lost in the search for one; 1 before any search."""
        return self.maker.failed.get(stones, NOT_SEARCHED).share_lost

    # -- which moves to try ------------------------------------------------------------------------------------------

    def _candidates(self, stones: Stones, limit: int) -> list[int]:
        """The moves that may cost at most `limit`, the one that looks cheapest first."""
        own, other = stones
        ranked = []
        for cell in cells(playable(own, other)):
            if wins_at_once(other, own | cell):
                continue
            least, guess = self._estimate(stones, cell, limit)
            if least <= limit:
                ranked.append((guess, self.random.random(), cell))
        return [cell for _, _, cell in sorted(ranked)]

    def _estimate(self, stones: Stones, cell: int, limit: int) -> tuple[int, float]:
        """(least cost of a move, a guess); ends early above the limit."""
        after_move, replies = self.graph.after(stones, cell)
        if after_move in self.graph.other_to_move:
            return 0, 0.0
        new = [child for child in replies if child not in self.graph.owner_to_move]
        least = 1 + len(new)
        guess = 0.0
        for child in new:
            if least > limit:
                break
            if self._find_known_leaf(child):
                continue
            # A reply without a leaf costs two more at least.  How many it costs is a guess.
            has_move = child in self.maker.moves
            failure = self.maker.failed.get(child, NOT_SEARCHED)
            if has_move or failure.work >= max(1, self.effort.reply_work):
                least += 2  # a move, and at least one reply to it
            if has_move or failure is NOT_SEARCHED:
                guess += GUESS_WITH_MOVE
            else:
                guess += cost_without_leaf(failure.share_lost, GUESS_WHERE_ALL_ARE_LOST)
        return least, least + guess
