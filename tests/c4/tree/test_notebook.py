"""What a notebook shows: boards, decisions and trees; and trees as tables."""

import json
import re
import sys
from html import unescape

import pytest
from pages import loaded

import c4
from c4.game.values import NO_BOUND
from c4.tree import notebook


def page_of(tree) -> dict:
    """The data of the page inside the frame."""
    framed = tree._repr_html_()
    assert framed.startswith("<iframe srcdoc=")
    text = unescape(re.search(r'srcdoc="(.*?)" style', framed, re.DOTALL)[1])
    assert loaded(text) == []
    return json.loads(re.search(r"const d=(\{.*?\});\n", text)[1])


def test_a_position_shows_its_board():
    """Every disc, and a dot on the last one."""
    picture = c4.Position.from_moves("44533")._repr_svg_()
    assert picture.startswith("<svg")
    assert picture.endswith("</svg>")
    assert picture.count('fill="#d55e00"') == 3
    assert picture.count('fill="#f0e442"') == 2
    assert picture.count('r="4"') == 1
    assert c4.Position.from_moves("44533").mirror()._repr_svg_() != picture


def test_a_decision_shows_its_values():
    """Over the columns of the board that was searched; without a tree in words."""
    shown = c4.look_ahead("4453", 4)._repr_html_()
    assert shown.count("<svg") == 1
    assert "<strong>column " in shown
    assert "≤" in shown
    plain = c4.load_agent("random:seed=1").choose(c4.Position())._repr_html_()
    assert "<svg" not in plain
    assert "<strong>column " in plain


def test_a_tree_shows_a_page_to_walk_through():
    """All rows of a small tree; of a large one the upper plies, best play and what lies beside it."""
    small = c4.look_ahead("4453", 2).tree
    data = page_of(small)
    assert len(data["rows"]) == len(small)
    assert [row[0] for row in data["rows"]] == small.parent.tolist()
    assert [row[3] == "" for row in data["rows"]] == (small.bound == NO_BOUND).tolist()
    assert [row[6] for row in data["rows"]] == [small.nodes_below(row) for row in range(len(small))]
    assert not any(row[7] for row in data["rows"])
    large = c4.look_ahead("4453", 6).tree
    data = page_of(large)
    assert len(large.principal_variation()) < len(data["rows"]) <= notebook.PAGE_ROWS + 200
    assert sum(row[8] for row in data["rows"]) == len(large.principal_variation())
    assert data["rows"][0][7] == len(large) - len(data["rows"])
    assert page_of(c4.look_ahead(c4.Position(rules=c4.Rules(4, 4, turn_every=4)), 2).tree)["still"] is False


@pytest.mark.slow
def test_a_tree_as_a_table(monkeypatch):
    """The same columns as the graph; without pandas one sentence says how to get it."""
    tree = c4.look_ahead("4453", 3).tree
    table = tree.to_pandas()
    graph = tree.graph()
    assert len(table) == len(tree)
    assert list(table.columns) == list(graph.nodes[0])
    assert table.loc[5, "bound"] == graph.nodes[5]["bound"]
    assert list(tree.to_pandas([7, 3]).index) == [3, 7]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(c4.C4Error, match="python -m pip install pandas"):
        tree.to_pandas()
