"""What is drawn: artists, words and colours, without a display."""

import contextlib
import random
import subprocess
import sys

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from node_counts import count_nodes

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from visualizer.tree.draw import TreeDrawing, place_labels, place_note, used_boxes
from visualizer.tree.export import picture
from visualizer.tree.glyphs import build_graph
from visualizer.tree.layout import _push, fitted_layout, layout
from visualizer.tree.style import BEAD, SEARCH_STYLES, STYLES
from visualizer.tree.view import NODE, STUB, TreeView, ViewFull
from visualizer.tree.viewport import LEGIBLE, Viewport, fit
from visualizer.ui.theme import THEMES

matplotlib.use("Agg")


def measure(text, style):
    return 7 * len(text), 13


def drawn(moves="", depth=6, algorithm="alphabeta", theme="light", change=None, **options):
    """A drawing, its graph and layout, after a change of the view."""
    position = Position.from_moves(moves) if moves else Position()
    view = TreeView(search(position, depth, load("v2"), algorithm, **options).tree)
    if change:
        change(view)
    graph = build_graph(view)
    placed = layout(graph)
    figure = Figure(figsize=(10, 7), dpi=72)
    FigureCanvasAgg(figure)
    drawing = TreeDrawing(figure.add_axes((0, 0, 1, 1)), THEMES[theme])
    drawing.show(graph, placed)
    return drawing, graph, placed, view


def artists(drawing):
    return {artist.get_gid(): artist for artist in drawing.axes.collections}


def test_few_artists_hold_everything_whatever_the_size():
    few = drawn(depth=3)[0].axes
    many = drawn(depth=6, algorithm="minimax")[0].axes
    for axes in (few, many):
        assert len(axes.collections) <= 8 + len(SEARCH_STYLES)
        assert not axes.texts
        assert not axes.patches


def test_every_glyph_is_drawn_once_where_the_layout_put_it():
    drawing, graph, placed, _ = drawn()
    drawn_artists = artists(drawing)
    for look in SEARCH_STYLES:
        expected = sorted(placed.at[key] for key, node in graph.nodes(data="data") if node.style == look)
        offsets = sorted(map(tuple, drawn_artists[look].get_offsets().tolist())) if look in drawn_artists else []
        assert np.allclose(offsets, expected)
    assert sum(len(drawn_artists[look].get_offsets()) for look in SEARCH_STYLES if look in drawn_artists) == len(graph)


def test_the_edges_are_thin_thick_or_dashed_and_join_parents_to_children():
    drawing, graph, placed, view = drawn()
    drawn_artists = artists(drawing)
    line = drawn_artists["principal variation"]
    assert isinstance(line, LineCollection)
    assert line.get_linewidth()[0] > 3 * drawn_artists["edges"].get_linewidth()[0]
    assert len(line.get_segments()) == len(view.tree.principal_variation()) - 1
    assert (
        sum(len(drawn_artists[name].get_segments()) for name in ("edges", "pruned edges", "principal variation"))
        == graph.number_of_edges()
    )
    ends = {(tuple(segment[0]), tuple(segment[-1])) for segment in drawn_artists["edges"].get_segments()}
    for parent, child in graph.edges:
        node = graph.nodes[child]["data"]
        if not node.pruned and not node.principal:
            assert (placed.at[parent], placed.at[child]) in ends
    assert drawn_artists["pruned edges"].get_linestyle()[0][1] is not None


def test_looks_differ_by_shape_or_hatch_and_not_by_colour_alone():
    styles = [STYLES[look] for look in SEARCH_STYLES]
    assert len({(style.path.vertices.tobytes(), style.hatch, style.dashed) for style in styles}) == len(SEARCH_STYLES)


def test_pruned_glyphs_are_hatched_and_the_cut_is_barred():
    def open_one(view):
        stubs = [glyph for glyph in view.glyphs if glyph.sort == STUB]
        view.expand(stubs[0].key)
        view.collapse(stubs[1].row)

    drawing, graph, _, _ = drawn(change=open_one)
    drawn_artists = artists(drawing)
    assert drawn_artists["stub"].get_hatch()
    assert drawn_artists["pruned"].get_hatch()
    assert not drawn_artists["max"].get_hatch()
    assert len(drawn_artists["cuts"].get_offsets()) == sum(node.pruned for _, node in graph.nodes(data="data"))
    assert len(drawn_artists["folded cuts"].get_offsets()) == sum(
        node.cut and node.folded for _, node in graph.nodes(data="data")
    )


def test_words_say_values_with_bounds_columns_and_counts():
    drawing, graph, _, view = drawn()
    values = sorted(label.texts[0] for label in drawing.labels if label.style in ("value", "principal"))
    assert values == sorted(node.value for _, node in graph.nodes(data="data") if node.value)
    assert any(value.startswith("≤") for value in values)
    assert any(value.startswith("≥") for value in values)
    columns = [label for label in drawing.labels if label.style.endswith("column")]
    assert len(columns) == sum(1 for _, node in graph.nodes(data="data") if node.column)
    stubs = [label.texts for label in drawing.labels if label.texts[0].endswith("pruned")]
    assert sum(int(short_form) for _, short_form in stubs) == count_nodes(view).pruned_stubbed


@pytest.mark.parametrize("size", [(300, 200), (600, 440), (1000, 640), (2400, 1400)])
def test_placed_words_lie_inside_and_never_cover_a_glyph_or_each_other(size):
    drawing, _, placed, _ = drawn()
    viewport = fit(placed, *size, gutter=46)
    drawing.scale(viewport.slot, viewport.ply)
    words = place_labels(drawing, viewport.pixels, (46, 0, *size), measure)
    boxes = []
    for word in words:
        if word.style.endswith("column"):
            continue
        width, height = measure(word.text, word.style)
        x = word.x if word.anchor == "w" else word.x - width / 2
        y = word.y if word.anchor == "n" else word.y - height / 2
        boxes.append((x, y + 2, x + width, y + height - 2))
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        assert x0 >= 46
        assert x1 <= size[0]
        assert not any(
            x0 < right and left < x1 and y0 < bottom - 1 and top + 1 < y1 for left, top, right, bottom in boxes[:i]
        )
    spots, radii = viewport.pixels(drawing.xy), drawing.sizes * drawing.zoom * 0.4
    for x0, y0, x1, y1 in boxes:
        dx = np.maximum(np.maximum(x0 - spots[:, 0], spots[:, 0] - x1), 0)
        dy = np.maximum(np.maximum(y0 - spots[:, 1], spots[:, 1] - y1), 0)
        assert np.all(np.maximum(dx, dy) >= radii - 2)


def test_zooming_keeps_the_point_under_the_pointer_and_is_undone_by_its_inverse():
    viewport = Viewport(100, 50, 30, 64)
    near = viewport.zoomed(1.2, 333, 222)
    assert near.point(333, 222) == pytest.approx(viewport.point(333, 222))
    back = near.zoomed(1 / 1.2, 333, 222)
    assert (back.left, back.top, back.slot, back.ply) == pytest.approx(
        (viewport.left, viewport.top, viewport.slot, viewport.ply)
    )


def test_a_picture_for_a_file_holds_the_words_too(tmp_path):
    view = drawn()[3]
    figure = picture(view, THEMES["dark"], 900, 600)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert "≤0" in texts
    assert "6 pruned" in texts or "6" in texts
    assert not picture(view, words=False).axes[0].texts
    figure.savefig(tmp_path / "tree.png")
    assert (tmp_path / "tree.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("module", "banned"),
    [
        ("visualizer.ui.theme", ("numpy", "matplotlib", "networkx", "tkinter")),
        ("visualizer.tree.view", ("matplotlib", "networkx", "tkinter")),
        ("visualizer.tree.model", ("matplotlib",)),
    ],
)
def test_heavy_imports_stay_where_they_belong(module, banned):
    code = f"import sys, {module}; print(*sorted(name for name in sys.modules if name in {banned!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_no_label_stands_on_another_whatever_is_unfolded():
    """60 unfoldings by chance, at the sizes a pane has in windows of 900x600, 1280x800 and 1920x1200; nor does one
    that comes and goes, such as "sets the bound".
    """
    view = TreeView(search(Position.from_moves("44"), 4, load("v2"), "alphabeta").tree)
    chance = random.Random(5)
    figure = Figure(figsize=(10, 7), dpi=72)
    drawing = TreeDrawing(figure.add_axes((0, 0, 1, 1)), THEMES["light"])
    for turn in range(60):
        folded = [glyph.key for glyph in view.glyphs if glyph.sort != NODE or view.is_folded(glyph.row)]
        if turn % 25 == 24 or not folded:
            view = TreeView(view.tree)
        else:
            with contextlib.suppress(ViewFull):
                view.expand(chance.choice(folded))
        width, height = ((316, 280), (520, 480), (1110, 900))[turn % 3]
        graph = build_graph(view)
        placed, _ = fitted_layout(graph, width / LEGIBLE[0], height / LEGIBLE[1])
        drawing.show(graph, placed)
        viewport = fit(placed, width, height, legible=1.0)
        drawing.scale(viewport.slot, viewport.ply)
        words = place_labels(drawing, viewport.pixels, (0, 0, width, height), measure)
        bead = BEAD.size * drawing.bead_zoom / 2 - 1
        spots, radii = viewport.pixels(drawing.xy), drawing.sizes * drawing.zoom / 2
        used = used_boxes(words, measure, bead, spots, radii)
        placed_words = used[: len(words)]
        low, high = placed_words[:, :2], placed_words[:, 2:]
        over = (low[:, None] < high - 1).all(axis=2) & (low < high[:, None] - 1).all(axis=2)
        assert over.sum() == len(words)  # each with itself
        frame, notes = (46.0, 0.0, float(width), float(height)), used
        for glyph in chance.sample(range(len(spots)), min(3, len(spots))):  # "sets the bound", windows of a playback
            if 46 < spots[glyph][0] < width and 0 < spots[glyph][1] < height:
                note = place_note((84.0, 13.0), tuple(spots[glyph]), float(radii[glyph]), notes, frame)
                assert not ((notes[:, :2] < note[2:]) & (notes[:, 2:] > note[:2])).all(axis=1).any()
                assert frame[0] <= note[0] <= note[2] <= frame[2]
                assert frame[1] <= note[1] <= note[3] <= frame[3]
                notes = np.vstack((notes, [note]))


def test_a_large_folded_subtree_leaves_its_column_in_sight():
    """Its triangle grows up to the number on its line where plies are as low as words allow."""
    drawing = drawn(
        depth=6, algorithm="minimax", change=lambda view: [view.collapse(child) for child in view.children(0)]
    )[0]
    viewport = Viewport(300, 20, 30, LEGIBLE[1])
    drawing.scale(viewport.slot, viewport.ply)
    words = place_labels(drawing, viewport.pixels, (0, 0, 700, 300), measure)
    assert sorted(word.text for word in words if word.style.endswith("column")) == list("1234567")


def test_contours_without_a_common_lane():
    """While a search runs, a node may have one reply below it and only pruned ones beside: they do not overlap."""
    assert _push([0.0, {3: [-1.0, 2.0]}], [0.5, {2: [-1.0, 1.0]}], 0.0) == 2.5


def test_no_room_at_all():
    """A pane squeezed to nothing, by a scale of 300 % say, still has a layout."""
    assert fitted_layout(build_graph(TreeView(search(Position(), 2, load("v2")).tree)), -0.4, -1.0, 3)[1] >= 1
