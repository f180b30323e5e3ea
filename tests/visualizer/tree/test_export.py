"""Taking a tree along: every format holds what it promises, is written whole or not at all, and the window stays alive
meanwhile.
"""

import csv
import json
import re
import shutil
import subprocess
import tkinter as tk
from xml.etree import ElementTree

import networkx as nx
import pytest
from driver import pane_of
from patience import until
from PIL import Image

from c4.engine import deepening as engine
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.search.fixed_depth import search
from c4.tree import treefile
from c4.tree.csvfile import HEADER
from c4.tree.describe import copy_text, describe
from c4.tree.explain import row_text, story
from c4.tree.searchtree import PRUNED
from visualizer.tree.export import files
from visualizer.tree.export.formats import FORMATS, MOST, Stopped, Wanted, ending, export
from visualizer.tree.export.page import events
from visualizer.tree.export.whole import what_is_shown, whole
from visualizer.tree.tally import tally
from visualizer.tree.view import TreeView

TINY = search(Position.from_moves("4453"), 1, load("v2")).tree
SMALL = search(Position.from_moves("4453"), 3, load("v2")).tree
TREE = search(Position(), 6, load("v2")).tree
ENGINE = engine.search(Position.from_moves("445"), load("v2"), depth=8, budget=120).tree


def written(tmp_path, name, tree, **wanted):
    export(tmp_path / name, tree, Wanted(**wanted))
    return tmp_path / name


@pytest.mark.parametrize("end", FORMATS)
@pytest.mark.parametrize("tree", [TINY, ENGINE], ids=["alpha-beta", "engine"])
def test_every_format_is_written_of_the_view_and_of_the_whole(tmp_path, end, tree):
    """Nothing fails, nothing is empty, no other file is left beside; the same view gives the same bytes."""
    for name, view in (("view", TreeView(tree)), ("whole", None)):
        path = written(tmp_path, name + end, tree, view=view)
        data = path.read_bytes()
        assert len(data) > 400
        assert view is None or written(tmp_path, name + end, tree, view=view).read_bytes() == data
    assert {path.name for path in tmp_path.iterdir()} == {"view" + end, "whole" + end}


def test_a_name_without_a_known_ending_lists_them(tmp_path):
    """One sentence; nothing is written."""
    for name in ("tree", "tree.xyz", ".png", ""):
        with pytest.raises(C4Error, match=r"let it end with \.png"):
            export(tmp_path / name, SMALL, Wanted())
    assert ending("a/b/TREE.JSON.GZ") == ".json.gz"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("end", FORMATS)
def test_a_folder_that_is_not_there_is_said_in_a_sentence(tmp_path, end):
    """And so is one that cannot be written."""
    with pytest.raises(C4Error, match="cannot be written"):
        export(tmp_path / "nowhere" / f"tree{end}", TINY, Wanted())


@pytest.mark.parametrize("end", FORMATS)
def test_an_export_that_is_stopped_leaves_the_old_file(tmp_path, end):
    """Whenever the person stops it."""
    path = tmp_path / f"tree{end}"
    path.write_text("old")

    def stop(part):
        if part > 0.05:
            raise Stopped

    with pytest.raises(Stopped):
        export(path, TINY, Wanted(), stop)
    assert path.read_text() == "old"


def test_a_picture_has_the_size_of_the_pane_and_its_caption(tmp_path):
    """Twice as many dots as points; below it a strip with two lines."""
    with Image.open(written(tmp_path, "tree.png", TREE, view=TreeView(TREE), size=(600, 400))) as picture:
        assert picture.size == (1200, 2 * (400 + 2 * 18 + 6))


def test_drawings_are_drawings(tmp_path):
    """SVG is XML with paths, PDF says what it is."""
    svg = ElementTree.parse(written(tmp_path, "tree.svg", SMALL)).getroot()
    assert svg.tag.endswith("svg")
    assert len(svg.findall(".//{http://www.w3.org/2000/svg}path")) > 50
    assert written(tmp_path, "tree.pdf", SMALL).read_bytes().startswith(b"%PDF")


def test_the_whole_tree_is_unfolded_as_far_as_the_cap_and_the_rest_is_counted():
    """All of a small tree; of a larger one no more glyphs than allowed, the counts still tally, and the words say what
    is folded.
    """
    everything = whole(SMALL, 4000)
    assert tally(everything).drawn == SMALL.recorded
    assert what_is_shown(everything).startswith(f"{SMALL.nodes:,} nodes: all drawn")
    for most in (1, 8, 50, 500):
        part = whole(TREE, most)
        assert len(part.glyphs) <= most
        counts = tally(part)
        assert counts.holds
        assert f"{counts.drawn:,} drawn, {counts.folded:,} folded" in what_is_shown(part)
    assert len(whole(TREE, 500).glyphs) > 300


def test_graphml_comes_back_with_the_same_nodes(tmp_path):
    """networkx reads its own file: structure, values and columns are those of the tree."""
    graph = nx.read_graphml(written(tmp_path, "tree.graphml", SMALL))
    rows = {int(node["row"]) for _, node in graph.nodes(data=True) if node.get("row") is not None}
    assert rows == {row for row in range(len(SMALL)) if SMALL.kind[row] != PRUNED}
    for row in rows:
        assert graph.nodes[f"n{row}"]["value"] == row_text(SMALL, row)
        if row:
            assert graph.edges[f"n{SMALL.parent[row]}", f"n{row}"]["column"] == SMALL.move[row] + 1


def test_dot_names_every_node_and_edge(tmp_path):
    """Balanced, quoted, as many nodes and edges as glyphs; Graphviz reads it where it is installed."""
    path = written(tmp_path, "tree.dot", SMALL)
    text, glyphs = path.read_text(), len(whole(SMALL, MOST[".dot"]).glyphs)
    assert text.startswith("digraph")
    assert len(re.findall(r"^  \w+ \[label=", text, re.MULTILINE)) == glyphs
    assert text.count(" -> ") == glyphs - 1
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tplain", path], check=True, capture_output=True)


def test_csv_has_one_header_and_every_row(tmp_path):
    """Each line is the row it says; a pruned one has no value."""
    for tree in (SMALL, ENGINE):
        lines = list(csv.DictReader(written(tmp_path, "tree.csv", tree).read_text().splitlines()))
        assert tuple(lines[0]) == HEADER
        assert len(lines) == len(tree)
        for row, line in enumerate(lines):
            assert int(line["row"]) == row
            assert line["state"] == str(int(tree.state[row]))
            assert len(line["path"]) == tree.ply[row]
            assert int(line["nodes"]) == tree.searched(row)
            assert line["value"] == row_text(tree, row)
            assert line["points"] == ("" if tree.kind[row] == PRUNED else str(int(tree.value[row])))


def test_a_tree_file_opens_again_with_everything(tmp_path):
    """The rows to the bit, and the bookmarks."""
    found = treefile.load(written(tmp_path, "tree.npz", TREE, bookmarks=[((3,), "first")]))
    assert (found.tree.rows == TREE.rows).all()
    assert found.bookmarks == [((3,), "first")]


def test_the_page_needs_nothing_else_and_tells_every_nodes_story(tmp_path):
    """No address of the network in it; its data are the tree's: values with their bounds, windows, stories."""
    text = written(tmp_path, "tree.html", SMALL).read_text()
    addresses = set(re.findall(r"(?:https?:)?//[\w.]+", text)) - {"http://www.w3.org"}
    assert not addresses
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])
    view = whole(SMALL, MOST[".html"])
    assert len(data["nodes"]) == len(view.glyphs)
    for glyph, node in zip(view.glyphs, data["nodes"]):
        if isinstance(glyph.key, int):
            assert node["value"] == row_text(SMALL, glyph.row)
            assert node["story"] == describe(SMALL, glyph.row)
            assert node["grid"] == SMALL.position(glyph.row).grid().split("\n")


def test_the_steps_of_the_page_enter_and_leave_as_the_search_did():
    """Every glyph is entered once and returns once, inside its parent's visit, in the order of the rows."""
    view = whole(SMALL, 1000)
    open_ones, entered = [], []
    for number, out in events(view):
        if out:
            assert open_ones.pop() == number
        else:
            assert view.glyphs[number].parent == (view.glyphs[open_ones[-1]].key if open_ones else None)
            open_ones.append(number)
            entered.append(number)
    assert not open_ones
    assert entered == list(range(len(view.glyphs)))


def test_a_name_cannot_break_out_of_the_page(tmp_path):
    """Whatever the players are called."""
    text = written(tmp_path, "tree.html", SMALL, names=("</script><b>", "B"), caption="</title>").read_text()
    assert text.count("</script>") == 2
    assert text.count("</title>") == 1


def test_a_node_as_text_holds_its_story_and_its_position():
    """For the clipboard: value, window, why, picture."""
    for row in range(len(SMALL)):
        text = copy_text(SMALL, row, ("Red", "Yellow"))
        assert story(SMALL, row, ("Red", "Yellow")) in text
        assert SMALL.position(row).grid() in text
        assert "position 4453" in text
        assert row_text(SMALL, row).lstrip("≤≥") in text


# -- the windows that ask ---------------------------------------------------------------------------------------------


@pytest.fixture
def pane(root):
    return pane_of(root, TREE)


def asking(pane, path, what="view"):
    dialog = files.ExportDialog(pane, pane, ("Red", "Yellow"), [], lambda text: None)
    dialog.name.set(str(path))
    dialog.what.set(what)
    dialog.update()
    return dialog


def test_return_writes_the_file_and_says_so(pane, tmp_path):
    """The name's ending is the format; the window stays for the next one."""
    for name in ("tree.svg", "tree.npz", "tree.json"):
        dialog = asking(pane, tmp_path / name)
        dialog.entry.focus_force()
        dialog.update()
        dialog.entry.event_generate("<Return>")
        until(dialog, lambda dialog=dialog: not dialog.worker.busy)
        assert (tmp_path / name).stat().st_size > 1000
        assert f"wrote {tmp_path / name}" in dialog.said["text"]
        dialog.destroy()


def test_the_list_of_formats_changes_the_ending_and_the_ending_the_list(pane, tmp_path):
    """Formats that hold the record offer only the whole of it."""
    dialog = asking(pane, tmp_path / "my.tree.png")
    assert dialog.format.get().endswith("(.png)")
    dialog.format.current(list(FORMATS).index(".json.gz"))
    dialog.format.event_generate("<<ComboboxSelected>>")
    dialog.update()
    assert dialog.name.get() == str(tmp_path / "my.tree.json.gz")
    assert dialog.what.get() == "whole"
    assert "disabled" in dialog._choices[0].state()
    dialog.name.set("x.tex")
    assert "let it end with" in dialog.said["text"]
    dialog.destroy()


def test_what_cannot_be_written_is_said_in_the_window(pane, tmp_path):
    """A folder that is not there: a sentence, and the window stays."""
    dialog = asking(pane, tmp_path / "nowhere" / "tree.csv")
    dialog.start()
    until(dialog, lambda: not dialog.worker.busy)
    assert "cannot be written" in dialog.said["text"]
    dialog.destroy()


def test_escape_stops_an_export_and_nothing_is_written(pane, tmp_path):
    """The first Escape stops the work, the second closes the window."""
    dialog = asking(pane, tmp_path / "tree.pdf", "whole")
    dialog.start()
    dialog.cancel()
    assert dialog.said["text"] == "stopped"
    dialog.worker._executor.shutdown(wait=True)
    assert not (tmp_path / "tree.pdf").exists()
    dialog.cancel()
    assert not dialog.winfo_exists()


def test_a_saved_tree_is_opened_and_whatever_is_none_is_told(root, tmp_path):
    """A bad file leaves the window open with its sentence; a good one is handed over."""
    taken = []
    treefile.save(tmp_path / "good.npz", SMALL)
    (tmp_path / "bad.json").write_text("{}")
    dialog = files.OpenDialog(root, taken.append)
    dialog.name.set(str(tmp_path / "bad.json"))
    dialog.start()
    until(root, lambda: not dialog.worker.busy)
    assert "is not a saved tree" in dialog.said["text"]
    dialog.name.set(str(tmp_path / "good.npz"))
    dialog.start()
    until(root, lambda: taken)
    assert (taken[0].tree.rows == SMALL.rows).all()
    assert not any(isinstance(child, tk.Toplevel) for child in root.winfo_children())
