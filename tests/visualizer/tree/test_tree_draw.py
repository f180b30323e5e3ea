"""What is drawn: artists, words and colours, without a display."""

import contextlib
import random

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from node_counts import count_nodes

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from visualizer.state.tree.glyphs import build_graph
from visualizer.state.tree.view import NODE, STUB, TreeView, ViewFull
from visualizer.tree.draw import GAP, TreeDrawing, place_labels, place_note, space_of, used_boxes
from visualizer.tree.layout import _in_order, layout
from visualizer.tree.style import STYLES, skirt
from visualizer.tree.viewport import PLY, fit
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
    placed = layout(graph, space_of(measure))
    figure = Figure(figsize=(10, 7), dpi=72)
    FigureCanvasAgg(figure)
    drawing = TreeDrawing(figure.add_axes((0, 0, 1, 1)), THEMES[theme])
    drawing.show(graph, placed)
    drawing.scale(1.0, PLY)
    return drawing, graph, placed, view


def artists(drawing):
    return {artist.get_gid(): artist for artist in drawing.axes.collections}


def test_every_glyph_is_drawn_once_where_the_layout_put_it():
    drawing, graph, placed, _ = drawn()
    drawn_artists = artists(drawing)
    for look in STYLES:
        expected = sorted(placed.at[key] for key, node in graph.nodes(data="data") if node.style == look)
        offsets = sorted(map(tuple, drawn_artists[look].get_offsets().tolist())) if look in drawn_artists else []
        assert np.allclose(offsets, expected)
    assert sum(len(drawn_artists[look].get_offsets()) for look in STYLES if look in drawn_artists) == len(graph)


def test_the_edges_are_thin_thick_or_dashed_and_join_parents_to_children():
    drawing, graph, placed, _ = drawn()
    drawn_artists = artists(drawing)
    line = drawn_artists["principal variation"]
    assert line.get_linewidth()[0] > 3 * drawn_artists["edges"].get_linewidth()[0]
    assert len(line.get_segments()) == sum(node.principal for _, node in graph.nodes(data="data")) - 1
    kinds = ("edges", "pruned edges", "principal variation")
    assert sum(len(drawn_artists[name].get_segments()) for name in kinds) == graph.number_of_edges()
    for name in kinds:
        for (x0, y0), *_, (x1, y1) in drawn_artists[name].get_segments():
            assert (x0, x1) in {(placed.at[parent][0], placed.at[child][0]) for parent, child in graph.edges}
            assert y0 < y1
    assert drawn_artists["pruned edges"].get_linestyle()[0][1] is not None


def test_looks_differ_by_shape_or_hatch_and_not_by_colour_alone():
    styles = [STYLES[look] for look in STYLES]
    assert len({(style.path.vertices.tobytes(), style.hatch, style.dashed) for style in styles}) == len(STYLES)


def test_pruned_glyphs_are_hatched_and_the_cut_is_barred():
    def open_one(view):
        stubs = [glyph for glyph in view.glyphs if glyph.sort == STUB]
        view.expand(stubs[0].key)
        view.collapse(stubs[1].row)

    drawing, graph, _, _ = drawn(change=open_one)
    drawn_artists = artists(drawing)
    assert drawn_artists["stub"].get_hatch()
    assert drawn_artists["pruned"].get_hatch()
    assert not drawn_artists["node"].get_hatch()
    nodes = [node for _, node in graph.nodes(data="data")]
    assert len(drawn_artists["cuts"].get_offsets()) == sum(node.pruned for node in nodes)
    bases = [artist for gid, artist in drawn_artists.items() if gid.startswith("folded cuts")]
    assert sum(len(artist.get_offsets()) for artist in bases) == sum(node.cut and node.folded for node in nodes)


def test_the_base_of_a_folded_node_grows_with_the_nodes_it_hides():
    """A digit more makes it larger, and at most as wide as the glyph and its gap, so that no two overlap."""
    boxes = [skirt(digits, cut=False).path.get_extents() for digits in range(1, 9)]
    assert [box.width for box in boxes[:7]] == sorted({box.width for box in boxes})
    assert [box.height for box in boxes[:7]] == sorted({box.height for box in boxes})
    assert boxes[-1].width * skirt(9, cut=False).size <= STYLES["node"].size + GAP
    drawing, graph, _, _ = drawn()
    folded = {len(str(node.nodes)) for _, node in graph.nodes(data="data") if node.folded}
    gids = {int(gid.split()[-1]) for gid in artists(drawing) if gid.startswith("folded")}
    assert gids == folded


def test_words_say_values_with_bounds_columns_and_counts():
    drawing, graph, _, view = drawn()
    values = sorted(label.texts[0] for label in drawing.labels if label.style in ("value", "principal"))
    assert values == sorted(node.value for _, node in graph.nodes(data="data") if node.value)
    assert any(value.startswith("≤") for value in values)
    assert any(value.startswith("≥") for value in values)
    columns = sorted(label.texts[0] for label in drawing.labels if label.style == "column")
    assert columns == sorted(str(view.tree.move[node.row] + 1) for _, node in graph.nodes(data="data") if node.inside)
    stubs = [label.texts[0] for label in drawing.labels if label.texts[0].endswith("pruned")]
    assert sum(int(text.split()[0]) for text in stubs) == count_nodes(view).pruned_stubbed


@pytest.mark.parametrize("size", [(316, 280), (520, 480), (1110, 900)])
def test_no_label_stands_on_another_or_on_a_glyph_whatever_is_unfolded(size):
    """20 unfoldings by chance, laid out anew or in place; nor does a note that comes and goes, such as "sets the bound"."""
    view = TreeView(search(Position.from_moves("44"), 4, load("v2"), "alphabeta").tree)
    chance, places = random.Random(5), None
    drawing = TreeDrawing(Figure(figsize=(10, 7), dpi=72).add_axes((0, 0, 1, 1)), THEMES["light"])
    for turn in range(20):
        folded = [glyph.key for glyph in view.glyphs if glyph.sort != NODE or view.is_folded(glyph.row)]
        with contextlib.suppress(ViewFull):
            view.expand(chance.choice(folded))
        graph = build_graph(view)
        placed = layout(graph, space_of(measure), size[0] - 28, places if turn % 2 else None)
        places = placed.at
        drawing.show(graph, placed)
        viewport = fit(placed, *size, readable=True)
        drawing.scale(viewport.slot, viewport.ply)
        words = place_labels(drawing, viewport.pixels, (0, 0, *size), measure)
        spots, radii = viewport.pixels(drawing.xy), drawing.sizes * drawing.zoom / 2
        used = used_boxes(words, measure, spots, radii)
        outside = [i for i, word in enumerate(words) if word.style != "column"]
        low, high = used[:, :2], used[:, 2:]
        over = (low[:, None] < high - 1).all(axis=2) & (low < high[:, None] - 1).all(axis=2)
        others = [*outside, *range(len(words), len(used))]
        assert (over[np.ix_(outside, outside)].sum(axis=1) == 1).all()  # each with itself
        near = 0.85 * radii[:, None]
        glyphs = np.hstack((spots - near, spots + near))
        covers = (low[outside][:, None] < glyphs[:, 2:]).all(axis=2) & (glyphs[:, :2] < high[outside][:, None]).all(
            axis=2
        )
        roots = {i for i, word in enumerate(words) if word.key == 0}
        assert not covers[[n for n, i in enumerate(outside) if i not in roots]].any(), others
        frame, notes = (0.0, 0.0, float(size[0]), float(size[1])), used
        for glyph in chance.sample(range(len(spots)), 3):
            if 0 < spots[glyph][0] < size[0] and 0 < spots[glyph][1] < size[1]:
                note = place_note((84.0, 13.0), tuple(spots[glyph]), float(radii[glyph]), notes, frame)
                assert frame[0] <= note[0] <= note[2] <= frame[2]
                assert frame[1] <= note[1] <= note[3] <= frame[3]
                notes = np.vstack((notes, [note]))


def test_a_row_is_in_order_and_as_near_to_what_is_wanted_as_the_widths_allow():
    """Pooling adjacent violators; a pane squeezed to nothing still has a layout."""
    assert _in_order(np.array([3.0, 1.0, 2.0, 5.0])).tolist() == [2.0, 2.0, 2.0, 5.0]
    graph = build_graph(TreeView(search(Position(), 2, load("v2")).tree))
    placed = layout(graph, space_of(measure), 1.0)
    across = [placed.at[row][0] for row in search(Position(), 2, load("v2")).tree.children(0)]
    assert across == sorted(across)
    assert fit(placed, 1, 1, readable=True).slot > 0


@pytest.mark.parametrize("across", [300, 600])
def test_unfolding_moves_no_glyph_that_need_not_make_way(across):
    """Glyphs of the plies above, and beside where there is room, keep their place."""
    view = TreeView(search(Position.from_moves("4"), 6, load("v2")).tree)
    before = layout(build_graph(view), space_of(measure), across)
    view.expand(view.children(view.children(0)[0])[0])
    after = layout(build_graph(view), space_of(measure), across, before.at)
    assert [after.at[key][0] for key in before.at] == pytest.approx([x for x, _ in before.at.values()])
