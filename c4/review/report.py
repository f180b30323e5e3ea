"""A review as text, as an annotated game, and as points of a graph.  Plain Python; imports the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from c4.game.columns import DIGITS, format_columns
from c4.game.gametree import GameTree
from c4.game.position import Position
from c4.game.rules import Rules, count
from c4.review.rows import SYMBOLS, Lines, Review, Row
from c4.review.words import fate, naming, summary, told_of

LONGEST_LINE = 12
"""Plies of a variation that an annotated game shows."""

DECIDED = 0.3
"""The height of the latest win on the graph, distinct from a draw; the earliest is at 1."""


def height(score: int, rules: Rules) -> float:
    """The height of an exact score on a graph from -1 to 1: wins above DECIDED, the sooner the higher; draws at 0."""
    if score == 0:
        return 0.0
    soonest = (rules.cells + 1) // 2 - rules.connect + 1
    size = DECIDED + (1 - DECIDED) * min(1.0, abs(score) / max(1, soonest))
    return size if score > 0 else -size


def row_text(row: Row, position: Position) -> str:
    """A move in one line: ply, side, column and mark, what it leads to, and what was better."""
    move = f"{row.ply:>3}. {'XO'[row.side]} {DIGITS[row.column]}{SYMBOLS[row.mark]}"
    if not row.mark:
        return f"{move:<11}{fate(row.kept, position)}"
    better = f"{naming(row.best)} {fate(row.value, position, several=len(row.best) > 1)}"
    return f"{move:<11}{fate(row.kept, position):<14}{better}"


def review_text(review: Review, names: Sequence[str] = ("", ""), lines: Mapping[int, Lines] | None = None) -> str:
    """The review for people: every move, both sides in one line each, and the mistakes, the worst first.

    `lines` are those of rows by their ply, where they are known.
    """
    told = [row_text(row, position) for row, position in zip(review.rows, review.positions)]
    if not review.complete:
        told.append(f"judged so far: {len(review.rows)} of {count(len(review.columns), 'move')}")
    elif (outcome := review.positions[-1].outcome()) is not None:
        who = "a draw" if outcome.winner is None else f"{'XO'[outcome.winner]} wins"
        told.append(f"     {who}: {outcome.reason}")
    told.append("")
    for side in (0, 1):
        name = f" ({names[side]})" if names[side] else ""
        told.append(f"{'XO'[side]}{name}: {summary(review, side)}")
    mistakes = review.mistakes()
    if mistakes:
        told += ["", "Mistakes, the worst first (distances in plies from the move on)"]
    for row in mistakes:
        position = review.positions[row.ply - 1 - review.start.ply]
        words = told_of(row, position, (lines or {}).get(row.ply))
        told.append(f"{row.ply:>3}. {'XO'[row.side]} {DIGITS[row.column]}{SYMBOLS[row.mark]}  {words}")
        if lines and row.ply in lines:
            told.append(f"     played {format_columns(lines[row.ply].refutation)}")
            told.append(f"     better {format_columns(lines[row.ply].better)}")
    return "\n".join(told) + "\n"


def annotated(tree: GameTree, review: Review, lines: Mapping[int, Lines] | None = None) -> GameTree:
    """A game annotated with the review of its main line: marks, sentences, and from `lines` better moves as variations.

    Existing comments stay, before the sentence.
    """
    for node, row, position in zip(tree.main_line(), review.rows, review.positions):
        if not row.mark:
            continue
        said = tree.nodes[node].comment
        told = told_of(row, position, (lines or {}).get(row.ply))
        tree = tree.marked(node, SYMBOLS[row.mark])
        if told not in said:
            tree = tree.commented(node, f"{said} {told}".strip())
        if row.lost and lines and row.ply in lines:
            here, tree = tree, tree.gone_to(tree.nodes[node].parent)
            for column in lines[row.ply].better[:LONGEST_LINE]:
                tree = tree.played(column)
            tree = tree.gone_to(here.at)
    return tree
