"""The first picture of a search can be read: what is on it, how large, and that nothing covers anything else."""

import itertools

import numpy as np
import pytest
from showing import settle
from showing import words as shown

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.explain import cut_in_short, cut_of
from c4.tree.replay import partial
from visualizer.tree.pane import TreePane
from visualizer.tree.viewport import LANE

PANES = {"900x600": "475x410", "1280x800": "570x610", "1920x1200": "1060x1000"}
"""The size of the tree pane in a window of each size, at most."""


@pytest.fixture
def pane(root):
    pane = TreePane(root)
    pane.pack(fill="both", expand=True)
    return pane


SIDES = ("Yellow", "#f2c230"), ("Red", "#d1382c")


def show(pane, size, tree):
    pane.winfo_toplevel().geometry(PANES[size])
    settle(pane)
    pane.model.show(tree, sides=SIDES)
    settle(pane)


def boxes(pane, tag):
    """What is written, with its box on screen and the size of its font."""
    canvas = pane.canvas.widget
    items = [item for item in canvas.find_withtag(tag) if canvas.type(item) == "text"]
    call = canvas.tk.call
    return [
        (
            canvas.itemcget(item, "text"),
            canvas.bbox(item),
            -call("font", "configure", canvas.itemcget(item, "font"), "-size"),
        )
        for item in items
    ]


def apart(one, other, slack=2):
    return (
        one[2] - slack <= other[0]
        or other[2] - slack <= one[0]
        or one[3] - slack <= other[1]
        or other[3] - slack <= one[1]
    )


def check(pane):
    """Everything that is asked of a first view."""
    view, canvas = pane.model.view, pane.canvas
    tree, (width, height) = view.tree, canvas.size
    best = tree.best_child(0)
    assert {0, *view.searched_children(0), *view.searched_children(best)} <= view.rows
    spots, diameters = canvas.viewport.pixels(canvas.drawing.xy), canvas.drawing.sizes * canvas.drawing.zoom
    assert diameters.min() >= 16
    glyphs = [(x - r, y - r, x + r, y + r) for (x, y), r in zip(spots.tolist(), diameters * 0.4)]
    labels, names = boxes(pane, "labels"), boxes(pane, "plies")
    assert all(size >= 11 for _, _, size in labels + names)
    for box in [box for _, box, _ in labels + names] + glyphs:
        assert 0 <= box[0] <= box[2] <= width
        assert 0 <= box[1] <= box[3] <= height
    lane = LANE * canvas.points
    assert len(names) == len(canvas.layout.plies)
    assert all(box[2] <= lane + 1 for _, box, _ in names)
    assert spots[:, 0].min() > lane + 8
    outside = [
        (text, box)
        for (text, box, _), label in zip(labels, canvas._labels)
        if label.style != "column" and label.key != 0
    ]
    for (text, box), (other_text, other) in itertools.combinations(outside, 2):
        assert apart(box, other), (text, other_text)
    for text, box in outside + [(text, box) for text, box, _ in names]:
        assert all(apart(box, glyph) for glyph in glyphs), text
    values = [label for label in canvas.drawing.labels if label.style in ("value", "principal")]
    columns = [label for label in canvas.drawing.labels if label.style == "column"]
    assert len([label for label in canvas._labels if label.style in ("value", "principal")]) == len(values)
    assert len([label for label in canvas._labels if label.style == "column"]) == len(columns)
    plies = {round(y) for _, y in spots.tolist()}
    assert len(plies) == len({tree.ply[glyph.row] + (glyph.sort != "node") for glyph in view.glyphs})
    assert spots[:, 0].max() - spots[:, 0].min() > 0.7 * width
    assert max(y1 for _, y1 in ((box[1], box[3]) for _, box, _ in labels)) > 0.7 * height
    return labels


@pytest.mark.parametrize(("algorithm", "depths"), [("alphabeta", (2, 4, 6)), ("minimax", (3, 5))])
def test_the_first_view_is_large_complete_and_covers_nothing(pane, algorithm, depths):
    """Glyphs of 16 pixels, text of 11, nothing cut off, one height for each ply, and the pane is filled."""
    for size, depth in itertools.product(PANES, depths):
        show(pane, size, search(Position.from_moves("4"), depth, load("v2"), algorithm).tree)
        check(pane)


@pytest.mark.slow
@pytest.mark.parametrize("size", PANES)
@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
@pytest.mark.parametrize("evaluator", ["v2", "windows"])
def test_the_first_view_at_depths_2_to_10(pane, size, algorithm, evaluator):
    """Also with fractions as values, and where few columns are open."""
    for depth in range(2, 11):
        moves = "4" if depth <= 7 or algorithm == "alphabeta" else "44444433333322222266"
        show(pane, size, search(Position.from_moves(moves), depth, load(evaluator), algorithm, budget=200_000).tree)
        check(pane)


def clear_of(line, box):
    """Whether a line of several points stays outside a box, tried at every pixel."""
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        steps = np.linspace(0, 1, int(abs(x1 - x0) + abs(y1 - y0)) + 2)[:, None]
        spots = np.array([x0, y0]) * (1 - steps) + np.array([x1, y1]) * steps
        if ((spots > box[:2]) & (spots < box[2:])).all(axis=1).any():
            return False
    return True


@pytest.mark.parametrize("moves", ["4", "4453"])
def test_no_line_runs_past_other_nodes(pane, moves):
    """Lines stay clear of all words and nodes but their own, and one to pruned replies is short where little is shown."""
    tree = search(Position.from_moves(moves), 6, load("v2")).tree
    for size in PANES:
        show(pane, size, tree)
        canvas, drawing = pane.canvas, pane.canvas.drawing
        ends = np.array([(drawing.index(above), drawing.index(key)) for key, above in canvas.layout.parents.items()])
        routes = drawing.route(ends[:, 0], ends[:, 1], canvas.viewport.ply / canvas.points)
        spots, reach = canvas.viewport.pixels(drawing.xy), drawing.sizes * drawing.zoom * canvas.points * 0.4
        labels = zip(boxes(pane, "labels"), canvas._labels)
        texts = [(text, box) for (text, box, _), label in labels if label.style != "column" and label.key != 0]
        for (parent, child), line in zip(ends.tolist(), canvas.viewport.pixels(routes).reshape(-1, 3, 2).tolist()):
            for other, ((x, y), r) in enumerate(zip(spots.tolist(), reach.tolist())):
                assert other in (parent, child) or clear_of(line, (x - r, y - r, x + r, y + r))
            for text, (x0, y0, x1, y1) in texts:
                assert clear_of(line, (x0 + 1, y0 + 4, x1 - 1, y1 - 4)), (size, text)
            if drawing.keys[child] == ("stub", drawing.keys[parent]):
                assert abs(line[2][0] - line[0][0]) < 0.22 * canvas.size[0]
        folded = [key for key in tree.children(0) if pane.model.view.is_cut(key) and pane.model.view.is_folded(key)]
        shown_cut = next(key for key in tree.children(0) if ("stub", key) in canvas.layout.at)
        if folded:
            assert pane.why["text"].startswith(f"For example: After column {tree.move[shown_cut] + 1}, ")


def test_the_lowest_ply_of_a_growing_tree_is_in_sight(pane):
    """However deep the search is, its node is on screen; how many nodes there are is left to the status line."""
    tree = search(Position.from_moves("4"), 9, load("v2"), "minimax", budget=50_000).tree
    for size in PANES:
        pane.winfo_toplevel().geometry(PANES[size])
        part = partial(tree, 20_000, 20_000)
        pane.model.show_live(part, "still searching")
        settle(pane)
        x, y = pane.canvas.pixel(part.open[-1])
        assert 0 < x < pane.canvas.size[0]
        assert 0 < y < pane.canvas.size[1] - 30
        assert pane.header["text"] == "minimax, depth 9, V2 · still searching"


def test_glyphs_and_text_grow_with_the_pane(pane):
    tree, zooms, fonts = search(Position.from_moves("4"), 4, load("v2")).tree, [], []
    for size in PANES:
        show(pane, size, tree)
        zooms.append(pane.canvas.drawing.zoom)
        fonts.append(max(size for _, _, size in boxes(pane, "labels")))
    assert zooms[2] > 1.5 * zooms[0]
    assert fonts[2] > 1.4 * fonts[0]


def test_what_was_pruned_and_why_is_written_on_the_pane(pane):
    """The number at each cut, the comparison that cut in words, what values count, ties, and the order of the search."""
    tree = search(Position.from_moves("4"), 4, load("v2")).tree
    show(pane, "1280x800", tree)
    cut = next(row for row in tree.children(0) if cut_of(tree, row))
    why = cut_of(tree, cut)
    words = [text for text, _, _ in boxes(pane, "labels")]
    assert words.count("6 pruned") == sum(cut_of(tree, row) is not None for row in tree.children(0))
    assert pane.why["text"] == f"For example: {cut_in_short(tree, cut, ('Yellow', 'Red'))}"
    assert pane.why["text"].startswith(
        f"For example: After column {tree.move[cut] + 1}, Red's reply {tree.move[why.chosen] + 1} gives Yellow"
    )
    assert pane.why["text"].endswith("cut off. 6 replies pruned, which cannot change the result.")
    assert f"{tree.pruned:,} replies pruned (30 in sight, {tree.pruned - 30:,} deeper)" in pane.header["text"]
    legend = shown(pane.legend)
    for part in ("value in V2 points, + is good for Yellow", "a tie is pruned too", "middle columns first"):
        assert any(part in text for text in legend)
    pane.model.select(next(row for row in view_rows(pane) if tree.ply[row] == 2 and cut_of(tree, row)))
    settle(pane)
    assert pane.why["text"].startswith("After 3-")


def view_rows(pane):
    return sorted(pane.model.view.rows)


def test_the_buttons_of_the_pane_unfold_fit_and_go_back(pane):
    """One ply more, Best line, Fit, Back: what each leaves on screen."""
    tree = search(Position.from_moves("4"), 6, load("v2")).tree
    show(pane, "1280x800", tree)
    buttons = {button["text"]: button for button in pane.buttons.winfo_children()}
    first, line = pane.model.view.rows, tree.principal_variation()
    pane.record_view()
    buttons["One ply more"].invoke()
    settle(pane)
    assert pane.model.view.rows > first
    assert set(tree.children(line[2])) & pane.model.view.rows
    pane.record_view()
    buttons["Best line"].invoke()
    settle(pane)
    assert set(line) <= pane.model.view.rows
    buttons["Fit"].invoke()
    settle(pane)
    spots = pane.canvas.viewport.pixels(pane.canvas.drawing.xy)
    assert spots.min() > 0
    assert (spots < pane.canvas.size).all()
    while pane.can_go_back:
        buttons["Back"].invoke()
        settle(pane)
    assert pane.model.view.rows == first


def test_nodes_that_make_way_move_smoothly(pane):
    """The node that you unfold stays where it is; others stay, too, or come to their new places in small steps."""
    tree = search(Position.from_moves("4"), 6, load("v2")).tree
    show(pane, "900x600", tree)
    canvas, model, moves = pane.canvas, pane.model, []
    model.draw_with(animate=True, overview=True)
    canvas._on_painted = lambda: places.append(where())
    first = sorted(model.view.rows - {0})

    def where():
        return np.array([canvas.pixel(key) for key in first])

    for chosen in (*list(filter(model.view.is_folded, first))[::2], None):
        places = [where()]
        model.one_ply_more() if chosen is None else model.click(chosen)
        settle(pane)
        steps = [np.abs(after - before).max() for before, after in itertools.pairwise(places)]
        moves.append(np.abs(places[-1] - places[0]).max())
        assert max(steps) < max(0.7 * moves[-1], 5)
        if chosen is not None:
            x, y = np.ptp([place[first.index(chosen)] for place in places], axis=0)
            assert x < 1
            assert y < 10, "up where there is no room below"
    assert max(moves) > 30
    assert canvas.view_state() is not None


@pytest.mark.parametrize("change", ["animated", "at once", "fitted"])
def test_a_move_of_nodes_ends_when_the_tree_changes(pane, change):
    """Nodes that are folded while they move are not drawn any more, also if a fit folds them."""
    show(pane, "900x600", search(Position.from_moves("4"), 6, load("v2")).tree)
    canvas, model = pane.canvas, pane.model
    model.draw_with(animate=True, overview=True)
    if change == "fitted":
        model.change(lambda view: view.apply(view.first_foldings()[0]))
    else:
        model.one_ply_more()
    pane.show_model()
    canvas.paint()
    assert canvas._glide.end is not None
    model.draw_with(animate=change == "animated", overview=True)
    if change == "fitted":
        canvas.resized()
    else:
        model.change(lambda view: view.collapse(0))
    settle(pane)
    assert set(canvas.drawing.keys) == set(canvas.layout.at)
