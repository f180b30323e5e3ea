"""Monte-Carlo tree search as it happened: what is known at each event, and what is said of it."""

import numpy as np
import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.mcts.search import search
from c4.tree.moments import after
from c4.tree.selection import SCALE
from c4.tree.simulation_replay import (
    BACKUP,
    EXPANSION,
    PHASES,
    PLAYOUT,
    SELECTION,
    UNTRIED_IN_TREE,
    SimulationReplay,
    chosen_of,
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
    before[0] = True
    for event in range(len(replay)):
        moment = replay.moment(event)
        exists = replay.exists(moment)
        assert (exists >= before).all()
        if moment.phase == BACKUP:
            _, rows = after(tree, moment.number)
            assert (np.flatnonzero(exists) == rows).all()
        elif moment.phase != EXPANSION:
            assert (exists == before).all()
        assert exists[moment.row]
        reached = moment.number if moment.phase >= EXPANSION else moment.number - 1
        assert replay.nodes(moment) == max(1, len(set(tree.simulations.leaf[:reached])))
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
    assert headline(replay, replay.moment(SELECTION), SIDES).startswith("Each simulation has these four phases.")
    assert "random moves" in headline(replay, replay.moment(PLAYOUT), SIDES)
    assert expression(replay, replay.moment(BACKUP), SIDES).startswith("at the root N 0 → 1")
    second = PHASES
    untried = headline(replay, replay.moment(second + SELECTION), SIDES)
    assert "7 replies have not been tried" in untried
    assert untried.endswith("in the move order 4352617: Red 4 is next.")
    assert "becomes a new node" in headline(replay, replay.moment(second + EXPANSION), SIDES)
    assert expression(replay, replay.moment(second + EXPANSION), SIDES) == UNTRIED_IN_TREE
    tenth = replay.moment(9 * PHASES + SELECTION)
    assert expression(replay, tenth, SIDES).startswith("UCT value of Red ")
    assert replay.over(0) == BACKUP
    assert replay.over(BACKUP) == PHASES + BACKUP
    assert replay.out(1) == PHASES
    assert replay.out(len(replay) - 1) == replay.into(len(replay) - 1) == len(replay) - 1


def test_every_playout_says_what_its_result_means():
    """The result is +1, 0 or -1 for MAX, and the backup adds that number to W."""
    for tree in (UCT, ENDING):
        replay = SimulationReplay(tree)
        for number in range(1, len(tree.simulations) + 1):
            played = replay.moment((number - 1) * PHASES + PLAYOUT)
            result = {1: "+1", 0: "0", -1: "−1"}[int(tree.simulations.value[number - 1]) // SCALE]
            assert f" {result} for Red." in headline(replay, played, SIDES)
            assert expression(replay, played, SIDES).startswith("result for Red: +1 won, 0 draw, −1 lost")
            assert f"adds {result} for Red to W." in headline(replay, replay.moment(played.event + 1), SIDES)


def test_the_formula_turns_the_sign_of_w_where_min_selects():
    """W counts for MAX in every node, so MIN's formula has −W / N, and says why; MAX's has W / N."""
    replay = SimulationReplay(UCT)
    turned = 0
    for number in range(9, len(UCT.simulations) + 1):
        moment = replay.moment((number - 1) * PHASES + SELECTION)
        last = [step for step in moment.phases.selected if chosen_of(step).visits][-1]
        text = expression(replay, moment, SIDES)
        if UCT.is_max(last.row):
            assert " = W / N + c · √(ln N above / N) = " in text
            assert "because" not in text
        else:
            turned += 1
            assert text.startswith("UCT value of Yellow ")
            assert " = −W / N + c · √(ln N above / N) = " in text
            assert text.endswith("−W because W counts for Red")
    assert turned
