"""What colours say on the board and in the graph, forms and words say, too: in every theme, and in grey."""

import pytest
from colours import BLIND, GLYPH, TEXT, apart, contrast

from c4.game.position import Position
from visualizer.board.board import Board
from visualizer.board.highlights import BETTER, EDGE, TAG, WRONG
from visualizer.board.value_graph import Graph, GraphOfGame
from visualizer.state.highlights import Highlights, Numbered
from visualizer.state.reviewed import Curves
from visualizer.state.state import Score
from visualizer.ui.theme import DISC_COLOURS, THEMES, ink_on

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@every_theme
def test_values_are_chips_with_words(root, theme):
    """A win and a loss are filled and say so, a draw is not filled; the words can be read, and for everybody the fills
    of win and loss are apart, although nobody needs them."""
    board = Board(root, theme)
    board.pack(fill="both", expand=True)
    root.geometry("900x760")
    root.update()
    scores = {
        0: Score("Win in 7", sign=1, decided=True),
        1: Score("Lose in 12", sign=-1, decided=True),
        2: Score("Draw", decided=True),
    }
    board.show_header(True)
    board.show_scores(scores, ("best play",))
    written = [board.itemcget(item, "text") for item in board.find_withtag("header") if board.type(item) == "text"]
    assert {"Win in 7", "Lose in 12", "Draw"} <= set(written)
    for fill in (theme.good, theme.bad):
        assert contrast(ink_on(fill), fill) >= TEXT
        assert contrast(fill, theme.window) >= GLYPH
    for matrix in BLIND.values():
        assert apart(theme.good, theme.bad, matrix) >= 15
    board.destroy()


@every_theme
def test_what_explains_a_position_differs_by_form(root, theme):
    """The mistake has a badge with its mark, the better move a tick, a coming move its number, a threat a ring.

    Two lines with common squares have two loops, which leave the middles of the discs free and have edges in two tones.
    """
    board = Board(root, theme)
    board.pack(fill="both", expand=True)
    root.geometry("900x760")
    root.update()
    board.show(Position.from_moves("4455"), (0, 1))
    lines = (((0, 2), (0, 3), (0, 4), (0, 5)), ((0, 3), (0, 4), (0, 5), (0, 6)))
    coming = (Numbered((0, 5), 1),)
    board.show_highlights(Highlights(lines, 0, coming, wrong=(1, 4), mark="??", better=((0, 1), (0, 2))))
    drawn = [(board.type(item), item) for item in board.find_withtag(TAG)]
    texts = [board.itemcget(item, "text") for kind, item in drawn if kind == "text"]
    assert texts == ["1", "✓", "??"], "a better move on a square that is wanted has a badge"
    curves = [item for kind, item in drawn if kind == "line" and len(board.coords(item)) > 6]
    assert len({tuple(board.coords(item)) for item in curves}) == len(lines)
    for square in ((0, 3), (0, 4)):
        x, y = board.centre(*square)
        near = board.find_overlapping(x - 2, y - 2, x + 2, y + 2)
        assert not set(near) & set(board.find_withtag(TAG)), "no line hides a disc"
    ticks = [item for kind, item in drawn if kind == "line" and len(board.coords(item)) == 6]
    assert [board.itemcget(item, "fill") for item in ticks] == [EDGE]
    for badge in (WRONG, BETTER):
        assert contrast(EDGE, badge) >= TEXT, "the mark in it"
        assert max(contrast(badge, theme.board), contrast(EDGE, theme.board)) >= GLYPH
    board.destroy()


@every_theme
@pytest.mark.parametrize("discs", DISC_COLOURS)
def test_the_graph_says_who_wins_by_the_side_of_its_bars(root, theme, discs):
    """Bars of the two sides lie above and below the middle and have an edge that can be seen; marks are not covered."""
    graph = Graph(root, theme, print)
    graph.pack(fill="both", expand=True)
    root.geometry("400x120")
    root.update()
    colours = tuple(colour for _, colour in DISC_COLOURS[discs])
    curves = Curves(3, (0.5, -0.5, 0.0), ("", "??", "?"))
    graph.show(GraphOfGame(curves, 1, ("Red", "Yellow"), colours, decisive=3))
    root.update()
    middle = graph.winfo_height() / 2
    boxes = [item for item in graph.find_all() if graph.type(item) == "rectangle"]
    bars = [item for item in boxes if graph.itemcget(item, "fill") in colours]
    (above, below) = sorted(bars, key=lambda item: graph.coords(item)[1])
    assert graph.coords(above)[3] <= middle <= graph.coords(below)[1]
    for bar in bars:
        edge = graph.itemcget(bar, "outline")
        assert all(contrast(edge, ground) >= GLYPH for ground in (theme.panel, theme.window))
    (line,) = [item for item in graph.find_all() if graph.type(item) == "line" and graph.itemcget(item, "dash")]
    (mark,) = [item for item in graph.find_withtag("mark") if graph.type(item) == "text"]
    assert graph.itemcget(mark, "text") == "?", "the decisive one alone"
    badge = next(item for item in boxes if "mark" in graph.gettags(item))
    assert graph.itemcget(badge, "fill") == theme.bad
    assert contrast(graph.itemcget(mark, "fill"), theme.bad) >= TEXT
    stacked = graph.find_all()
    assert stacked.index(line) < stacked.index(mark), "its line is behind the mark"
    graph.destroy()
