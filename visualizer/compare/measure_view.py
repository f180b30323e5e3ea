"""What the Measure window says, from what it knows and from the search that is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from c4.session.plans import MOST_NODES, Point
from c4.text import capitalised, pluralise
from c4.tree import profile as profiles
from c4.tree.profile import SEARCHED_KINDS, Profile
from c4.tree.searchtree import SearchTree
from visualizer.state.state import Searches
from visualizer.state.tree.glyphs import header_text
from visualizer.state.trees import TO_SEARCH
from visualizer.ui.chart import Bars, Line, Plot, columns
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Anchor

STYLES = {
    "minimax": ("#d55e00", "s", "-"),
    "alpha-beta": ("#e69f00", "^", "--"),
    "alpha-beta ordered": ("#0072b2", "o", "-"),
    "engine": ("#009e73", "D", "-."),
}
"""Colour (Okabe and Ito), marker and line style of each search; no two share any of them."""

DARK_STYLES = STYLES | {"alpha-beta ordered": ("#56b4e9", "o", "-")}

NUMBERS = (("Nodes", "nodes"), ("Seconds of processor time", "seconds"))
"""What is drawn of a search: title, and attribute of `Point`."""

PLY_COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Ply", 36, "e"),
    ("Side", 46, "e"),
    ("Nodes", 78, "e"),
    *((kind.capitalize(), 76, "e") for kind in SEARCHED_KINDS),
    ("Pruned", 76, "e"),
    ("Searched per node", 124, "e"),
    ("Replies", 60, "e"),
    ("Minimum", 72, "e"),
)


# -- this search ------------------------------------------------------------------------------------------------------


class TreeOf:
    """The tree that is shown, if there is one; equal if it is the same object, since comparing trees takes long."""

    def __init__(self, searches: Searches) -> None:
        shown = searches.shown
        self.tree: SearchTree | None = None if shown is None else shown.decision.tree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeOf) and other.tree is self.tree

    def __hash__(self) -> int:
        return id(self.tree)


@dataclass(frozen=True, eq=False)
class TreeProfile:
    """A tree and its profile (see `c4.tree.profile`)."""

    tree: SearchTree
    profile: Profile


def measure(tree: SearchTree | None) -> TreeProfile | None:
    """Measures a tree; None for none."""
    return None if tree is None else TreeProfile(tree, profiles.profile(tree))


class ProfileView(NamedTuple):
    """Where a recorded search spent its nodes: a title, the figures in sentences, and a line for each ply.

    `measured` is what is drawn; None if there is no search.
    """

    title: str
    summary: str
    rows: tuple[tuple[str, ...], ...]
    measured: TreeProfile | None


NO_PROFILE = ProfileView("No search yet", f"To measure a search here, {TO_SEARCH}.", (), None)


def profile_view(measured: TreeProfile | None) -> ProfileView:
    """Where a recorded search spent its nodes."""
    if measured is None:
        return NO_PROFILE
    tree = measured.tree
    profile = measured.profile
    return ProfileView(header_text(tree), summary(tree, profile), ply_rows(tree, profile), measured)


def ply_rows(tree: SearchTree, profile: Profile) -> tuple[tuple[str, ...], ...]:
    """The lines of the table: one for each ply."""
    root_is_max = tree.root.to_move == tree.maximizer
    rows = []
    for ply in profile.plies:
        side = "MAX" if root_is_max == (ply.ply % 2 == 0) else "MIN"
        fractions = ["-" if number is None else f"{number:.2f}" for number in (ply.branching, ply.width)]
        least = "-" if ply.least is None else f"{ply.least:,.0f}"
        counts = [f"{number:,}" for number in (ply.nodes, *ply.kinds, ply.pruned)]
        rows.append((str(ply.ply), side, *counts, *fractions, least))
    return tuple(rows)


def profile_plots(profile: Profile, theme: Theme) -> tuple[Plot, Plot, Plot]:
    """Nodes per ply, searched replies per node, and the replies that made the cutoffs."""
    plies = [ply.ply for ply in profile.plies]
    nodes = [ply.nodes for ply in profile.plies]
    counted = [Line(plies, nodes, theme.good, "searched", marker="o")]
    pruned = [(ply.ply, ply.pruned) for ply in profile.plies if ply.pruned]
    if pruned:
        counted.append(Line(*columns(pruned), theme.bad, "pruned", ":", "x"))
    least = [(ply.ply, ply.least) for ply in profile.plies if ply.least is not None]
    counted.append(Line(*columns(least), theme.faint, "minimum", "--"))
    searched = [(ply.ply, ply.branching) for ply in profile.plies if ply.branching is not None]
    possible = [(ply.ply + 1, ply.width) for ply in profile.plies if ply.width is not None]
    replies = (
        Line(*columns(searched), theme.good, "searched", marker="o"),
        Line(*columns(possible), theme.faint, "all replies", "--"),
    )
    return (
        Plot("Nodes per ply", "ply", tuple(counted), log=True),
        Plot("Searched replies per node", "ply", replies, zero=True),
        Plot(
            "Cutoffs by reply",
            "place of the reply in the move order",
            bars=Bars(profile.cuts, theme.good),
            note="" if any(profile.cuts) else "no cutoffs",
        ),
    )


def summary(tree: SearchTree, profile: Profile) -> str:
    """The figures of a profile in sentences."""
    parts = []
    if profile.branching is not None:
        parts.append(f"Effective branching factor {profile.branching:.2f}.")
    if profile.first_move_rate is not None:
        share = f"{100 * profile.first_move_rate:.1f} %"
        parts.append(f"The first reply tried made {share} of {pluralise(sum(profile.cuts), 'cutoff')}.")
    if profile.null_cuts:
        parts.append(f"Null moves made {profile.null_cuts:,} more.")
    parts.append(f"{100 * profile.pruned_share:.1f} % of all replies were pruned.")
    parts.append(minimum_text(tree, profile))
    return " ".join(parts)


def minimum_text(tree: SearchTree, profile: Profile) -> str:
    """How many nodes alpha-beta needs at least, or why that is not known."""
    if tree.algorithm == "engine":
        return (
            "Knuth and Moore's minimum does not hold for the engine, whose table and threats settle nodes without a"
            " search."
        )
    if profile.left_out:
        return f"These figures leave out {pluralise(profile.left_out, 'node')} that were not recorded."
    nodes = pluralise(round(profile.least), "node")
    if profile.uniform:
        least = f"Alpha-beta needs at least {nodes} here"
    else:
        least = f"With equally many replies at all nodes of a ply, alpha-beta needs at least {nodes}"
    recorded = sum(ply.nodes for ply in profile.plies)
    return f"{least} (Knuth and Moore, 1975); this search visited {recorded:,}."


# -- growth with depth ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Measuring:
    """What the window knows: the tree that is shown, measured, and the growth with depth.

    where     the position in words
    depth     the greatest depth
    wanted    how many searches are to be made
    points    those that have been made
    busy      whether they are being made
    message   what was said last: why it cannot be measured, or that it was stopped
    """

    measured: TreeProfile | None = None
    where: str = ""
    depth: int = 0
    wanted: int = 1
    points: tuple[Point, ...] = ()
    busy: bool = False
    message: str = ""


class GrowthView(NamedTuple):
    """The button, what is said, the share of the searches made (None while none are), and the searches."""

    button: str
    text: str
    share: float | None
    points: tuple[Point, ...]


def growth_view(where: str, depth: int, wanted: int, points: tuple[Point, ...], busy: bool, message: str) -> GrowthView:
    """What is said of the growth with depth."""
    if busy:
        last = f": {points[-1].series}, depth {points[-1].depth} done" if points else ""
        return GrowthView("Stop", f"Searching{last}", len(points) / wanted, points)
    text = message or growth_result(where, depth, points)
    return GrowthView("Measure", capitalised(text), None, points)


def growth_result(where: str, depth: int, points: Sequence[Point]) -> str:
    """What was measured, and which searches ended early."""
    if not points:
        return ""
    done = Counter(point.series for point in points)
    left_out = sorted(name for name in STYLES if done[name] < depth)
    if not left_out:
        return where
    names = ", ".join(left_out)
    return f"{where}; {names} stopped early, before searches of more than {MOST_NODES:,} nodes"


def growth_plots(points: Sequence[Point], theme: Theme) -> tuple[Plot, ...]:
    """Nodes and seconds of every search over its depth."""
    return tuple(growth_plot(points, title, number, theme) for title, number in NUMBERS)


def growth_plot(points: Sequence[Point], title: str, number: str, theme: Theme) -> Plot:
    """Nodes or seconds of every search over its depth."""
    styles = DARK_STYLES if theme.is_dark else STYLES
    lines = []
    for name, (colour, marker, dash) in styles.items():
        own = [(point.depth, getattr(point, number)) for point in points if point.series == name]
        if own:
            lines.append(Line(*columns(own), colour, name, dash, marker))
    return Plot(title, "depth", tuple(lines), log=True)
