"""The user's settings of matplotlib change nothing that this program draws, and stop nothing."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.text import Text
from paths import ROOT

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree import treefile
from visualizer.tree.export import ExportOptions, export
from visualizer.tree.legend import _picture
from visualizer.ui.chart import Bars, Chart, Line, Plot
from visualizer.ui.theme import LIGHT

TREE = search(Position.from_moves("4453"), 2, load("v2")).tree

FORMULA = r"$\frac$ cost $5 and $6 \$"
"""A name that is no formula, and could not be read as one."""

EXPORT = """
import os
import sys
from visualizer.app import start
start.prepare()
from c4.tree import treefile
from visualizer.tree.export import ExportOptions, export
from visualizer.tree.pane import TreePane
export("tree.svg", treefile.load("tree.npz"), ExportOptions(caption="評価 \\ud800 \\uffff"))
import matplotlib
print(os.environ.get("MPLBACKEND"), "matplotlib.pyplot" in sys.modules, matplotlib.rcParams["svg.fonttype"])
"""
"""What the window's process does before it shows a tree, and an export with a name of letters that no font has."""


@contextmanager
def other_settings() -> Iterator[None]:
    """Changes every setting of matplotlib that can be changed by rule: switches are turned, numbers made larger."""
    changed = 0
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, value in matplotlib.rcParamsDefault.items():
            if isinstance(value, bool):
                other = not value
            elif isinstance(value, int | float):
                other = 3 * value + 1
            elif name.endswith("color"):
                other = "#ff00ff"
            else:
                continue
            try:
                matplotlib.rcParams[name] = other
                changed += 1
            except (ValueError, RuntimeError):
                continue  # a number with an upper limit
        matplotlib.rcParams["path.sketch"] = (5, 50, 5)
        matplotlib.rcParams["lines.marker"] = "o"
        matplotlib.rcParams["font.family"] = "monospace"
        matplotlib.rcParams["savefig.bbox"] = "tight"
        assert changed > 100
        yield


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_an_export_has_the_same_bytes_under_other_settings(tmp_path, ending):
    """Whatever is set for matplotlib, LaTeX included, a picture of a tree stays as it is."""
    export(tmp_path / f"one.{ending}", TREE)
    with other_settings():
        export(tmp_path / f"two.{ending}", TREE)
    assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


def test_the_legend_has_the_same_pixels_under_other_settings():
    """The strip below the tree is drawn under our settings, too."""
    _picture.cache_clear()
    styles = ("best", "sheets", "dashed")
    before = [_picture(LIGHT, style, 1.0) for style in styles]
    with other_settings():
        _picture.cache_clear()
        after = [_picture(LIGHT, style, 1.0) for style in styles]
    _picture.cache_clear()
    assert all(np.array_equal(one, two) for one, two in zip(before, after))


def test_a_chart_has_the_same_pixels_under_other_settings(root):
    """Curves, bars, titles and legends do not change with the user's settings."""
    root.geometry("900x400")
    curves = Plot("growth", "depth", (Line([1, 2, 3], [0, 10, 1000], "#0072b2", "nodes"),), log=True)
    plots = curves, Plot("cutoffs", "reply", bars=Bars([5, 0, 2], "#009e73")), Plot(note="nothing yet")

    def pixels() -> np.ndarray:
        chart = Chart(root)
        chart.widget.pack(fill="both", expand=True)
        chart.show(LIGHT, *plots)
        root.update()
        drawn = np.asarray(chart._drawn.buffer_rgba()).copy()
        chart.widget.destroy()
        return drawn

    before = pixels()
    with other_settings():
        after = pixels()
    assert np.array_equal(before, after)


def test_a_tree_has_the_same_pixels_under_other_settings(root):
    """The tree pane draws its glyphs and lines under our settings."""
    from showing import pane_of

    def pixels() -> np.ndarray:
        pane = pane_of(root, TREE)
        root.update()
        drawn = np.asarray(pane.canvas.sheet._renderer.buffer_rgba()).copy()
        pane.destroy()
        return drawn

    before = pixels()
    with other_settings():
        after = pixels()
    assert np.array_equal(before, after)


def test_a_name_is_never_read_as_a_formula(tmp_path, root):
    """Dollar signs in a caption or in a curve's name are drawn as they are."""
    export(tmp_path / "tree.png", TREE, ExportOptions(caption=FORMULA))
    chart = Chart(root)
    chart.widget.pack()
    chart.show(LIGHT, Plot(FORMULA, FORMULA, (Line([1, 2], [1, 2], "black", FORMULA),), note=FORMULA))
    root.update()
    (axes,) = chart.figure.axes
    texts = [text for text in axes.findobj(Text) if text.get_text() == FORMULA]
    assert len(texts) == 4
    assert not any(text.get_parse_math() for text in texts)


def test_no_file_and_no_backend_stops_the_tree(tmp_path, monkeypatch):
    """Faulty files in every place where matplotlib looks, and a backend that does not exist: the process of the window
    imports matplotlib without a word, and leaves MPLBACKEND as it was.
    """
    here = tmp_path / "here"
    here.mkdir()
    treefile.save(here / "tree.npz", TREE)
    (here / "matplotlibrc").write_bytes("text.usetex: True\nfont.family: Gr\xf6\xdfe\n".encode("latin-1"))
    named = tmp_path / "named"
    named.write_bytes(b"axes.formatter.use_locale: True\n\xff\x00")
    not_a_folder = tmp_path / "not a folder"
    not_a_folder.write_bytes(b"a file in place of a folder")

    monkeypatch.setenv("C4_DATA", str(tmp_path / "log"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("MATPLOTLIBRC", str(named))
    monkeypatch.setenv("MPLCONFIGDIR", str(not_a_folder))
    monkeypatch.setenv("MPLBACKEND", "nonsense")
    run = subprocess.run([sys.executable, "-W", "error", "-c", EXPORT], cwd=here, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.split() == ["nonsense", "False", "none"]
    assert r"評価 \ud800 \uffff" in "".join(ElementTree.parse(here / "tree.svg").getroot().itertext())
