"""Taught: a network, and n-tuple tables that learned what the network gets wrong, both from exact results.

    V = tanh(the network's sum + the tables' sum)     +1: the first player wins, -1: the second

The network (`c4.evaluators.network`) sees which cells complete a line, so it judges positions well that it has never
met; the tables (`c4.evaluators.ntuple`) remember the openings.  Forced replies are played first.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from c4.errors import C4Error
from c4.evaluators import network, ntuple
from c4.evaluators.base import Contribution, Page, Tables
from c4.evaluators.network import Network
from c4.evaluators.ntuple import NTuple, Tuples, read_model
from c4.evaluators.quiet import QUIET, QuietEvaluator, certain_points, play_out, points_of
from c4.evaluators.seen import answer, is_new, question_of, remember
from c4.game.position import Position
from c4.game.rules import Rules
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.words import popcount

STEPS_RATIO = network.VALUE_STEPS // ntuple.VALUE_STEPS
"""A step of a table's weight, in steps of the network."""


@kernel
def value_of(mover: U, other: U, board: Board, tables: Tables) -> int:
    """The value for the side to move in points, after the forced replies.

    The arrays begin with those of the tables; those of the network follow.
    """
    mover_began = popcount(mover) >= popcount(other)
    comes_to = QUIET
    if board.first_line == 1:
        mover, other, comes_to = play_out(mover, other, board)
        if comes_to != QUIET:
            return certain_points(comes_to, mover, other, mover_began)
    numbers = tables.numbers
    memory = tables.memory
    if popcount(mover) >= popcount(other):
        ntuple.hold(mover, other, 0, tables)
    else:
        ntuple.hold(other, mover, numbers[ntuple.TABLE_SIZE], tables)
    numbers_of_tables = ntuple.CHANGE_LIST + 2 * numbers[ntuple.CHANGE_COUNT]
    memory_of_tables = ntuple.HELD_READINGS + 2 * numbers[ntuple.READING_COUNT]
    units = Tables(numbers[numbers_of_tables:], memory[memory_of_tables:], tables.weights, tables.keys)
    total = network.quiet_total(mover, other, board, units) + STEPS_RATIO * memory[ntuple.HELD_SUM]
    points = points_of(total, network.VALUE_STEPS)
    return points if mover_began else -points


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value for the maximizer in points, cached or from `value_of`."""
    question = question_of(maximizer, minimizer, maximizer_moves, ntuple.SEEN_BITS, board)
    if is_new(question, tables.memory):
        remember(question, value_of(question.mover, question.other, board, tables), tables.memory)
    return answer(question, maximizer_moves, tables.memory)


class Taught(QuietEvaluator):
    """A network and tables, whose sums are added."""

    name = "taught"
    label = "Taught (learned)"
    value_steps = network.VALUE_STEPS
    pages_follow = True
    evaluate_kernel = staticmethod(evaluate_kernel)

    def __init__(self, units: Network, entries: NTuple) -> None:
        self.units = units
        self.entries = entries
        self.rules = units.rules
        self.source = units.source

    @classmethod
    def _read(cls, path: Path) -> Taught:
        """Of a model of version 1.0.0, which is a network alone, with tables that add nothing."""
        try:
            content, tuples, weights = read_model(path, {"network": ("float32", 1)}, cls.name)
        except C4Error as error:
            try:
                units = Network.from_model(path)
            except C4Error:
                raise error from None
            tuples = Tuples(units.rules, [[0]])
            return cls(units, NTuple(tuples, np.zeros(2 * tuples.size, dtype=np.int32)))
        units = Network(content["arrays"]["network"], tuples.rules, path.name)
        return cls(units, NTuple(tuples, weights, path.name))

    def tables(self, rules: Rules) -> Tables:
        entries = self.entries.tables(rules)
        units = self.units.tables(rules)
        numbers = np.concatenate((entries.numbers, units.numbers))
        return Tables(numbers, np.concatenate((entries.memory, units.memory)), entries.weights)

    def parts(self, quiet: Position, mover: int) -> tuple[np.ndarray, list[Contribution]]:
        """Those of the tables, then those of the network."""
        entries, rows = self.entries.parts(quiet, mover)
        units, more = self.units.parts(quiet, mover)
        return np.concatenate((STEPS_RATIO * entries, units)), rows + more

    def page_names(self) -> tuple[str, ...]:
        return self.entries.page_names() + self.units.page_names()

    def _page(self, name: str, position: Position | None) -> Page:
        return (self.entries if name in self.entries.page_names() else self.units).page(name, position)
