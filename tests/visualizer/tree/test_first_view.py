"""The first picture of a search can be read: what is on it, how large, and that nothing covers anything else."""

import itertools
from time import sleep

import numpy as np
import pytest
from showing import settle
from showing import words as shown

from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import EXACT
from c4.search.fixed_depth import search
from c4.tree.cutoff_words import cut_in_short
from c4.tree.partial import tree_so_far
from c4.tree.reason import cut_of
from visualizer.tree.pane import TreePane
from visualizer.tree.paper import WHOLE_PIXELS
from visualizer.tree.shapes import FONTS, font_size
from visualizer.tree.viewport import LANE
from visualizer.tree.widths import growth_of
from visualizer.ui.fonts import font

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


def check(pane):
    """Everything that is asked of a first view."""
    view = pane.model.view
    canvas = pane.canvas
    figure = canvas.figure
    tree = view.tree
    (width, height) = canvas.size
    best = tree.best_child(0)
    assert {0, *view.searched_children(0), *view.searched_children(best)} <= view.rows
    written = boxes(pane, "words")
    names = [(text, box, size) for text, box, size in boxes(pane, "plies") if text.startswith("M")]
    assert all(size >= 11 for _, _, size in written + names)
    for box in [box for _, box, _ in written + names] + list(figure.boxes.values()):
        assert 0 <= box[0] <= box[2] <= width
        assert 0 <= box[1] <= box[3] <= height
    assert len(names) == len(canvas.layout.plies)
    lane = LANE * canvas.pixels_per_point
    assert all(box[2] <= lane + 1 for _, box, _ in names)
    assert min(box[0] for box in figure.boxes.values()) > lane
    valued = {word.key for word in figure.words if word.style in ("value", "best")}
    assert valued == {row for row in view.rows if not view.is_unsearched(row)}
    assert {word.key for word in figure.words if word.style == "column"} == view.rows - {0}
    assert covered(pane) == []
    left = min(box[0] for box in figure.boxes.values())
    right = max(box[2] for box in figure.boxes.values())
    assert right - left > 0.7 * width
    assert max(box[3] for box in figure.boxes.values()) > 0.7 * height


def covered(pane):
    """Words on others, by their boxes on screen."""
    written = boxes(pane, "words")
    found = []
    for (text, box, _), (other_text, other, _) in itertools.combinations(written, 2):
        down = min(box[3], other[3]) - max(box[1], other[1])
        across = min(box[2], other[2]) - max(box[0], other[0])
        if across > 2 and down > 0.3 * (box[3] - box[1]):  # above and below its letters a line has free space
            found.append((text, other_text))
    return found


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


@pytest.mark.parametrize("moves", ["4", "4453"])
@pytest.mark.parametrize("depth", [2, 6])
def test_the_example_is_unfolded_where_its_replies_show_its_reason(pane, moves, depth):
    """They do not where the reply that decides is itself a bound."""
    tree = search(Position.from_moves(moves), depth, load("v2")).tree
    for size in PANES:
        show(pane, size, tree)
        cut = pane.model.state.explained
        figure = pane.canvas.figure
        assert pane.why["text"].startswith("For example: After ")
        assert cut in figure.boxes
        is_clear = tree.bound[tree.best_child(cut)] == EXACT
        assert is_clear == (depth == 2)
        if size != "900x600":  # there is no room for it
            assert (("stub", cut) in figure.boxes) == is_clear


def test_the_root_and_the_lowest_ply_of_a_growing_tree_are_in_sight(pane):
    """However deep the search is, its node is on screen with the root; how many nodes there are is left to the status line."""
    tree = search(Position.from_moves("4"), 9, load("v2"), "minimax", budget=50_000).tree
    for size in PANES:
        pane.winfo_toplevel().geometry(PANES[size])
        part = tree_so_far(tree, 20_000, 20_000)
        pane.model.show_live(part, "still searching")
        settle(pane)
        x, y = pane.canvas.pixel(part.open[-1])
        assert 0 < x < pane.canvas.size[0]
        assert 0 < y < pane.canvas.size[1]
        root_x, root_y = pane.canvas.pixel(0)
        assert 0 < root_x < pane.canvas.size[0]
        assert 0 < root_y < pane.canvas.size[1]
        assert pane.header["text"] == "Minimax, depth 9, V2 · still searching"


def test_glyphs_and_text_grow_with_the_pane(pane):
    """In a larger pane the same tree has larger nodes and letters."""
    tree = search(Position.from_moves("4"), 4, load("v2")).tree
    zooms = []
    fonts = []
    for size in PANES:
        show(pane, size, tree)
        zooms.append(pane.canvas.figure.zoom)
        fonts.append(max(size for _, _, size in boxes(pane, "moving")))
    assert zooms[2] > 1.5 * zooms[0]
    assert fonts[2] > 1.4 * fonts[0]


def test_what_was_pruned_and_why_is_written_on_the_pane(pane):
    """The number at each cut, the comparison that cut in words, what values count, ties, and the order of the search."""
    tree = search(Position.from_moves("4"), 4, load("v2")).tree
    show(pane, "1280x800", tree)
    cut = pane.model.state.explained
    why = cut_of(tree, cut)
    assert pane.why["text"] == f"For example: {cut_in_short(tree, cut, ('Yellow', 'Red'))}"
    assert f"column {tree.move[cut] + 1}, Red's reply {tree.move[why.chosen] + 1} gives Yellow" in pane.why["text"]
    assert f"{tree.pruned:,} replies pruned" in pane.header["text"]
    seen = pane.model.state.pruned_in_sight
    in_all = (
        f"{tree.pruned:,} replies pruned, with all below them (equal is enough): "
        f"{seen:,} in sight, {tree.pruned - seen:,} inside triangles"
    )
    assert in_all in [word.text for word in pane.canvas.figure.words]
    legend = shown(pane.legend)
    for part in ("value in V2 points, + is good for Yellow", "equal is enough to prune"):
        assert any(part in text for text in legend)
    pane.model.select(next(row for row in view_rows(pane) if tree.ply[row] == 2 and cut_of(tree, row)))
    settle(pane)
    assert pane.why["text"].startswith("After reply 3 to column 3, Yellow's move 4 gives")


def test_words_are_hardly_wider_than_there_is_room_for(pane):
    """At no zoom: letters have whole pixels, so that a word grows in steps."""
    canvas = pane.canvas
    for text, style in (("−0.03 ≤ α = 0.00", "bound"), ("−2 ≥ β = −2", "bound"), ("41 pruned inside", "count")):
        for zoom in np.arange(0.6, 2.3, 0.03):
            drawn = font(canvas.widget, font_size(style, zoom), FONTS[style][1]).measure(text)
            width = canvas.measure(text, style)[0] * canvas.pixels_per_point
            room = width * zoom * growth_of(style, zoom) * WHOLE_PIXELS
            assert drawn <= room + 1, (text, zoom)


def view_rows(pane):
    return sorted(pane.model.view.rows)


def test_the_buttons_of_the_pane_unfold_fit_and_go_back(pane):
    """One ply more, Best line, Fit, Back: what each leaves on screen."""
    tree = search(Position.from_moves("4"), 6, load("v2")).tree
    show(pane, "1280x800", tree)
    buttons = {button["text"]: button for button in pane.buttons.winfo_children()}
    first = pane.model.view.rows
    line = tree.principal_variation()
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
    spots = np.array(list(pane.canvas.figure.boxes.values())).reshape(-1, 2)
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
    canvas = pane.canvas
    model = pane.model
    moves = []
    model.draw_with(animate=True, overview=True)
    canvas._on_painted = lambda: places.append(where())
    below_example = {child for row in model.view.folding.examples for child in model.view.children(row)}
    first = sorted(model.view.rows - {0} - below_example)  # an example goes when another cut is unfolded

    def where():
        return np.array([canvas.pixel(key) for key in first])

    def in_sight(place):
        return 60 < place[0] < canvas.size[0] - 30 and 30 < place[1] < canvas.size[1] - 30

    for chosen in (*list(filter(model.view.is_folded, first))[::2], None):
        places = [where()]
        model.one_ply_more() if chosen is None else model.click(chosen)
        settle(pane)
        steps = [np.abs(after - before).max() for before, after in itertools.pairwise(places)]
        moves.append(np.abs(places[-1] - places[0]).max())
        assert max(steps) < max(0.7 * moves[-1], 5)
        if chosen is not None and in_sight(places[0][first.index(chosen)]):
            x, y = np.ptp([place[first.index(chosen)] for place in places], axis=0)
            assert x < 1
            assert y < 45, "up by less than a ply where there is no room below"
    assert max(moves) > 30
    assert canvas.view_state() is not None


@pytest.mark.parametrize("change", ["animated", "at once", "fitted"])
def test_a_move_of_nodes_ends_when_the_tree_changes(pane, change):
    """Nodes that are folded while they move are not drawn any more, also if a fit folds them."""
    show(pane, "900x600", search(Position.from_moves("4"), 6, load("v2")).tree)
    canvas = pane.canvas
    model = pane.model
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
    assert set(canvas.figure.boxes) == set(canvas.layout.at)


def test_other_events_get_time_while_nodes_move_slowly(pane, monkeypatch):
    """However long a picture of moving nodes takes, the next one waits until other events have been handled."""
    show(pane, "900x600", search(Position.from_moves("4"), 6, load("v2")).tree)
    canvas = pane.canvas
    model = pane.model
    model.draw_with(animate=True, overview=True)
    paint = canvas.sheet.draw

    def paint_slowly(width, height):
        sleep(0.03)
        return paint(width, height)

    monkeypatch.setattr(canvas.sheet, "draw", paint_slowly)
    model.one_ply_more()
    pane.show_model()
    pane.update()
    assert canvas._glide is not None
    settle(pane)
    assert canvas._glide is None
