"""A comparison of two searches as one HTML page: both in words, their trees as pictures, what differs.

Imports matplotlib by way of the pictures.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO

from c4.experiments.plans import Compared
from c4.game.notation import place_in_words
from c4.review.page import board_svg
from c4.tree.searchtree import SearchTree
from visualizer.compare.verdict import COLUMNS, cells, choice_text, counts_text, verdict
from visualizer.kit.widgets import sentence
from visualizer.tree.export.picture import picture
from visualizer.tree.view import TreeView

MOST = 100
"""Differences that are listed, the largest first."""

STYLE = """
:root { --board: #2b4c7e; --hole: #e8ecf2; }
body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1b2330; }
.trees { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; } img { width: 100%; border: 1px solid #cfd6e0; }
h2 { font-size: 1.1rem; margin: .5rem 0; } #board { width: 14rem; height: auto; }
table { border-collapse: collapse; margin-top: 1rem; } td, th { padding: .15rem .8rem .15rem 0; text-align: right; }
td:first-child, th:first-child, td:nth-child(2), th:nth-child(2) { text-align: left; }
"""


def page(found: Compared) -> str:
    """The page."""
    comparison, rows = found.comparison, found.comparison.divergences
    heads = "".join(f"<th>{escape(title)}</th>" for title, _, _ in COLUMNS)
    listed = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in cells(comparison, row)) + "</tr>"
        for row in rows[:MOST].tolist()
    )
    title = f"Two searches {place_in_words(found.position)}"
    parts = (
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f"<h1>{escape(title)}</h1><p>{escape(sentence(verdict(found)))}.</p>",
        board_svg(found.position, (), found.position),
        f'<div class="trees">{"".join(search(found, side) for side in (0, 1))}</div>',
        f"<h2>What differs</h2><p>{escape(counts_text(found))}. {shown(len(rows))}</p>",
        f"<table><thead><tr>{heads}</tr></thead><tbody>{listed}</tbody></table></html>",
    )
    return "\n".join(parts)


def search(found: Compared, side: int) -> str:
    """One of the two searches: its plan, what it chose, its tree."""
    tree = found.decisions[side].tree
    name = f"{'AB'[side]}: {found.plans[side].words}"
    image = "" if tree is None else f'<img src="data:image/png;base64,{png(tree)}" alt="the tree of {"AB"[side]}">'
    return f"<section><h2>{escape(name)}</h2><p>{escape(choice_text(found, side))}</p>{image}</section>"


def png(tree: SearchTree) -> str:
    """A tree as it is first unfolded: PNG in base64."""
    file = BytesIO()
    picture(TreeView(tree), width=820, height=620).savefig(file, format="png", dpi=110)
    return b64encode(file.getvalue()).decode()


def shown(number: int) -> str:
    """How many of the differences are listed, where that is not all."""
    return f"The {MOST} largest of {number:,} are listed." if number > MOST else ""
