"""The merged tree of two searches, without a window."""

import pytest
from figures import SIDES, faults, figure_of

from c4.game.position import Position
from c4.search.watch import Watch
from c4.session.plans import PAIRS, Comparing, Plan
from c4.tree.compare import BOTH, NEITHER, ONLY_A, ONLY_B
from visualizer.compare.merged import first_folding, overlay_of
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.wording import FOLDED_WORD, SEARCHED_WORD, value_at

POSITION = Position.from_moves("4453")


def compared(pair):
    return Comparing(POSITION, PAIRS[pair](Plan("alphabeta", "v2", 4), POSITION.rules))(Watch())


def merged(result):
    model = TreeModel()
    comparison = result.comparison
    model.show(comparison.tree, sides=SIDES, folding=first_folding(comparison), overlay=overlay_of(result))
    return model


@pytest.mark.parametrize("pair", PAIRS)
def test_what_only_one_has_is_a_ghost_and_two_values_are_named(pair):
    """Every node on screen says which search it is of, and nothing covers a word."""
    result = compared(pair)
    comparison = result.comparison
    model = merged(result)
    shown = {key: data for key, data in model.state.graph.nodes(data="data") if isinstance(key, int)}
    figure = figure_of(model)
    drawn = {shape.key: shape.dashed for shape in figure.shapes if shape.name == "node"}

    def text(tree, rows, row):
        return value_at(tree, int(rows[row])).spelled(model.state.side_names, with_ply=False)

    for row, data in shown.items():
        where = int(comparison.where[row])
        assert data.ghost == (where in (ONLY_A, ONLY_B))
        assert row not in drawn or drawn[row] == data.ghost
        if where == ONLY_A:
            assert (data.value, data.detail) == (text(comparison.a, comparison.row_a, row), "only A")
        elif where == ONLY_B:
            assert (data.value, data.detail) == (text(comparison.b, comparison.row_b, row), "only B")
        elif where == BOTH:
            a = text(comparison.a, comparison.row_a, row)
            b = text(comparison.b, comparison.row_b, row)
            assert data.value == a == b or (data.value, data.detail) == (f"A {a}", f"B {b}")
        else:
            assert where == NEITHER
    assert any(data.ghost or data.detail for data in shown.values()), "a difference is in sight at first"
    assert faults(figure) == []
    for points, size in ((1.0, (890, 220)), (1.5, (1360, 285))):  # windows of 900x600, and of 1280x800 at 150 %
        low = figure_of(merged(result), size, points)
        written = {word.key for word in low.words if word.style == "count" and word.text[:1] in ("o", "B")}
        drawn_whole = {key for key, box in low.boxes.items() if box[1] > 0 and box[3] < size[1]}
        assert {key for key, data in shown.items() if data.detail} & drawn_whole <= written
        assert faults(low, points) == []
    columns = {decision.column + 1 for decision in result.decisions}
    assert all(str(column) in model.state.headlines[0] for column in columns)


def test_triangles_do_not_count_what_only_one_search_may_have_searched():
    """One may have searched all replies to a node, and the other one only the first."""
    model = merged(compared("minimax and alpha-beta"))
    figure = figure_of(model, (1180, 780))
    said = {word.text for word in figure.words if word.style == "count"}
    assert FOLDED_WORD in said
    assert not [text for text in said if text.endswith(SEARCHED_WORD)]


def test_the_selected_place_is_explained():
    """How much each search did there, and that the other pruned it; no cutoff of one of them is explained."""
    result = compared("minimax and alpha-beta")
    model = merged(result)
    row = int(result.comparison.divergences[0])
    model.select(row)
    assert model.state.why == f"5-3: A searched {int(result.comparison.nodes_a[row])} nodes. B pruned it."
    assert model.state.annotations.bounds == ()
    model.select(0)
    assert model.state.why == "The root: A searched 2,717 nodes, B 602."
