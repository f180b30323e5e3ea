"""What each glyph shows and says, and the visible part of a search tree as a networkx graph."""

from __future__ import annotations

import math
from collections.abc import Callable

import networkx as nx
import numpy as np

from c4.evaluators import short_label_of
from c4.game.values import WIN_FLOOR
from c4.text import pluralise
from c4.tree.row_words import line_text, row_text
from c4.tree.searchtree import NO_MOVE, NOTES, PRUNED, REDUCED, RESEARCH, TABLE, TERMINAL, THREAT, SearchTree
from visualizer.state.tree.view import CIRCLE, NODE, SHEET, SHEETS, SQUARE, UNTRIED, Glyph, GlyphData, TreeView
from visualizer.state.tree.wording import (
    NOT_YET_TRIED,
    PRUNED_WORD,
    SIDES,
    Label,
    TreeValue,
    in_two_lines,
    phrase_text,
    value_at,
)

ALGORITHMS = {"minimax": "minimax", "alphabeta": "alpha-beta"}

ENGINE = "engine"
"""The algorithm that searches in rounds, each a ply deeper, and records the last one."""

PASS = "-"
"""On the edge of a null move."""


StyleOverride = Callable[[TreeView, Glyph, GlyphData], GlyphData]
"""Changes what a glyph shows: its value, whether it is drawn or dimmed."""


def glyph_data(view: TreeView, glyph: Glyph) -> GlyphData:
    """What a glyph of a complete search shows."""
    if view.tree.simulations is not None:
        return sampled_data(view, glyph)
    if glyph.sort != NODE:
        return _pruned_data(view, glyph)
    tree = view.tree
    row = glyph.row
    if view.is_unsearched(row):
        shape = SHEET
    else:
        shape = SQUARE if tree.is_max(row) else CIRCLE
    folded = view.is_folded(row)
    pruned = view.pruned_below(row) if folded else 0
    return GlyphData(
        row,
        int(tree.ply[row]),
        shape,
        by_max=not tree.is_max(row),
        principal=row in view.principal_variation,
        folded=folded,
        searched=view.searched_replies(row) if folded else 0,
        pruned=pruned,
        pruned_inside=pruned_inside(tree, row) if folded else 0,
        label=Label(value=(value_at(tree, row),), detail=(_how_often(tree, row),)),
        nodes=view.node_count(glyph),
        note=_note(tree, row),
        column="" if glyph.parent is None else column_text(tree, row),
        dashed=view.is_left_out(row),
    )


def pruned_inside(tree: SearchTree, row: int) -> int:
    """How many replies were pruned in all below a row; 0 where some of what is below it was not recorded, too."""
    below = slice(row, row + int(tree.size[row]))
    if tree.left_out[below].any():
        return 0
    return int(np.count_nonzero(tree.kind[below] == PRUNED))


def sampled_data(view: TreeView, glyph: Glyph) -> GlyphData:
    """What a glyph of Monte-Carlo tree search shows: its mean and its visits, and as the width of the edge above it how
    many of them there are.
    """
    tree = view.tree
    row = glyph.row
    if glyph.sort != NODE:
        return GlyphData(
            row,
            int(tree.ply[row]) + 1,
            UNTRIED,
            by_max=tree.is_max(row),
            nodes=view.node_count(glyph),
            note=f"{len(glyph.hidden):,} untried",
            effort=0.0,
            dashed=True,
        )
    visits = int(tree.samples.visits[row])
    folded = view.is_folded(row) and visits > 1
    return GlyphData(
        row,
        int(tree.ply[row]),
        SQUARE if tree.is_max(row) else CIRCLE,
        by_max=not tree.is_max(row),
        principal=row in view.principal_variation,
        folded=folded,
        searched=view.searched_replies(row) if folded else 0,
        label=Label(value=(value_at(tree, row),), detail=(visits_note(visits),)) if visits else Label(),
        nodes=view.node_count(glyph),
        note="threat" if int(tree.kind[row]) == THREAT else "",
        column="" if glyph.parent is None else column_text(tree, row),
        effort=effort_of(tree, row),
        dashed=view.is_unsearched(row) or view.is_left_out(row),
    )


def visits_note(visits: int) -> str:
    """The visits of a node as they are written below its value."""
    return f"N {visits:,}"


def effort_of(tree: SearchTree, row: int) -> float:
    """How much of the search went through a row, from 0 to 1: the more visits, the more, wherever they are in the tree.

    It is the root of the row's share of all simulations, because small shares would look alike.
    """
    visits = tree.samples.visits
    return math.sqrt(int(visits[row]) / int(visits[0])) if visits[0] else 0.0


def _pruned_data(view: TreeView, glyph: Glyph) -> GlyphData:
    """What a glyph that stands for pruned replies shows."""
    tree = view.tree
    row = glyph.row
    return GlyphData(
        row,
        int(tree.ply[row]) + 1,
        SHEETS,
        by_max=tree.is_max(row),
        nodes=view.node_count(glyph),
        note=f"{len(glyph.hidden):,} {PRUNED_WORD}",
        columns=columns_in_words(tree, glyph.hidden),
    )


def column_text(tree: SearchTree, row: int) -> str:
    """The column that was played to get to a row; an engine's null move is a pass."""
    move = int(tree.move[row])
    return PASS if move == NO_MOVE else str(move + 1)


def columns_in_words(tree: SearchTree, rows: tuple[int, ...]) -> tuple[str, str]:
    """The columns that are played to get to some rows, ("columns", "6, 1, 7"): for one line or for two."""
    noun = "column" if len(rows) == 1 else "columns"
    return noun, ", ".join(column_text(tree, row) for row in rows)


def _how_often(tree: SearchTree, row: int) -> str:
    """That the same move was searched before, or will be: an engine looks again where a quicker look was not enough."""
    note = int(tree.note[row])
    if note & RESEARCH:
        return "again"
    return "quick" if note & REDUCED else ""


def _note(tree: SearchTree, row: int) -> str:
    """How a row without replies got its value, where the value does not say it itself."""
    kind = int(tree.kind[row])
    if kind == TERMINAL:
        return "" if abs(int(tree.value[row])) >= WIN_FLOOR else "draw"
    return {TABLE: "table", THREAT: "threat"}.get(kind, "")


# -- the graph --------------------------------------------------------------------------------------------------------


def build_graph(
    view: TreeView, *overrides: StyleOverride, names: tuple[str, str] = SIDES, wins_differ: bool = False
) -> nx.DiGraph:
    """The visible part of a tree as a graph.

    Nodes are the keys of the glyphs in their order; the attribute `data` is the `GlyphData` after all overrides, with
    its values spelled (see `spell` for `names` and `wins_differ`).  Successors are in the order of the search.
    (`SearchTree.graph` gives a graph of all rows with their fields.)
    """
    graph = nx.DiGraph()
    cache = view.glyph_data
    for glyph in view.glyphs:
        key = glyph, view.is_folded(glyph.row)
        if key not in cache:
            cache[key] = glyph_data(view, glyph)
        data = cache[key]
        for override in overrides:
            data = override(view, glyph, data)
        graph.add_node(glyph.key, data=spell(data, names, wins_differ))
        if glyph.parent is not None:
            graph.add_edge(glyph.parent, glyph.key)
    return graph


def spell(data: GlyphData, names: tuple[str, str], wins_differ: bool) -> GlyphData:
    """What a glyph shows, with the texts of its label; `names` are those of MAX and MIN.

    A won game says who wins, and in a second line when, if it says nothing else or `wins_differ`, one side wins on
    several plies; otherwise both lines together say who wins, because one of them would be wide.
    """
    label = data.label
    value = phrase_text(label.value, names)
    detail = phrase_text(label.detail, names)
    reserve = phrase_text(label.reserve, names)
    short = ""
    tells_ply = False
    if not detail:
        won = [part for part in label.value if isinstance(part, TreeValue) and part.is_won]
        tells_ply = bool(won) and (wins_differ or won[0].leaves_open)
        if tells_ply:
            detail = won[0].when
            short = won[0].short
        else:
            value, detail = in_two_lines(label.value, names)
            reserve = max(in_two_lines(label.reserve, names), key=len)
    window = phrase_text(label.window, names)
    return data._replace(value=value, detail=detail, short=short, reserve=reserve, window=window, tells_ply=tells_ply)


# -- words ------------------------------------------------------------------------------------------------------------


def header_text(tree: SearchTree, caption: str = "", so_far: tuple[int, int] | None = None, live: bool = False) -> str:
    """One line on a search: how it was made and what it counted.

    `so_far` is how many nodes and pruned replies a playback has reached.  Of a `live` search the status line counts: two
    numbers of two moments would differ.
    """
    counts = effort_text(tree.nodes, tree.pruned)
    if so_far is not None:
        counts = f"{effort_text(*so_far)} so far"
    elif tree.simulations is not None:
        counts = f"{pluralise(tree.nodes, 'node')}, to ply {tree.depth}"
    elif tree.algorithm == ENGINE:
        counts += " in the last round"
    if so_far is None:
        counts += not_recorded(tree)
    return " · ".join(filter(None, (how_made(tree), "" if live else counts, caption)))


def way_text(tree: SearchTree, top: int) -> str:
    """That only the subtree of a row is shown, and the way to it."""
    return f"Only what follows {line_text(tree, top)}"


def subtree_text(tree: SearchTree, top: int, caption: str = "") -> str:
    """One line on the subtree of a row: the way to it, its share of the search, and how that was made."""
    counts = f"{way_text(tree, top)}: {tree.nodes_below(top):,} of {pluralise(tree.nodes, 'node')}"
    return " · ".join(filter(None, (counts, how_made(tree), caption)))


def how_made(tree: SearchTree) -> str:
    """The search that made a tree: "alpha-beta, depth 6, V2", "MCTS (UCT), 1,000 simulations, random playouts"."""
    if not tree.evaluator:
        return "exact values, to the end of the game"
    if tree.simulations is not None:
        formula = "PUCT" if tree.simulations.selection.uses_priors else "UCT"
        ran = pluralise(len(tree.simulations), "simulation")
        return f"MCTS ({formula}), {ran}, {short_label_of(tree.evaluator)}"
    evaluator = short_label_of(tree.evaluator)
    return f"{ALGORITHMS.get(tree.algorithm, tree.algorithm)}, depth {tree.depth}, {evaluator}"


def effort_text(nodes: int, pruned: int) -> str:
    """The two counters of a search; a pruned reply is one that was never searched, whatever is below it."""
    return f"{pluralise(nodes, 'node')} searched, {pluralise(pruned, 'reply', 'replies')} pruned"


def not_recorded(tree: SearchTree) -> str:
    """How many of the searched nodes the row budget left out; "" for none."""
    return f", {pluralise(tree.total_left_out, 'node')} not recorded" if tree.total_left_out else ""


Sides = tuple[tuple[str, str], tuple[str, str]]
"""Word and colour of MAX's discs and of MIN's."""


def ply_name(tree: SearchTree, ply: int, sides: Sides | None) -> str:
    """Whose move it is on a ply: "MAX · Yellow"."""
    side = (ply % 2 == 0) != tree.is_max(0)
    return ("MAX", "MIN")[side] + ("" if sides is None else f" · {sides[side][0]}")


def row_summary(tree: SearchTree, row: int) -> str:
    """What a row is, as short as possible: "4-3-5: MAX ≤3"."""
    path = line_text(tree, row)
    if tree.kind[row] == PRUNED:
        return f"{path}: pruned"
    if not tree.was_searched[row]:
        return f"{path}: {NOT_YET_TRIED}"
    return f"{path}: {'MAX' if tree.is_max(row) else 'MIN'} {row_text(tree, row)}"


def glyph_text(view: TreeView, glyph: Glyph, known: bool = True) -> str:
    """What a glyph is, in a few words; without its value where a playback does not know it yet."""
    tree = view.tree
    row = glyph.row
    path = line_text(tree, row)
    if glyph.sort != NODE:
        what = "pruned" if tree.simulations is None else NOT_YET_TRIED
        return f"after {path}: {' '.join(columns_in_words(tree, glyph.hidden))} {what} (click to unfold)"
    if view.is_unsearched(row):
        return f"{path}: {NOT_YET_TRIED if tree.simulations is not None else 'pruned, never searched'}"
    if not known:
        return f"{path}: {'MAX' if tree.is_max(row) else 'MIN'}, not known yet"
    notes = "".join(f", {note}" for bit, note in NOTES.items() if tree.note[row] & bit)
    text = row_summary(tree, row) + notes
    if tree.simulations is not None:
        text += f", {pluralise(int(tree.samples.visits[row]), 'visit')}"
    elif tree.nodes_below(row) > 1:
        text += f", {tree.nodes_below(row):,} nodes"
    if view.is_left_out(row):
        return text + " (not recorded: click to search it again)"
    return text + (" folded (click to unfold)" if view.is_folded(row) else "")
