"""TreeState: everything that is shown of a tree, as one frozen record, and what panes ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import networkx as nx
import numpy as np

from c4.evaluators import EVALUATORS, short_label_of
from c4.game.values import WIN_FLOOR
from c4.session.events import Asked, SearchResult
from c4.text import pluralise
from c4.tree.cutoff_words import cut_in_short
from c4.tree.partial import Partial
from c4.tree.playback_words import SoFar
from c4.tree.reason import Limit, cut_of, reason
from c4.tree.searchtree import NO_MOVE, PRUNED, SearchTree
from c4.tree.simulation_story import choice_text, reply_text
from visualizer.state.tree.annotations import NOTHING_MARKED, Annotations, Bound
from visualizer.state.tree.glyphs import (
    Sides,
    build_graph,
    column_text,
    glyph_text,
    header_text,
    ply_name,
    subtree_text,
)
from visualizer.state.tree.overlay import Overlay
from visualizer.state.tree.playback import Playback
from visualizer.state.tree.view import NODE, Glyph, GlyphData, Key, TreeView, Why, is_tie
from visualizer.state.tree.wording import LETTERS, SIDES, bound_texts, points_in, value_at, window_phrase

EMPTY = "Play a move to record a search"

MOST_EXAMPLES = 60
"""Cutoffs on screen among which an example is chosen."""

MOST_LINKS = 60
"""Transpositions that are linked to the selected node at most."""

FOLD_OF_ONE = 0.4
FOLD_MOST = 4.0
"""The width of the triangle of one node, and that of the widest, as shares of an ordinary triangle."""

NOW = "now"
SELECTED = "selected"
"""Beside the node that a playback has reached, and beside the selected one."""

EXAMPLE = "e.g. "
LATEST_CUT = "latest cut in sight"
"""Before why a node was cut: if it is an example, because no cut node is selected; if a playback has passed it last."""

CLOSED = Playback()
"""No search is played back."""


class Change(NamedTuple):
    """A change of what is shown.

    what    "tree": another tree; "expanded": a part of it has been searched again; "folding": what is unfolded;
            "fit": the same, and all is laid out anew; "fitted": a picture has chosen what to unfold at first;
            "selection": what is selected or marked; "style": how glyphs are drawn
    anchor  keys: the first of them that is on screen before and after stays where it is
    reveal  keys to bring into sight, as many as fit, the last before all others
    refit   whether all of it is laid out and fitted anew, unless you have zoomed or panned
    moved   of "expanded": the new row of each old row, int32 (old rows,)
    """

    what: Literal["tree", "expanded", "folding", "fit", "fitted", "selection", "style"]
    anchor: tuple[Key | None, ...] = ()
    reveal: tuple[Key, ...] = ()
    refit: bool = False
    moved: np.ndarray | None = None


class Hidden(NamedTuple):
    """What the page of a lesson leaves out of the figure.

    values    the rows whose values it asks for: ASKED is written in them
    best      whether best play is not marked
    windows   whether a playback says nothing of alpha and beta
    """

    values: frozenset[int] = frozenset()
    best: bool = False
    windows: bool = False


NOTHING_HIDDEN = Hidden()

ASKED = "?"
"""In a node whose value is asked for."""


class Related(NamedTuple):
    """Other rows that have to do with a row: those with the same position, and the one whose value is the bound that
    decided here.
    """

    transpositions: list[int]
    bound_setter: int | None


class Found(NamedTuple):
    """What was looked for, and the rows that match, in order; None where the query makes no sense."""

    query: str
    rows: np.ndarray | None


def set_bound_of(tree: SearchTree, row: int) -> int | None:
    """The row whose value is the bound at which a row was cut; None where it was not cut, or no row set the bound."""
    why = cut_of(tree, row)
    return None if why is None or why.limit is None else why.limit.holder


def is_exact(tree: SearchTree) -> bool:
    """Whether the values of a tree are exact, and not what an evaluator says: each line was played to its end."""
    return not tree.evaluator or tree.depth >= tree.root.rules.cells - tree.root.ply


@dataclass(frozen=True, eq=False)
class CardSubject:
    """The node that the card is about.

    so_far      what a playback, or a running search, knows of it while that is not all
    live        whether its search is running
    event       the event of the playback at which this was so; None without a playback
    """

    tree: SearchTree
    row: int
    so_far: SoFar | None = None
    live: bool = False
    event: int | None = None


class Remark(NamedTuple):
    """A sentence about why a row has its value.

    subject     the tree, by its `id`, and the row, for which it is only found once
    players     what the two players are called in it
    words       "" while it is looked for, and where there is nothing to say
    """

    subject: tuple[int, int]
    players: tuple[str, str]
    words: str = ""


@dataclass(frozen=True, eq=False)
class TreeState:
    """What is shown of a tree.  `TreeModel` replaces it at every change.

    number      how many changes there have been
    changes     the last of them with their numbers: a picture that waited applies all that it missed
    view        the tree and what is unfolded of it; None where there is no tree
    about       the search that the tree belongs to; None where none is known
    live        the running search, if it is the one that is shown
    selected    the selected row
    chosen      the row that you chose last; None until you choose one
    card        the node that the card is about
    bookmarks   the rows that you have marked
    found       what you looked for
    matches     the rows that are not dimmed, in order; None for all
    playback    the playback of the search
    caption     whose point of view the tree has
    sides       word and colour of MAX's discs and of MIN's; None where no player has them
    empty       what is shown in place of a tree
    animate     whether glyphs that make way for others move there slowly enough to follow
    windows     whether alpha and beta are written below inner nodes
    sizes       whether the triangles of folded parts are as wide as these are large
    overview    whether the code that draws the overview has been loaded
    hidden      what a lesson leaves out
    message     a sentence for you; "" for none
    remark      why the value on the card is as it is
    overlay     what a window shows in a tree that it draws in its own way; None for nothing
    """

    number: int = 0
    changes: tuple[tuple[int, Change], ...] = ()
    view: TreeView | None = None
    about: SearchResult | Asked | None = None
    live: Partial | None = None
    selected: int | None = None
    chosen: int | None = None
    card: CardSubject | None = None
    bookmarks: frozenset[int] = frozenset()
    found: Found | None = None
    matches: np.ndarray | None = None
    playback: Playback = CLOSED
    caption: str = ""
    sides: Sides | None = None
    empty: str = EMPTY
    animate: bool = False
    windows: bool = False
    sizes: bool = False
    overview: bool = True
    hidden: Hidden = NOTHING_HIDDEN
    message: str = ""
    remark: Remark | None = None
    overlay: Overlay | None = None

    @property
    def tree(self) -> SearchTree | None:
        """The tree that is shown."""
        return None if self.view is None else self.view.tree

    @property
    def search(self) -> SearchResult | None:
        """The complete search that is shown; None while a running one is."""
        return self.about if isinstance(self.about, SearchResult) else None

    @property
    def replaying(self) -> bool:
        """Whether the search is being played back."""
        return self.playback.is_open

    def changes_since(self, number: int) -> tuple[Change, ...]:
        """The changes after the one with that number; another tree where too many have been missed."""
        missed = tuple(change for at, change in self.changes if at > number)
        if len(missed) < self.number - number:
            return (Change("tree"),)
        return missed

    # -- words --------------------------------------------------------------------------------------------------------

    @cached_property
    def header(self) -> str:
        """What the tree is, in one line; "" without one."""
        if self.view is None:
            return ""
        then = self.playback.header(self.side_names)
        if then:
            return " · ".join(filter(None, (then, self.caption)))
        if self.shows_subtree:
            return subtree_text(self.view.tree, self.view.top, self.caption)
        counts = self.playback.so_far_counts
        return header_text(self.view.tree, self.caption, counts, self.live is not None)

    @property
    def explained(self) -> int | None:
        """The row whose cutoff is explained in words; None without a cutoff."""
        return next(iter(self.explained_cuts), None)

    @cached_property
    def explained_cuts(self) -> tuple[int, ...]:
        """The rows whose cutoffs are explained: in a playback that of the moment or the last one before it,
        otherwise that of the selected row, or else an example of a cutoff at alpha and one at beta.
        """
        view = self.view
        if view is None or self.live is not None or self.overlay is not None:
            return ()
        playback = self.playback
        if playback.moment is not None:
            row = self._cut_at(playback.moment.row)
            if row is None or playback.hides_cut(row):
                row = self._last_cut(view)
            return () if row is None else (row,)
        if self.selected is not None:
            row = self._cut_at(self.selected)
            if row is not None:
                return (row,)
        return self._examples(view, self.selected)

    def _last_cut(self, view: TreeView) -> int | None:
        """The last cutoff that a playback has passed, of those on screen; None for none."""
        passed = [row for row in view.rows if view.is_cut(row) and not self.playback.hides_cut(row)]
        latest_first = sorted(passed, key=self.playback.cut_event, reverse=True)
        return next((row for row in latest_first if cut_in_short(view.tree, row)), None)

    def _cut_at(self, row: int) -> int | None:
        """The row that was cut: this one, or the parent of a pruned one."""
        tree = self.tree
        if tree is None:
            return None
        node = int(tree.parent[row]) if tree.kind[row] == PRUNED else row
        return node if cut_of(tree, node) is not None else None

    @staticmethod
    def _examples(view: TreeView, selected: int | None) -> tuple[int, ...]:
        """The cutoffs that are shown as examples: the best one, and the best one of the other side, if what set its
        bound is on screen.

        A cutoff at the value of the selected node comes first.  A cutoff whose pruned replies are on screen comes before
        one whose replies are folded, of which the first one comes first, and a strict one before a tie, because ties are
        harder to understand.
        """
        tree = view.tree

        def rank(row: int) -> tuple[bool, bool, tuple[int, ...]]:
            is_other = selected is None or set_bound_of(tree, row) != selected
            if view.is_folded(row):
                return is_other, True, (is_tie(tree, row), int(tree.ply[row]), row)
            return is_other, False, view.example_rank(row)

        rows = sorted(row for row in view.rows if view.is_cut(row))[:MOST_EXAMPLES]
        cuts = sorted((row for row in rows if cut_in_short(tree, row)), key=rank)
        examples = cuts[:1]
        for row in cuts[1:]:
            other_side = tree.is_max(row) != tree.is_max(cuts[0])
            if other_side and set_bound_of(tree, row) in view.rows:
                return (*examples, row)
        return tuple(examples)

    @cached_property
    def why(self) -> str:
        """The cutoff that is explained in words; "" for none."""
        if self.view is None or self.live is not None or self.playback.is_open:
            return ""
        if self.overlay is not None:
            return self.overlay.why(self.selected)
        if self.view.tree.simulations is not None:
            return leader_text(self.view.tree, self.selected, self.side_names)
        if self.explained is None:
            return ""
        text = cut_in_short(self.view.tree, self.explained, self.side_names)
        return f"{self._link_to_selected()}{text}" if text else ""

    def _link_to_selected(self) -> str:
        """What the cutoff that is explained has to do with the selected node, before its sentence."""
        assert self.view is not None
        assert self.explained is not None
        if not self.selected:
            return "For example: "
        if self._cut_at(self.selected) == self.explained:
            return ""
        if set_bound_of(self.view.tree, self.explained) == self.selected:
            return "The value of the selected node cuts off others. For example: "
        return "Elsewhere, for example: "

    @cached_property
    def headlines(self) -> tuple[str, ...]:
        """What is best at the root, in words, the longest wording first; none where it is not known or not shown."""
        tree = self.tree
        if tree is None or self.hidden.best or self.shows_subtree:
            return ()
        if self.overlay is not None:
            return (self.overlay.headline,)
        if tree.simulations is not None:
            return self._choice(tree)
        name = self.side_names[0 if tree.is_max(0) else 1]
        so_far = "" if self.playback.knows_best_play and self.live is None else " so far"
        best = self.playback.best_replies().get(0) if self.playback.is_open else tree.best_child(0)
        if best is None or tree.move[best] == NO_MOVE:
            return ()
        column = f"column {int(tree.move[best]) + 1}"
        value = value_at(tree, best)
        if value.is_won:
            return (f"Best{so_far}: {column}, {value.spelled(self.side_names)}",)
        valued = f"{column}, value {value.short} for {name}"
        if is_exact(tree):
            return (f"Best{so_far}: {valued}",)
        with_evaluator = [
            f"Best{so_far}: {valued} ({evaluator}, depth {tree.depth})"
            for evaluator in wordings_of_evaluator(tree.evaluator)
        ]
        short = short_label_of(tree.evaluator)
        return (*with_evaluator, f"Best{so_far} by {short}: {valued}", f"{short}: {column}")

    def _choice(self, tree: SearchTree) -> tuple[str, ...]:
        """Which move Monte-Carlo tree search plays, and why; while it runs or is played back, at this moment."""
        playback = self.playback
        choice = playback.choice() if playback.is_open else choice_text(tree)
        if not choice:
            return ()
        ended = self.live is None and playback.knows_best_play
        plays = "It plays" if ended else "Now it would play"
        return f"{plays} {choice}", f"{plays} {choice.split(' (')[0]}"

    @cached_property
    def pruned_in_sight(self) -> int:
        """How many pruned replies are drawn, also as numbers beside folded nodes; in a playback, of those so far."""
        assert self.view is not None
        shown = self.graph.nodes
        drawn = [(glyph, shown[glyph.key]["data"]) for glyph in self.view.glyphs]
        return sum(
            self.playback.entered(glyph) if data.never_searched else data.pruned
            for glyph, data in drawn
            if not data.invisible
        )

    @cached_property
    def pruned_in_all(self) -> tuple[str, ...]:
        """How many replies were pruned, and how many of them are drawn, in words, the longest wording first; none where
        nothing was, and where a part of a tree, or more than one search, is shown.
        """
        tree = self.tree
        if tree is None or tree.simulations is not None or self.live is not None or self.overlay is not None:
            return ()
        if self.shows_subtree or self.hidden != NOTHING_HIDDEN:
            return ()
        counts = self.playback.so_far_counts
        pruned = tree.pruned if counts is None else counts[1]
        if not pruned:
            return ()
        folded = pruned - self.pruned_in_sight
        so_far = "" if self.playback.knows_best_play else " so far"
        in_all = f"{pluralise(pruned, 'reply', 'replies')} pruned{so_far}"
        with_all = f"{in_all}, with all below them"
        where = ", none inside triangles"
        if folded:
            where = f": {self.pruned_in_sight:,} in sight, {folded:,} inside triangles"
        short = f"{in_all}{where}", in_all
        if self._shows_tie:
            return f"{with_all} (equal is enough){where}", f"{in_all} (equal is enough){where}", *short
        return f"{with_all}{where}", *short

    @property
    def _shows_tie(self) -> bool:
        """Whether a node is drawn that was cut although its value is only equal to the bound."""
        view = self.view
        assert view is not None
        return any(
            view.is_cut(row) and is_tie(view.tree, row) and not self.playback.hides_cut(row) for row in view.rows
        )

    @cached_property
    def annotations(self) -> Annotations:
        """What is marked in the figure."""
        if self.view is None:
            return NOTHING_MARKED
        playback = self.playback
        if playback.is_open:
            simulation = playback.path() if playback.phases() else ()
            return Annotations(
                ringed=self.visible_row(playback.current),
                ring_note=NOW,
                bounds=self._bounds(),
                simulation=frozenset(simulation),
                notes=tuple(playback.notes(self.side_names).items()),
                to_come=playback.to_come(self.view, self.side_names),
                headlines=self.headlines,
                pruned_in_all=self.pruned_in_all,
            )
        ringed = self.visible_row(self.selected)
        if not ringed and self.chosen is None:
            ringed = None  # nothing was chosen: a ring around the root would only compete with best play
        links = () if self.live is not None else tuple(self.related.transpositions[:MOST_LINKS])
        stars = [(self.visible_row(row), row) for row in sorted(self.bookmarks)]
        return Annotations(
            ringed=ringed,
            ring_note=SELECTED,
            dashed_ring=ringed is not None and ringed != self.selected,
            bounds=self._bounds(),
            links=tuple(row for row in links if row != self.selected),
            stars=tuple((shown, shown != row) for shown, row in stars if shown is not None),
            headlines=self.headlines,
            pruned_in_all=self.pruned_in_all,
        )

    def _bounds(self) -> tuple[Bound, ...]:
        """The cutoffs that are explained, for the figure."""
        tree = self.tree
        bounds = []
        selected_cut = None if self.selected is None else self._cut_at(self.selected)
        is_open = self.playback.is_open
        title = LATEST_CUT if is_open and not self.playback.prunes else ""
        begin = EXAMPLE if not is_open and selected_cut is None else ""
        for cut in self.explained_cuts:
            why = None if tree is None else cut_of(tree, cut)
            if tree is None or why is None or why.limit is None:
                continue
            bounds.append(Bound(cut, self._why_cut(tree, cut, why.limit), title, begin, is_tie(tree, cut)))
        return tuple(bounds)

    def _why_cut(self, tree: SearchTree, cut: int, limit: Limit) -> Why:
        """Why a node was cut at the end of its window."""
        reached = points_in(tree, int(tree.value[cut]))
        points = points_in(tree, limit.points).spelled(self.side_names)
        texts = bound_texts(limit.side, points, "" if reached.is_won else reached.short)
        holder = self.visible_row(limit.holder)
        source = ""
        if limit.holder is not None and holder == limit.holder:
            source = f"{LETTERS[limit.side]} from column {column_text(tree, holder)}"
        return Why(texts, holder, source)

    @property
    def side_names(self) -> tuple[str, str]:
        """What MAX and MIN are called."""
        return SIDES if self.sides is None else (self.sides[0][0], self.sides[1][0])

    def ply_name(self, ply: int) -> str:
        """Whose move it is on a ply."""
        assert self.view is not None
        return ply_name(self.view.tree, ply, self.sides)

    def tip(self, key: Key) -> str:
        """What the glyph with that key is, in a few words; "" when it is not on screen."""
        glyph = self.glyph(key)
        if glyph is None or self.view is None:
            return ""
        return glyph_text(self.view, glyph, known=self._is_known(key))

    def _is_known(self, key: Key) -> bool:
        """Whether what a glyph shows may be said."""
        return not isinstance(key, int) or not (self.playback.hides(key) or key in self.hidden.values)

    # -- glyphs and rows ----------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> nx.DiGraph:
        """The glyphs on screen, each with what it shows (see `visualizer.state.tree.glyphs.build_graph`)."""
        assert self.view is not None
        overlay = () if self.overlay is None else (self.overlay.style,)
        marks = (self._add_window, self._add_size, self._add_why)
        overrides = (self.playback.style, *overlay, *marks, self._hide, self._dim)
        return build_graph(self.view, *overrides, names=self.side_names, wins_differ=self._wins_differ)

    @cached_property
    def _wins_differ(self) -> bool:
        """Whether one side wins on several plies among the nodes on screen."""
        assert self.view is not None
        values = self.view.tree.value[list(self.view.rows)]
        won = np.unique(values[np.abs(values) >= WIN_FLOOR])
        return bool(np.count_nonzero(won > 0) > 1 or np.count_nonzero(won < 0) > 1)

    def _add_window(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a node shows while the windows are shown: those of inner nodes."""
        tree = view.tree
        inner = glyph.sort == NODE and not data.folded and tree.size[glyph.row] > 1 and not view.is_folded(glyph.row)
        if not self.windows or self.playback.is_open or not inner or tree.algorithm != "alphabeta":
            return data
        window = window_phrase(tree, glyph.row, int(tree.alpha[glyph.row]), int(tree.beta[glyph.row]))
        return data._replace(label=data.label._replace(window=window))

    def _add_size(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a node shows while sizes are shown: how much is folded below it."""
        return data._replace(fold_size=fold_size(data.nodes)) if self.sizes and data.folded else data

    def _add_why(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a cut node shows if it was cut at another value than the root's and those that arrows show: the figure
        does not say this value elsewhere.
        """
        if not data.pruned or not self._explained_limits or self.hidden != NOTHING_HIDDEN:
            return data
        why = cut_of(view.tree, glyph.row)
        if why is None or why.limit is None or why.limit.points in self._explained_limits:
            return data
        if why.limit.points == int(view.tree.value[0]):
            return data
        return data._replace(why=self._why_cut(view.tree, glyph.row, why.limit))

    @cached_property
    def _explained_limits(self) -> frozenset[int]:
        """The values, in points, at which the cutoffs that are explained were made."""
        assert self.view is not None
        reasons = [cut_of(self.view.tree, cut) for cut in self.explained_cuts]
        return frozenset(why.limit.points for why in reasons if why is not None and why.limit is not None)

    def _hide(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a node shows while a lesson leaves something out."""
        hidden = self.hidden
        if hidden.windows and self.playback.is_open:
            data = data._replace(label=data.label._replace(window=()))
        if hidden.best:
            data = data._replace(principal=False)
        if glyph.key in hidden.values:
            data = data._replace(label=data.label._replace(value=(ASKED,), reserve=data.label.value))
        return data

    def _dim(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a glyph shows while the tree is filtered."""
        if self.matches is None:
            return data
        rows = glyph.hidden or (glyph.row,)
        hides = bool(glyph.hidden) or view.is_folded(glyph.row)
        for row in rows:
            end = row + (int(view.tree.size[row]) if hides else 1)
            first, after = np.searchsorted(self.matches, (row, end))
            if first != after:
                return data
        return data._replace(dim=True)

    def glyph(self, key: Key) -> Glyph | None:
        """The glyph with a key, if it is on screen."""
        if self.view is None:
            return None
        return next((glyph for glyph in self.view.glyphs if glyph.key == key), None)

    def visible_row(self, row: int | None) -> int | None:
        """A row, or its nearest ancestor on screen; None for a row outside the subtree that is shown."""
        if self.view is None or row is None or not self.view.is_below(row, self.view.top):
            return None
        while row not in self.view.rows:
            row = int(self.view.tree.parent[row])
        return row

    @property
    def shows_subtree(self) -> bool:
        """Whether only the subtree of a node is shown."""
        return self.view is not None and self.view.top > 0

    @cached_property
    def related(self) -> Related:
        """The rows that are related to the selected one."""
        if self.view is None or self.selected is None:
            return Related([], None)
        tree = self.view.tree
        limit = reason(tree, self.selected).limit
        return Related(tree.rows_of_same_position(self.selected), None if limit is None else limit.holder)

    def found_place(self) -> str:
        """Where the selected row is among what was found: "12 of 340", or how many there are."""
        if self.found is None:
            return ""
        rows = self.found.rows
        if rows is None:
            return "?"
        if not len(rows):
            return "nothing found"
        place = len(rows) if self.selected is None else int(np.searchsorted(rows, self.selected))
        if place < len(rows) and rows[place] == self.selected:
            return f"{place + 1:,} of {len(rows):,}"
        return f"{len(rows):,} found"


def fold_size(nodes: int) -> float:
    """The width of the triangle of so many nodes, 1 for an ordinary one: twice as wide for 16 times as many."""
    return float(min(FOLD_OF_ONE * nodes**0.25, FOLD_MOST))


def wordings_of_evaluator(name: str) -> tuple[str, ...]:
    """An evaluator in words for a reader who does not know its name, the longest wording first.

    "heuristic “V2”: open lines" and "heuristic “V2”", for instance, or only "learned “Windows”".
    """
    entry = EVALUATORS.get(name)
    kind = "learned" if entry is not None and entry.learned else "heuristic"
    short = f"{kind} “{short_label_of(name)}”"
    if entry is None or not entry.counts:
        return (short,)
    return f"{short}: {entry.counts}", short


def leader_text(tree: SearchTree, selected: int | None, sides: tuple[str, str]) -> str:
    """Why the selected reply, or else the most visited one, has its visits; `sides` are the names of MAX and MIN."""
    row = selected or tree.best_child(0)
    if row is None:
        return ""
    names = sides if tree.maximizer == 0 else sides[::-1]
    path = tree.path(row)
    where = "-".join(str(column + 1) for column in path)
    return f"{where}: {reply_text(tree, row, names)}"
