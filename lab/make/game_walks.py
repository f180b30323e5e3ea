"""Walks through the tree of all games that a model can play against perfect play, and collects what to learn.

The first player can always win, and a model that searches to a fixed depth plays one move in each position.  So its
games against an opponent that holds out as long as it can are a tree: the model's move, then every reply that perfect
play allows, all equally likely.  A walk follows this tree ply by ply.  Where the model's move gives the win away, that is a
mistake, and the walk goes on with the best move that keeps it, as a model will whose mistake has been corrected.  At
every decision the leaves are collected that misled the search, or nearly did (`lab.make.search_lessons`).

Games with dice meet a branch as often as it is likely, and the same few branches again and again.  A walk meets every
branch once, and branches that lead to the same position, or its mirror image, become one.  Where there are too many,
the likeliest go on, and of the others some that are drawn, in place of all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.interrupts import check
from lab.make.search_lessons import EXAMINERS, Discs, Pair, Search, shared_results
from lab.measure.strength import shared_truth, strict_columns, thill12_columns

REPLIES = {"strict": strict_columns, "thill12": thill12_columns}
"""The columns that each perfect opponent may play."""

LIKELIEST = 300
"""How many positions of a ply go on because they are the likeliest."""

DRAWN = 100
"""How many others are drawn, in place of all others."""

WIDER = {("thill12", 1): 20, ("thill12", 2): 10}
"""How many times as many positions of a ply go on, by opponent and depth of alpha-beta.  `thill12` has more replies than
`strict`, so its trees are the widest, and the most mistakes are made with little search.  There a decision is cheap."""

NARROWER = 8
"""By how much fewer go on with the engine, whose deep decisions take long."""

Shares = dict[Discs, float]
"""Positions, each with its share of all games."""


class Walked(NamedTuple):
    """What a walk found.

    opponent   of REPLIES
    search     of the model
    errors     how many mistakes a game has on average, an estimate where positions were drawn
    positions  how many were searched
    mistakes   those in which the model gave the win away
    pairs      the leaves to learn from
    """

    opponent: str
    search: Search
    errors: float
    positions: int
    mistakes: frozenset[Discs]
    pairs: frozenset[Pair]


def walk(evaluator: Evaluator, labels: str, opponent: str, search: Search, seed: tuple[int, ...]) -> Walked:
    """A job: the games of a model that moves first and searches, against a perfect opponent of REPLIES.

    `labels` is the path of a file with exact results.
    """
    examiner = EXAMINERS[search.examiner](evaluator, shared_results(labels))
    random = np.random.default_rng(seed)
    likeliest, drawn = widths(opponent, search)
    shares: Shares = {(0, 0): 1.0}
    positions = 0
    errors = 0.0
    mistakes = set()
    pairs: set[Pair] = set()
    while shares:
        replied: Shares = defaultdict(float)
        for position, share in some_of(shares, random, likeliest, drawn).items():
            check()
            positions += 1
            decision = examiner.decide(position, search.depth)
            if decision is None:  # it wins at once, or loses with every move: the games end
                continue
            pairs.update(decision.pairs)
            if decision.is_mistake:
                errors += share
                mistakes.add(position)
            replies = list(replies_to(decision.after, opponent))
            for reply in replies:
                replied[reply] += share / len(replies)
        shares = replied
    return Walked(
        opponent=opponent,
        search=search,
        errors=errors,
        positions=positions,
        mistakes=frozenset(mistakes),
        pairs=frozenset(pairs),
    )


def widths(opponent: str, search: Search) -> tuple[int, int]:
    """How many positions of a ply go on because they are the likeliest, and how many others are drawn."""
    if search.examiner == "engine":
        return LIKELIEST // NARROWER, DRAWN // NARROWER
    times = WIDER.get((opponent, search.depth), 1)
    return times * LIKELIEST, times * DRAWN


def some_of(shares: Shares, random: np.random.Generator, likeliest: int, number: int) -> Shares:
    """The likeliest of some positions, and a number of others that are drawn and share what the rest had."""
    if len(shares) <= likeliest + number:
        return shares

    def likeliest_first(position: Discs) -> tuple[float, Discs]:
        return -shares[position], position

    ranked = sorted(shares, key=likeliest_first)
    rest = ranked[likeliest:]
    some = {position: shares[position] for position in ranked[:likeliest]}
    weights = np.array([shares[position] for position in rest])
    total = float(weights.sum())
    # One position can be drawn several times, and then has several parts of the whole.
    for place in random.choice(len(rest), number, p=weights / total).tolist():
        drawn = rest[place]
        some[drawn] = some.get(drawn, 0.0) + total / number
    return some


def replies_to(stones: Discs, opponent: str) -> Iterator[Discs]:
    """The positions after each reply of a perfect opponent, one of each and its mirror image."""
    position = Position.from_stones(*stones)
    for column in REPLIES[opponent](position, shared_truth()):
        after = position.play(column)
        mirrored = STANDARD.mirrored(after.mine), STANDARD.mirrored(after.theirs)
        yield min((after.mine, after.theirs), mirrored)
