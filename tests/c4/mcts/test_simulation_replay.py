"""Monte-Carlo tree search as it happened: what is known at each event, and what is said of it."""

import numpy as np
import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.mcts.search import search
from c4.tree.moments import after
from c4.tree.simulation_replay import (
    BACKUP,
    EXPANSION,
    PHASES,
    PLAYOUT,
    SELECTION,
    SimulationReplay,
    expression,
    headline,
    path_notes,
)

SIDES = ("Red", "Yellow")
UCT = search(Position(), 80, seed=1).tree
PUCT = search(Position.from_moves("4453"), 60, load("v2")).tree
ENDING = search(Position.from_moves("4455"), 100).tree


@pytest.mark.parametrize("tree", [UCT, PUCT, ENDING], ids=["uct", "puct", "an ending"])
def test_the_tree_grows_by_what_each_simulation_adds(tree):
    """The tree of a moment is that of the simulations that have ended, and from the expansion on what this one adds."""
    replay = SimulationReplay(tree)
    assert len(replay) == PHASES * len(tree.simulations)
    before = np.zeros(len(tree), dtype=bool)
    for event in range(len(replay)):
        moment = replay.moment(event)
        exists = replay.exists(moment)
        assert (exists >= before).all()
        if moment.phase == BACKUP:
            _, rows = after(tree, moment.number)
            assert (np.flatnonzero(exists) == rows).all()
        elif moment.phase != EXPANSION:
            assert (exists == before).all()
        assert exists[moment.row] or (moment.phase == SELECTION and moment.number == 1)
        before = exists
    for row in range(len(tree)):
        if tree.samples.visits[row]:
            added = replay.moment(replay.to_row(row))
            assert added.phase == EXPANSION
            assert added.phases.leaf == row


@pytest.mark.parametrize("tree", [UCT, PUCT, ENDING], ids=["uct", "puct", "an ending"])
def test_every_phase_is_explained(tree):
    """Each event has a sentence, and notes at rows that are on its path."""
    replay = SimulationReplay(tree)
    for event in range(len(replay)):
        moment = replay.moment(event)
        assert headline(replay, moment, SIDES).endswith(".")
        path = {update.row for update in moment.phases.updates}
        notes = path_notes(replay, moment, SIDES)
        assert {note.row for note in notes} <= path
        assert moment.phase != BACKUP or len(notes) == len(path)


def test_the_words_of_the_first_simulations():
    """The first values the root; the next tries a reply; the numbers are those of the record."""
    replay = SimulationReplay(UCT)
    assert headline(replay, replay.moment(SELECTION), SIDES).startswith("The tree has only the root")
    assert "random moves" in headline(replay, replay.moment(PLAYOUT), SIDES)
    assert expression(replay, replay.moment(BACKUP)).startswith("at the root N 0 → 1")
    second = PHASES
    assert "7 replies have not been tried" in headline(replay, replay.moment(second + SELECTION), SIDES)
    assert "becomes a new node" in headline(replay, replay.moment(second + EXPANSION), SIDES)
    tenth = replay.moment(9 * PHASES + SELECTION)
    assert expression(replay, tenth).startswith("UCT value of column")
    assert replay.over(0) == BACKUP
    assert replay.over(BACKUP) == PHASES + BACKUP
    assert replay.out(1) == PHASES
    assert replay.out(len(replay) - 1) == replay.into(len(replay) - 1) == len(replay) - 1
