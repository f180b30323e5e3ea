"""The maps of learned weights: every learned evaluator has them, and their numbers are those of the weights."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from refusal import refused

from c4.evaluators import EVALUATORS, load
from c4.evaluators.base import Page
from c4.evaluators.ntuple import FILE_STEPS, FIRST, FREE, OUT, SECOND, NTuple, Tuples, cell_means, mirrored
from c4.evaluators.sarsa import QTable, Sarsa
from c4.evaluators.tdlambda import TDLambda
from c4.game.position import Position
from c4.game.rules import Rules
from c4.learning import LEARNERS
from c4.learning import load as load_learner

SMALL = (Rules(3, 2, 2), Rules(2, 3, 2))

LEARNED = [name for name, entry in EVALUATORS.items() if entry.learned]


@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("moves", ["", "4453"])
def test_every_learned_evaluator_has_maps(name, moves):
    """Each has a page; a page says what it shows, names rows and columns, and holds finite numbers or none."""
    evaluator = load(name)
    offered = evaluator.page_names()
    assert len(set(offered)) == len(offered) > 0
    for page_name in {*offered[:3], offered[-1]}:
        page = evaluator.page(page_name, Position.from_moves(moves))
        assert page.name == page_name
        assert page.about.endswith(".")
        assert page.heats or page.bars
        assert all(np.isfinite(value) for _, value in page.bars)
        for heat in page.heats:
            rows, columns = heat.values.shape
            assert len(heat.rows) == rows
            assert len(heat.columns) == columns
            assert not np.isinf(heat.values).any()
            assert heat.counts is None or heat.counts.shape == heat.values.shape
            assert all(0 <= row < rows and 0 <= column < columns for row, column in heat.marks)
            assert heat.named(0, 0)
        assert page.reach() >= 0


@pytest.mark.parametrize("name", ["v1", "v2"])
def test_what_has_not_learned_has_none(name):
    """An evaluator without weights offers no page, and refuses to make one."""
    assert load(name).page_names() == ()
    with refused("has no page"):
        load(name).page("weights")


@pytest.mark.parametrize("name", LEARNERS)
def test_what_a_learner_has_learned_so_far_is_what_its_file_has(name, tmp_path):
    """A learner in training has the same pages as the evaluator that reads its file."""
    learner = load_learner(name).create(3)
    if name not in EVALUATORS:
        assert learner.evaluator() is None
        return
    learner.train(20)
    evaluator = learner.evaluator()
    path = tmp_path / f"model{getattr(learner, 'suffix', '.json')}"
    learner.save(path)
    for page_name in evaluator.page_names()[:3]:
        assert same(evaluator.page(page_name), load(name, path).page(page_name))


def same(one: Page, other: Page) -> bool:
    alike = all(np.array_equal(a.values, b.values, equal_nan=True) for a, b in zip(one.heats, other.heats, strict=True))
    return alike and one._replace(heats=()) == other._replace(heats=())


def test_the_cells_of_td_lambda():
    """Every weight stands where its cell is, the first row on top, and the other three are bars."""
    page = TDLambda([number / 1000 for number in range(87)]).page("cells and threats")
    own, other = page.heats
    assert own.values[5, 0] == 0
    assert own.values[5, 6] == 0.006
    assert own.values[0, 3] == 0.038
    assert np.allclose(other.values - own.values, 0.042)
    assert own.named(5, 6) == "row 1, column 7"
    assert [value for _, value in page.bars] == [0.084, 0.085, 0.086]


def boards(rules: Rules) -> list[tuple[int, int]]:
    """All (stones of one, of the other) that gravity allows, whatever their number."""
    one_column = [colours for height in range(rules.rows + 1) for colours in product((0, 1), repeat=height)]
    result = []
    for columns in product(one_column, repeat=rules.columns):
        stones = [0, 0]
        for column, colours in enumerate(columns):
            for row, colour in enumerate(colours):
                stones[colour] |= 1 << rules.cell(row, column)
        result.append(tuple(stones))
    return result


def state_of(cell: int, stones: tuple[int, int], rules: Rules) -> int:
    """What a cell is on a board, by looking at it."""
    row, _ = rules.place(cell)
    if stones[0] >> cell & 1:
        return FIRST
    if stones[1] >> cell & 1:
        return SECOND
    return FREE if row == 0 or (stones[0] | stones[1]) >> cell - 1 & 1 else OUT


ALL = {rules: boards(rules) for rules in SMALL}


@st.composite
def small_ntuples(draw) -> NTuple:
    """Some tuples on a small board, a part of their possible entries with weights."""
    rules = draw(st.sampled_from(SMALL))
    cells = [rules.cell(row, column) for row in range(rules.rows) for column in range(rules.columns)]
    tuples = Tuples(
        rules, draw(st.lists(st.sets(st.sampled_from(cells), min_size=1, max_size=4), min_size=1, max_size=3))
    )
    weights = np.zeros(2 * tuples.size, dtype=np.int32)
    seen = np.unique(
        np.concatenate(
            [tuples.at(stones) for stones in draw(st.lists(st.sampled_from(ALL[rules]), min_size=1, max_size=20))]
        )
    )
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    for side in range(2):
        weights[side * tuples.size + seen] = random.integers(-FILE_STEPS // 8, FILE_STEPS // 8, len(seen))
    return NTuple(tuples, weights)


@often(15)
@given(small_ntuples())
def test_the_means_are_those_of_all_boards(evaluator):
    """For each cell and state: the mean over every entry that some board picks, mirror images included."""
    tuples = evaluator.tuples
    rules = evaluator.tuples.rules
    entries = {}  # (tuple, place in the table): states of its cells
    for stones in ALL[rules]:
        for number, at in enumerate(tuples.at(stones)[::2]):
            entries[number, int(at)] = [state_of(cell, stones, rules) for cell in tuples.cells[number]]
    result = {}
    for (number, at), states in entries.items():
        for side in range(2):
            weight = float(evaluator.weights[side * tuples.size + at])
            for cell, state in zip(tuples.cells[number], states, strict=True):
                for seen in (cell, mirrored(cell, rules)) if weight else ():
                    result.setdefault((side, state, *rules.place(seen)), []).append(weight)
    means, counts = cell_means(tuples, evaluator.weights)
    for place in np.ndindex(means.shape):
        assert counts[place] == len(result.get(place, []))
        if counts[place]:
            assert means[place] == pytest.approx(np.mean(result[place]), abs=1e-9)
        else:
            assert np.isnan(means[place])


def test_sarsa_goes_along_the_game_and_on():
    """The page shows the values before each move of the game, then along the table's own best moves."""
    from c4.kernels.hashing import key_of

    start = Position()
    after = start.play(3).play(2)
    known = {
        key_of(one.mine, one.theirs): row
        for one, row in ((start, [0, 1, 2, 9, 4, 5, 6]), (after, [0, 0, 0, 0, 0, 7, -1]))
    }
    keys = sorted(known)
    values = np.array([known[key] for key in keys], dtype=np.float32)
    table = QTable(
        Rules(),
        False,
        np.array(keys, dtype=np.uint64),
        values,
        np.array([5 + place for place in range(2)], dtype=np.uint32),
    )
    page = Sarsa(table).page("along the game", after)
    (heat,) = page.heats
    assert heat.values[:, 0].tolist() == [0, 1, 2, 9, 4, 5, 6]
    assert np.isnan(heat.values[:, 1]).all(), "it has never been there"
    assert heat.values[:, 2].tolist() == [0, 0, 0, 0, 0, 7, -1]
    assert heat.marks == ((3, 0), (2, 1), (5, 2))
    assert heat.columns == ("move 1", "move 2", "move 3*", "move 4*")
    assert [value for _, value in page.bars] == [0, 0, 0, 0, 0, 7, -1]
    assert heat.counts[0, 2] == table.entry(after)[1]
    assert f"{table.entry(after)[1]} visits here" in heat.title
