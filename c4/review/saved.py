"""A review inside a game: exact scores as a header, marks and sentences at the moves; written and read back.

    [Review "+1 4+1/4 4-1/4 5-2/3"]

First the exact score of the start for the side to move; then for each move of the main line its column, its exact score
for the side that played it, and all best columns.  Other programs keep the header as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from c4.game.columns import DIGITS, format_columns
from c4.game.gametree import ROOT, GameTree
from c4.library.headers import LONGEST_VALUE
from c4.library.record import Record
from c4.review.mistake_marks import SYMBOLS
from c4.review.rows import Lines, Review, Row
from c4.review.words import explanation, sentence

HEADER = "Review"

_ENTRY = re.compile(r"([1-9a-w])([+-]\d{1,2})/([1-9a-w]+)")


def with_review(record: Record, review: Review, lines: Mapping[int, Lines] | None = None) -> Record:
    """The record with the scores of a review of its main line as a header, and its marks and sentences at the moves.

    Marks and comments that a move already has stay.  `lines` are best play after rows by their ply, where it is known:
    their comments also say why.
    """
    tree = record.tree
    way = tree.path(tree.end_of(ROOT))
    for node, row, position in zip(way, review.rows, review.positions):
        if row.mark:
            if lines is not None and row.ply in lines:
                words = explanation(row, position, lines[row.ply])
            else:
                words = sentence(row, position)
            tree = _annotated(tree, node, SYMBOLS[row.mark], words)
    return with_scores(replace(record, tree=tree), review)


def with_scores(record: Record, review: Review) -> Record:
    """The record with the scores of a review of its main line as a header, and with nothing else of it."""
    return replace(record, others={**record.others, HEADER: _header(review)})


def review_of(record: Record) -> Review | None:
    """The review that a game was saved with; None if it has none.

    Rows end where the main line is no longer the one that was reviewed.  The scores are what the file says: nothing
    has checked them.
    """
    text = record.others.get(HEADER, "")
    first, *entries = text.split() or [""]
    if re.fullmatch(r"[+-]\d{1,2}", first) is None:
        return None
    value = int(first)
    review = Review(record.start, record.columns, ())
    rows: list[Row] = []
    for entry, column, position in zip(entries, record.columns, review.positions):
        match = _ENTRY.fullmatch(entry)
        if match is None or DIGITS.index(match[1]) != column:
            break
        best = tuple(DIGITS.index(letter) for letter in match[3])
        score = int(match[2])
        soonest = (position.rules.cells - position.ply + 1) // 2  # a win with the next disc
        if not -soonest <= score <= value <= soonest or not set(best) <= set(position.legal_columns()):
            break
        rows.append(Row(position.ply + 1, position.to_move, column, value, score, best))
        value = -score
    return replace(review, rows=tuple(rows)) if rows else None


def _annotated(tree: GameTree, node: int, mark: str, comment: str) -> GameTree:
    """The tree with a mark and a comment at a move, unless it has its own."""
    here = tree.nodes[node]
    return tree.annotated(node, mark=here.mark or mark, comment=here.comment or comment)


def _header(review: Review) -> str:
    """The scores of a review as text."""
    if not review.rows:
        return ""
    text = f"{review.rows[0].value:+d}"
    for row in review.rows:
        entry = f" {DIGITS[row.column]}{row.score:+d}/{format_columns(row.best)}"
        if len(text) + len(entry) > LONGEST_VALUE:  # only boards that are very wide have so much
            break
        text += entry
    return text
