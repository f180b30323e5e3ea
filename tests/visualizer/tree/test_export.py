"""Exports: every format holds what it promises and is written atomically, in the background."""

import json
import re

import networkx as nx
import pytest
from node_counts import count_nodes
from pages import loaded
from PIL import Image
from refusal import refused

from c4.engine import deepening as engine
from c4.errors import C4Error
from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree import treefile
from c4.tree.explain import copy_text, story
from c4.tree.row_words import row_text
from c4.tree.searchtree import PRUNED
from visualizer.state.tree.formats import FORMATS, format_of
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.view import TreeView
from visualizer.tree import export as exporting
from visualizer.tree.export import ExportOptions, complete_view, export, summary
from visualizer.tree.export import picture as drawn
from visualizer.tree.search_pane import writer
from visualizer.ui.theme import LIGHT

TINY = search(Position.from_moves("4453"), 1, load("v2")).tree
SMALL = search(Position.from_moves("4453"), 3, load("v2")).tree
TREE = search(Position(), 6, load("v2")).tree
ENGINE = engine.search(Position.from_moves("445"), load("v2"), depth=8, budget=120).tree


def written(tmp_path, name, tree, **wanted):
    export(tmp_path / name, tree, ExportOptions(**wanted))
    return tmp_path / name


@pytest.mark.parametrize("end", FORMATS)
@pytest.mark.parametrize("tree", [TINY, ENGINE], ids=["alpha-beta", "engine"])
def test_every_format_is_written_of_the_view_and_of_the_whole(tmp_path, end, tree):
    """Nothing fails, nothing is empty, no other file is left beside; the same view gives the same bytes."""
    for name, view in (("view", TreeView(tree)), ("all", None)):
        path = written(tmp_path, name + end, tree, view=view)
        data = path.read_bytes()
        assert len(data) > 200
        assert view is None or written(tmp_path, name + end, tree, view=view).read_bytes() == data
    assert {path.name for path in tmp_path.iterdir()} == {"view" + end, "all" + end}


def test_a_name_without_a_known_ending_lists_them(tmp_path):
    """One sentence; nothing is written."""
    for name in ("tree", "tree.xyz", ".png", ""):
        with pytest.raises(C4Error, match=r"end it with \.png"):
            export(tmp_path / name, SMALL, ExportOptions())
    assert format_of("a/b/TREE.JSON") == ".json"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("end", FORMATS)
def test_a_folder_that_is_not_there_is_said_in_a_sentence(tmp_path, end):
    """And so is one that cannot be written."""
    with refused("cannot be written"):
        export(tmp_path / "nowhere" / f"tree{end}", TINY, ExportOptions())


def test_a_picture_has_at_least_the_size_of_the_pane_a_legend_and_its_caption(tmp_path):
    """Twice as many dots as points; nothing is cut at its edges, and MAX and MIN are named."""
    path = written(tmp_path, "tree.png", TREE, view=TreeView(TREE), size=(700, 400))
    with Image.open(path) as picture:
        assert picture.size[0] >= 1400
        assert picture.size[1] > 2 * (400 + 2 * 18)
    figure = drawn(TreeView(TREE), width=700, height=400, sides=(("Red", "#d1382c"), ("Yellow", "#f2c230")))
    figure.canvas.draw()
    texts = {text.get_text(): text.get_window_extent() for axes in figure.axes for text in axes.texts}
    assert {"MAX · Red · ply 0", "MIN · Yellow · ply 1", "pruned, never searched", "best"} <= set(texts)
    for extent in texts.values():
        assert extent.x0 >= 0
        assert extent.x1 <= 700
        assert extent.y0 >= 0


def test_the_complete_tree_is_unfolded_as_far_as_the_limit():
    """All of a small tree; of a larger one no more glyphs than allowed, and the summary counts them."""
    everything = complete_view(SMALL, 4000)
    assert count_nodes(everything).drawn == SMALL.recorded
    assert summary(everything).startswith(f"{SMALL.nodes:,} nodes: all drawn")
    for most in (1, 8, 50, 500):
        part = complete_view(TREE, most)
        assert len(part.glyphs) <= most
        counts = count_nodes(part)
        assert counts.consistent
        assert summary(part).startswith(f"{counts.drawn:,} of {TREE.nodes:,} nodes drawn")
    assert len(complete_view(TREE, 500).glyphs) > 300


def test_json_has_every_row(tmp_path):
    """Pruned ones included, with the values of the tree."""
    nodes = json.loads(written(tmp_path, "tree.json", SMALL).read_text())["nodes"]
    assert [node["pruned"] for node in nodes] == (SMALL.kind == PRUNED).tolist()
    assert all(node["pruned"] or node["value"] == SMALL.value[row] for row, node in enumerate(nodes))


def test_graphs_have_every_node_and_edge(tmp_path):
    """GraphML opens in networkx with the states as text; DOT has a line for each node and each edge."""
    graph = nx.read_graphml(written(tmp_path, "tree.graphml", SMALL))
    assert len(graph) == len(SMALL) == len(graph.edges) + 1
    assert {int(data["state"]) for _, data in graph.nodes(data=True)} == set(SMALL.state.tolist())
    lines = written(tmp_path, "tree.dot", SMALL).read_text().splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("digraph tree {", "}", 2 * len(SMALL) + 1)


@pytest.mark.parametrize("end", [".npz", ".json"])
def test_a_tree_file_opens_again_with_everything(tmp_path, end):
    """The rows to the bit, of the whole tree and of what is unfolded."""
    assert (treefile.load(written(tmp_path, f"tree{end}", TREE)).rows == TREE.rows).all()
    view = TreeView(TREE)
    part = treefile.load(written(tmp_path, f"part{end}", TREE, view=view))
    assert (part.rows == TREE.restricted(view.rows).rows).all()
    assert part.nodes_below(0) == TREE.nodes_below(0)


def rows_of(path):
    """How many rows a file has."""
    text = path.read_text()
    if path.suffix == ".html":
        return len(json.loads(re.search(r"^const d=(.*);$", text, re.MULTILINE)[1])["rows"])
    if path.suffix == ".json":
        return len(json.loads(text)["nodes"])
    return len(nx.read_graphml(path)) if path.suffix == ".graphml" else text.count("shape=")


@pytest.mark.parametrize("end", [".json", ".html", ".graphml", ".dot"])
def test_what_is_unfolded_means_that_in_every_format(tmp_path, end):
    """The rows on screen, with all replies to each position that is unfolded; the rest counts as left out."""
    view = TreeView(SMALL)
    part = SMALL.restricted(view.rows)
    assert len(view.rows) <= len(part) < len(SMALL)
    assert rows_of(written(tmp_path, f"view{end}", SMALL, view=view)) == len(part)
    assert rows_of(written(tmp_path, f"all{end}", SMALL)) == len(SMALL)


def test_dot_shows_pruning_bounds_and_windows(tmp_path):
    """Pruned replies are dashed, cutoffs marked, bounds are in the values, alpha and beta are there if wanted."""
    text = written(tmp_path, "tree.dot", SMALL).read_text()
    pruned = int((SMALL.kind == PRUNED).sum())
    assert text.count('style="dashed"') == 2 * pruned
    assert text.count('label="cut"') > 0
    assert "≤" in text
    assert "[" not in "".join(re.findall(r'label="([^"]*)"', text))
    assert "\\n[" in written(tmp_path, "windows.dot", SMALL, windows=True).read_text()


def test_the_page_needs_nothing_else_and_has_every_row(tmp_path):
    """It loads nothing; of a small tree it has every row with its value."""
    text = written(tmp_path, "tree.html", SMALL).read_text()
    assert loaded(text) == []
    rows = json.loads(re.search(r"^const d=(.*);$", text, re.MULTILINE)[1])["rows"]
    assert [row[3] for row in rows] == [row_text(SMALL, row) for row in range(len(SMALL))]


def test_a_node_as_text_holds_its_story_and_its_position():
    """For the clipboard: value, window, why, picture."""
    for row in range(len(SMALL)):
        text = copy_text(SMALL, row, ("Red", "Yellow"))
        assert story(SMALL, row, ("Red", "Yellow")) in text
        assert SMALL.position(row).grid() in text
        assert "position 4453" in text
        assert row_text(SMALL, row).lstrip("≤≥") in text


def test_what_is_on_screen_is_written_as_it_was_when_it_was_asked_for(tmp_path):
    """What is unfolded later is not in the file; the complete tree has every row."""
    model = TreeModel()
    model.show(TREE, caption="MAX is Red")
    shown = len(model.view.rows)
    write = writer(model.state, (600, 400), LIGHT, complete=False)
    model.one_ply_more()
    assert len(model.view.rows) > shown, "more is unfolded than the file will have"
    write(str(tmp_path / "view.graphml"))
    part = TREE.restricted(TreeView(TREE).rows)
    assert len(nx.read_graphml(tmp_path / "view.graphml")) == len(part) < len(TREE)
    writer(model.state, (600, 400), LIGHT, complete=True)(str(tmp_path / "all.npz"))
    assert len(treefile.load(tmp_path / "all.npz")) == len(TREE)


def test_a_complete_tree_that_a_format_has_no_room_for_says_so_and_which_ones_have(tmp_path, monkeypatch):
    """A picture of a large tree was called complete and drew a part of it."""
    monkeypatch.setattr(exporting, "MAX_GLYPHS", 20)
    monkeypatch.setattr(exporting, "MAX_NODES", 20)
    for name in ("tree.png", "tree.dot"):
        message = export(tmp_path / name, SMALL)
        assert "folded" in message
        assert message.endswith("; for all of them end the name with .npz, .json or .html")
        partial = export(tmp_path / name, SMALL, ExportOptions(TreeView(SMALL)))
        assert ".npz" not in partial, "a part was asked for"
    assert export(tmp_path / "tree.json", SMALL) == f"{len(SMALL):,} rows"


def test_pictures_for_print_have_fonts_and_text(tmp_path):
    """TrueType fonts in a PDF, since journals refuse Type 3; text in an SVG is text."""
    pdf = written(tmp_path, "tree.pdf", TINY).read_bytes()
    assert b"/FontFile2" in pdf
    assert b"/Type3" not in pdf
    assert "cut off here" in written(tmp_path, "tree.svg", TINY, why="cut off here").read_text()


def test_legend_and_sentence_are_there_if_wanted(tmp_path):
    """Both below the picture by default, each on its own, or neither."""
    legend = "never searched"
    sentence = "nodes"
    for wanted in ((True, True), (True, False), (False, True), (False, False)):
        svg = written(tmp_path, "tree.svg", SMALL, view=TreeView(SMALL), legend=wanted[0], sentence=wanted[1])
        assert (legend in svg.read_text(), f"of {SMALL.nodes} {sentence}" in svg.read_text()) == wanted


def test_windows_are_in_a_picture_if_wanted(tmp_path):
    """Below inner nodes, as on screen."""
    for windows in (True, False):
        svg = written(tmp_path, "tree.svg", SMALL, view=TreeView(SMALL), windows=windows, sentence=False).read_text()
        assert ("∞]" in svg) == windows


def test_a_complete_tree_is_no_strip(tmp_path):
    """However wide it is, its picture is at most two and a half times as wide as high."""
    svg = written(tmp_path, "tree.svg", SMALL).read_text()
    width, height = (float(re.search(rf'<svg [^>]*{side}="([0-9.]+)pt"', svg)[1]) for side in ("width", "height"))
    assert 1500 < width <= 2.5 * height
