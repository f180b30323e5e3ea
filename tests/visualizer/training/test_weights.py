"""The weights drawn in a real display: in the main window, while a learner trains, and of two models side by side."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from showing import words

from c4.evaluators import EVALUATORS, load
from c4.evaluators.base import Heat, Page
from c4.learning import LEARNERS
from visualizer.tree.weights_drawing import PageCanvas, colour_of
from visualizer.ui.fonts import use_fonts
from visualizer.ui.sizes import set_scale
from visualizer.ui.theme import THEMES, ink_on

LEARNED = [name for name, entry in EVALUATORS.items() if entry.learned]


def drawn(root, page: Page, size: str, theme: str = "light") -> PageCanvas:
    root.geometry(size)
    canvas = PageCanvas(root, THEMES[theme])
    canvas.pack(fill="both", expand=True)
    root.update()
    canvas.show(page)
    root.update()
    return canvas


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_symmetric_around_nothing(theme):
    """0 has the panel's colour, equal distances equal strength, beyond the end nothing changes."""
    look = THEMES[theme]
    assert colour_of(0.0, 2.0, look) == look.panel
    assert colour_of(2.0, 2.0, look) == colour_of(9.0, 2.0, look) == look.good
    assert colour_of(-2.0, 2.0, look) == colour_of(-9.0, 2.0, look) == look.bad
    assert len({colour_of(value, 2.0, look) for value in (-2, -1, 0, 1, 2, float("nan"))}) == 6
    assert ink_on("#ffffff") != ink_on("#000000")


def test_pointing_tells_the_number(root):
    """The cell under the pointer is framed and told in full; when the pointer leaves, the legend is back."""
    canvas = drawn(root, load("td-lambda").page("cells and threats"), "800x330")
    placed = canvas._placed[1]
    x0, y0, x1, y1 = placed.box(5, 6)
    canvas.event_generate("<Motion>", x=int((x0 + x1) / 2), y=int((y0 + y1) / 2))
    weight = f"{load('td-lambda').weights[42 + 6]:+.3g}".replace("-", "−")
    assert f"opponent's disc, row 1, column 7: {weight}" in words(canvas)
    assert canvas.find_withtag("point")
    canvas.event_generate("<Leave>")
    assert not canvas.find_withtag("point")
    assert any("numbers: ×" in text for text in words(canvas))


def test_numbers_stand_in_the_cells_where_they_fit(root):
    """With room every cell has its number in the unit of the legend; without, none has."""
    heat = Heat("one", np.array([[0.012, -0.034], [0.0, np.nan]]), ("row 2", "row 1"), ("column 1", "column 2"))
    large = drawn(root, Page("p", "About it.", (heat,)), "400x300")
    assert {"12", "−34", "0"} <= set(words(large))
    assert "numbers: × 0.001" in words(large)
    large.destroy()
    many = replace(heat, values=np.tile(heat.values, (9, 9)), rows=heat.rows * 9, columns=heat.columns * 9)
    small = drawn(root, Page("p", "About it.", (many,)), "200x150")
    assert "−34" not in words(small)


def test_what_has_learned_nothing_says_so(root):
    """A page of zeros has no colours to explain."""
    heat = Heat("one", np.zeros((2, 2)), ("row 2", "row 1"), ("column 1", "column 2"))
    assert "nothing learned yet: every weight is 0" in words(drawn(root, Page("p", "About it.", (heat,)), "300x200"))


@pytest.mark.parametrize("name", ["td-lambda", "windows"])
def test_at_200_percent_a_page_is_written_as_at_100(root, name):
    """Twice as large a canvas has the same words in the same fonts, which are twice as large."""
    evaluator = load(name)
    written = {}
    for percent in (100, 200):
        set_scale(root, percent)
        use_fonts(root)
        for page_name in evaluator.page_names():
            canvas = drawn(root, evaluator.page(page_name), f"{4 * percent}x{3 * percent}")
            texts = [item for item in canvas.find_all() if canvas.type(item) == "text"]
            written[page_name, percent] = [
                (canvas.itemcget(item, "text"), canvas.itemcget(item, "font")) for item in texts
            ]
            canvas.destroy()
    set_scale(root, 100)
    for page_name in evaluator.page_names():
        assert written[page_name, 200] == written[page_name, 100]


def offers(panel, names):
    """Whether these pages can be chosen, after the position."""
    return panel.pages["values"] == ("this position", *names)


def shows(canvas, name):
    """Whether a page is drawn."""
    return canvas.page is not None and canvas.page.name == name


def show_page(hand, evaluator, page):
    """Shows a page of an evaluator's weights; returns the canvas on which it is drawn."""
    hand.show_weights()
    panel = hand.window.search.weights
    hand.app.weights.choose(evaluator)
    hand.until(lambda: page in panel.pages["values"])
    panel.pages.choose(page)
    hand.until(partial(shows, panel.page, page))
    return panel.page


def test_the_learned_pane_has_every_page(hand):
    """Each evaluator's pages are drawn, and "this position" brings the bars back."""
    hand.show_weights()
    panel = hand.window.search.weights
    for name in LEARNED:
        hand.app.weights.choose(name)
        offered = load(name).page_names()
        hand.until(partial(offers, panel, offered))
        panel.pages.choose(offered[0])
        hand.until(partial(shows, panel.page, offered[0]))
        panel.pages.choose("")
        hand.until(lambda: "adds here" in words(panel.page))
        assert panel.page.page is None


def test_a_page_follows_the_board_where_it_matters(hand):
    """Sarsa's page goes along with the game; that of td-lambda is put together once."""
    canvas = show_page(hand, "sarsa", "along the game")
    assert canvas.page.heats[0].columns[0] == "move 1*"
    hand.app.game.set_up("44")
    hand.press("<Shift-KeyPress-H>")
    hand.until(lambda: canvas.page.heats[0].columns[:3] == ("move 1", "move 2", "move 3*"))
    show_page(hand, "td-lambda", "cells and threats")
    before = canvas.page
    hand.press("3")
    hand.pump(0.1)
    assert canvas.page is before


def test_a_page_of_two_positions_under_one_title_is_drawn_anew(hand):
    """Of a unit of the network the framed inputs follow the board, though all words stay."""
    canvas = show_page(hand, "network", "unit 2")
    before = canvas.page
    hand.app.game.set_up("44")
    hand.until(lambda: canvas.page is not None and canvas.page is not before)
    after = canvas.page
    assert (after.name, after.about) == (before.name, before.about)
    assert [heat.marks for heat in after.heats[:2]] != [heat.marks for heat in before.heats[:2]]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LEARNED if name in LEARNERS])
def test_the_weights_are_seen_while_it_trains(hand, tmp_path, name):
    """The tab shows a page of what has been learned so far, again and again, and in the end that of the file."""
    training = hand.open("training", "train")
    training.choose(name)
    path = tmp_path / ("model.json" if name in ("windows", "td-lambda") else "model.npz")
    for field, text in {"episodes": "50000000", "model": path, "measure": "0", "units": "8"}.items():
        if field in training.form.fields:
            training.form.fields[field].set(str(text))
    training.start()
    training.tabs.select(1)
    hand.until(lambda: training.page_view.page is not None)
    first = training.page_view.page
    hand.until(lambda: training.page_view.page is not first)
    training.pause_button.invoke()
    hand.pump(0.3)
    other = training.pages["values"][-1]
    training.pages.choose(other)
    hand.until(partial(shows, training.page_view, other))
    training.stop_button.invoke()
    hand.until(lambda: not training.task.busy)
    hand.pump(0.1)
    wanted = load(name, path).page(other)
    for shown, stored in zip(training.page_view.page.heats, wanted.heats, strict=True):
        assert np.array_equal(shown.values, stored.values, equal_nan=True)
    assert training.page_view.page.bars == wanted.bars
    training.pages.choose(training.pages["values"][0])
    hand.until(partial(shows, training.page_view, training.pages["values"][0]))
