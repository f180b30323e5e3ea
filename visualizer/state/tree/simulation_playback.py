"""The playback of Monte-Carlo tree search: four events for each simulation, one for each phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from c4.text import pluralise
from c4.tree.playback_words import SoFar
from c4.tree.searchtree import SearchTree
from c4.tree.simulation_replay import (
    EXPANSION,
    PLAYOUT,
    RESULTS,
    SimulationMoment,
    SimulationReplay,
    TreeThen,
    expression,
    headline,
    path_notes,
    phase_names,
    scores_at,
)
from c4.tree.simulation_story import choice_text
from visualizer.state.tree.glyphs import effort_of, visits_note
from visualizer.state.tree.playback import KEYS, Playback
from visualizer.state.tree.view import NODE, Folding, Glyph, GlyphData, Key, TreeView
from visualizer.state.tree.wording import SIDES, Label, value_at

FIRST_PHASES_A_SECOND = 1
"""The speed at which simulations are played back at first."""

LEAST_PLIES = 2
"""The plies below the root for which there is always room, so that the picture of the first simulations stays."""


def playback_of(tree: SearchTree, unfolded: Folding, before: Playback) -> Playback:
    """The playback of a tree, before its first event has been shown; it has the speed of the one `before`."""
    if tree.simulations is None:
        return Playback(speed=before.speed).opened(tree, unfolded)
    speed = before.speed if isinstance(before, SimulationPlayback) else FIRST_PHASES_A_SECOND
    return SimulationPlayback(speed=speed, script=SimulationReplay(tree), unfolded=unfolded)


@dataclass(frozen=True, eq=False)
class SimulationPlayback(Playback):
    """A playback of simulations at one moment; its methods return another one.

    script      the events of the tree
    scene       the event that is shown; None before the first
    present     bool (rows,): the rows that the tree has at this moment
    now         the tree as it was then; None before the first simulation has ended
    """

    script: SimulationReplay | None = None
    scene: SimulationMoment | None = None
    present: np.ndarray | None = None
    now: TreeThen | None = None

    # -- moving -------------------------------------------------------------------------------------------------------

    def at(self, event: int, now: float) -> Playback:
        """The playback right after an event, or at the first or the last one."""
        script = self._script
        scene = script.moment(min(max(event, 0), self.last))
        return replace(self, scene=scene, present=script.exists(scene), now=script.tree_then(scene), moved=now)

    @property
    def _script(self) -> SimulationReplay:
        assert self.script is not None, "a playback of simulations has their events"
        return self.script

    @property
    def tree(self) -> SearchTree:
        """The whole tree."""
        return self._script.tree

    @property
    def is_open(self) -> bool:
        """Whether a search is being played back."""
        return self.script is not None

    @property
    def steps(self) -> SimulationReplay | None:
        """The events, for stepping."""
        return self.script

    @property
    def shown(self) -> SimulationMoment | None:
        """The moment that is shown."""
        return self.scene

    @property
    def event(self) -> int:
        """The number of the event shown, 0 before the first."""
        return 0 if self.scene is None else self.scene.event

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._script) - 1

    # -- words --------------------------------------------------------------------------------------------------------

    def headline(self, sides: tuple[str, str] = SIDES) -> str:
        """What happens in this phase, in words; `sides` are the names of MAX and MIN."""
        return "" if self.scene is None else headline(self._script, self.scene, sides)

    def status(self) -> str:
        """Where the playback is, in the status line."""
        phase = f"phase {self.phase() + 1} of 4, {self.phases()[self.phase()].lower()}"
        return f"Playback: {self.place()}, {phase}. {KEYS}"

    def expression(self, sides: tuple[str, str] = SIDES) -> str:
        """The numbers of this phase; `sides` are the names of MAX and MIN."""
        return "" if self.scene is None else expression(self._script, self.scene, sides)

    def place(self) -> str:
        """Where the playback is: "simulation 12 of 1,000"."""
        number = 1 if self.scene is None else self.scene.number
        return f"simulation {number:,} of {self._script.simulations:,}"

    def phases(self) -> tuple[str, ...]:
        """The names of the four phases."""
        return phase_names(self.tree.log.selection)

    def phase(self) -> int:
        """Which of them is shown, from 0."""
        return 0 if self.scene is None else self.scene.phase

    def header(self, sides: tuple[str, str] = SIDES) -> str:
        """How large the tree is at this moment, what its values mean, and the constant of the formula."""
        nodes = 1 if self.scene is None else self._script.nodes(self.scene)
        exploration = self.tree.log.selection.exploration
        values = f"values for {sides[0]}: {RESULTS}"
        return f"{pluralise(nodes, 'node')} · {values} · exploration constant c = {exploration:g}"

    def choice(self, with_visits: bool = True) -> str:
        """Which move the search would choose if it ended at this moment, and why; "" before any was tried."""
        return "" if self.now is None else choice_text(self.now.tree, with_visits)

    def path(self) -> list[int]:
        """The rows on the path of the simulation, from the root, as far as it has got."""
        if self.scene is None:
            return []
        row = self.scene.row
        return [*reversed([row, *self.tree.ancestors(row)])]

    def notes(self, sides: tuple[str, str] = SIDES) -> dict[int, str]:
        """What the phase says at each row of the path, from the leaf up: the first note gets the best place."""
        if self.scene is None:
            return {}
        return {note.row: note.text for note in reversed(path_notes(self._script, self.scene, sides))}

    def visible_row(self) -> int | None:
        """The row that has to be on screen."""
        return None if self.scene is None else self.scene.row

    # -- what was known when ------------------------------------------------------------------------------------------

    def last_ply(self) -> int | None:
        """The deepest ply for which there has to be room: that of the leaf, because all else is folded."""
        leaf = 0 if self.scene is None else int(self.tree.ply[self.scene.phases.leaf])
        return max(leaf, LEAST_PLIES)

    def hides(self, key: Key) -> bool:
        """Whether the value of a glyph is hidden: values are those of the moment, so none is."""
        return False

    @property
    def knows_best_play(self) -> bool:
        """Whether the search has ended."""
        return self.event == self.last

    def entered(self, glyph: Glyph) -> int:
        """How many of the rows that a glyph stands for the tree has."""
        if self.present is None:
            return 0
        return int(np.count_nonzero(self.present[list(glyph.hidden or (glyph.row,))]))

    def style(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a glyph shows at this moment.

        The most visited line is not marked: the line of this simulation is, and the width of edges says what was visited.
        """
        entered = self.entered(glyph)
        data = data._replace(
            invisible=not entered, principal=False, folded=False, effort=0.0, label=Label(reserve=data.label.value)
        )
        if glyph.sort != NODE:
            return data
        place = None if self.now is None else self.now.place(glyph.row)
        visits = 0 if place is None or self.now is None else int(self.now.tree.samples.visits[place])
        score = self._scores.get(glyph.row, "")
        if place is None or self.now is None or not visits:
            untried = glyph.row > 0 and not self._is_new(glyph.row)
            return data._replace(dashed=untried, label=data.label._replace(detail=(" ",)), note=score)
        now = self.now.tree
        return data._replace(
            note=data.note if not score or self._has_edges_below(view, glyph.row) else score,
            label=data.label._replace(value=(value_at(now, place),), detail=(visits_note(visits),)),
            effort=effort_of(now, place),
            folded=view.is_folded(glyph.row) and visits > 1,
            dashed=view.is_left_out(glyph.row),
            nodes=visits,
        )

    def _has_edges_below(self, view: TreeView, row: int) -> bool:
        """Whether edges to replies begin where a word below the node would be; the note at the parent says it then."""
        assert self.present is not None
        return not view.is_folded(row) and bool(self.present[list(self.tree.children(row))].any())

    @cached_property
    def _scores(self) -> dict[int, str]:
        """What the formula says of the replies along the way, by row."""
        return {} if self.scene is None else scores_at(self.tree, self.scene)

    def known(self, view: TreeView) -> tuple[object, ...]:
        """What `style` depends on."""
        return (self.event,)

    @property
    def so_far_counts(self) -> tuple[int, int] | None:
        """The counts of alpha-beta, which simulations do not have."""
        return None

    def so_far(self, row: int) -> SoFar | None:
        """What the search knows of a row where the tree of this moment does not have it; None where it has."""
        if self._is_new(row):
            return SoFar("not known yet", None, "This node is new: its first simulation has not been backed up yet.")
        if self.now is None and row == 0:
            return SoFar("not known yet", None, "No simulation has ended yet.")
        if self.now is not None and self.now.place(row) is not None:
            return None
        return SoFar("not known yet", None, "The search has not reached this node yet.")

    def _is_new(self, row: int) -> bool:
        """Whether a row has just become a node, and nothing has been backed up to it."""
        if self.scene is None or self.scene.row != row or self.scene.phase not in (EXPANSION, PLAYOUT):
            return False
        place = None if self.now is None else self.now.place(row)
        return place is None or self.now is None or not self.now.tree.samples.visits[place]

    def subject(self, row: int) -> tuple[SearchTree, int] | None:
        """The tree of this moment and the place of a row in it, for the card; None where it is not there yet."""
        if self.now is None or self._is_new(row):
            return None
        place = self.now.place(row)
        return None if place is None else (self.now.tree, place)
