"""The weights drawn in a real display: in the main window, while a learner trains, and of two models side by side."""

from __future__ import annotations

import json
import threading
from importlib import import_module
from tkinter import font as tkfont

import numpy as np
import pytest
from driver import Driver

from c4 import models
from c4.agents import HUMAN
from c4.evaluators import EVALUATORS, load
from c4.evaluators.base import Evaluator
from c4.evaluators.pages import Heat, Page
from c4.game.position import Position
from c4.learning import LEARNERS
from c4.learning.run import TrainingRun
from c4.session.settings import Settings
from visualizer.kit.theme import THEMES, ink_on
from visualizer.learn.colours import colour_of, hexadecimal, pixels_of
from visualizer.learn.maps import Maps
from visualizer.learn.training import TrainingWindow
from visualizer.play.chooser import Choice

LEARNED = [name for name, entry in EVALUATORS.items() if entry.learned]


@pytest.fixture
def hand(root):
    driver = Driver(root, Settings(seats=(HUMAN, HUMAN)))
    yield driver
    driver.window.close()
    assert not driver.window.errors, driver.window.errors[0]


def words(canvas: Maps) -> list[str]:
    return [canvas.itemcget(item, "text") for item in canvas.find_all() if canvas.type(item) == "text"]


def drawn(root, page: Page, size: str, theme: str = "light") -> Maps:
    root.geometry(size)
    canvas = Maps(root, THEMES[theme])
    canvas.pack(fill="both", expand=True)
    root.update()
    canvas.show(page)
    root.update()
    return canvas


# -- the drawing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_symmetric_around_nothing(theme):
    """0 is the panel's colour, the same distance above and below is as far from it, beyond the end nothing changes,
    nothing has its own colour."""
    look = THEMES[theme]
    assert colour_of(0.0, 2.0, look) == look.panel
    assert colour_of(2.0, 2.0, look) == colour_of(9.0, 2.0, look) == look.good
    assert colour_of(-2.0, 2.0, look) == colour_of(-9.0, 2.0, look) == look.bad
    assert len({colour_of(value, 2.0, look) for value in (-2, -1, 0, 1, 2, float("nan"))}) == 6
    values = np.array([[-2.0, -0.5, 0.0], [0.5, 9.0, np.nan]])
    for place in np.ndindex(values.shape):
        assert hexadecimal(pixels_of(values, 2.0, look)[place]) == colour_of(values[place], 2.0, look)
    assert ink_on("#ffffff") != ink_on("#000000")


@pytest.mark.parametrize(("size", "theme"), list(zip(["270x154", "420x154", "950x420"], [*THEMES, *THEMES])))
@pytest.mark.parametrize("name", LEARNED)
def test_nothing_is_cut_off_or_laid_over(root, name, size, theme):
    """At every size all words lie inside, no two of them touch, and the legend is there."""
    evaluator = load(name)
    for page_name in evaluator.page_names()[:4]:
        canvas = drawn(root, evaluator.page(page_name, Position.from_moves("4453")), size, theme)
        width, height = canvas.winfo_width(), canvas.winfo_height()
        boxes = [
            canvas.bbox(item)
            for item in canvas.find_all()
            if canvas.type(item) == "text" and canvas.itemcget(item, "text")
        ]
        for x0, y0, x1, y1 in boxes:
            assert 0 <= x0 < x1 <= width + 1
            assert 0 <= y0 < y1 <= height + 1
        for place, (x0, y0, x1, y1) in enumerate(boxes):
            for left, top, right, bottom in boxes[place + 1 :]:
                assert min(x1, right) - max(x0, left) <= 2 or min(y1, bottom) - max(y0, top) <= 4, (
                    "words lie over each other"
                )
        if canvas.page.heats:
            assert canvas.find_withtag("foot")
        canvas.destroy()


def test_pointing_tells_the_number(root):
    """The cell under the pointer is framed and told in full; when the pointer leaves, the legend is back."""
    canvas = drawn(root, load("td-lambda").page("cells and threats"), "800x330")
    placed = canvas._placed[1]
    x0, y0, x1, y1 = placed.box(5, 6)
    canvas.event_generate("<Motion>", x=int((x0 + x1) / 2), y=int((y0 + y1) / 2))
    weight = f"{load('td-lambda').weights[42 + 6]:+.3g}".replace("-", "−")
    assert f"opponent's stone, row 1, column 7: {weight}" in words(canvas)
    assert canvas.find_withtag("point")
    canvas.event_generate("<Leave>")
    assert not canvas.find_withtag("point")
    assert any("numbers: ×" in text for text in words(canvas))


def test_numbers_stand_in_the_cells_where_they_fit(root):
    """With room every cell has its number in the unit of the legend; without, none has."""
    heat = Heat(
        "one", np.array([[0.012, -0.034], [0.0, np.nan]]), (("row 2",), ("row 1",)), (("column 1",), ("column 2",))
    )
    large = drawn(root, Page("p", "About it.", (heat,)), "400x300")
    assert {"12", "−34", "0"} <= set(words(large))
    assert "numbers: × 0.001" in words(large)
    large.destroy()
    many = heat._replace(values=np.tile(heat.values, (9, 9)), rows=heat.rows * 9, columns=heat.columns * 9)
    small = drawn(root, Page("p", "About it.", (many,)), "200x150")
    assert "−34" not in words(small)


def test_what_has_learned_nothing_says_so(root):
    """A page of zeros has no colours to explain."""
    heat = Heat("one", np.zeros((2, 2)), (("row 2",), ("row 1",)), (("column 1",), ("column 2",)))
    assert "nothing learned yet: every weight is 0" in words(drawn(root, Page("p", "About it.", (heat,)), "300x200"))


# -- the main window -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNED)
def test_the_learned_pane_has_every_page(hand, name):
    """Beside the chosen evaluator its pages can be chosen; the first one is drawn, and "at this position" brings the
    bars back."""
    hand.show_weights()
    learned = hand.window.learned
    learned.choose(name)
    offered = load(name).page_names()
    assert learned.pages["values"] == ("at this position", *offered)
    learned.pages.choose(offered[0])
    hand.until(lambda: learned.maps.page is not None)
    assert learned.maps.page.name == offered[0]
    assert learned.maps.winfo_ismapped()
    assert not learned.weights.winfo_ismapped()
    learned.pages.choose("")
    hand.pump(0.05)
    assert learned.weights.winfo_ismapped()
    assert not learned.maps.winfo_ismapped()


def test_a_page_follows_the_board_where_it_matters(hand):
    """Sarsa's page goes along with the game; that of td-lambda is put together once."""
    hand.show_weights()
    learned = hand.window.learned
    learned.choose("sarsa")
    learned.pages.choose("along the game")
    hand.until(lambda: learned.maps.page is not None)
    assert learned.maps.page.heats[0].columns[0] == ("1*",)
    hand.session.set_up("44")
    hand.press("h")
    hand.until(lambda: learned.maps.page.heats[0].columns[:3] == (("1",), ("2",), ("3*",)))
    learned.choose("td-lambda")
    learned.pages.choose("cells and threats")
    hand.until(lambda: learned.maps.page.name == "cells and threats")
    before = learned.maps.page
    hand.press("3")
    hand.pump(0.1)
    assert learned.maps.page is before


@pytest.mark.parametrize("size", ["900x600", "1280x800", "2560x1440"])
def test_the_pages_take_only_room_that_is_left(hand, size):
    """The board is as large with a page of weights below it as with the bars, and the move list keeps its lines."""
    hand.root.geometry(size)
    hand.show_weights()
    hand.pump(0.1)
    board, learned = hand.window.board.winfo_height(), hand.window.learned
    learned.choose("td-lambda")
    learned.pages.choose("cells and threats")
    hand.until(lambda: learned.maps is not None and learned.maps.page is not None)
    hand.pump(0.1)
    assert hand.window.board.winfo_height() == board
    assert hand.window.moves.winfo_height() >= 20
    bottom = learned.maps.winfo_rooty() + learned.maps.winfo_height()
    assert bottom <= hand.window.status_line.winfo_rooty()
    for name in LEARNED:
        learned.choose(name)
        for box, texts in (
            (learned.chooser, learned.chooser["values"]),
            (learned.pages, (*learned.pages["values"][:3], learned.pages["values"][-1])),
        ):
            widest = max(map(tkfont.Font(root=hand.root, name="TkTextFont", exists=True).measure, texts))
            assert widest <= box.winfo_width() - 22, f"{texts} is cut off"


# -- training --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in LEARNED if name in LEARNERS])
def test_the_weights_are_seen_while_it_trains(hand, tmp_path, name):
    """The tab shows a page of what has been learned so far, again and again, and in the end that of the file."""
    hand.do("train")
    training = next(other for other in hand.window.windows.open if isinstance(other, TrainingWindow))
    training.choose(name)
    path = tmp_path / ("model.json" if name in ("windows", "td-lambda") else "model.npz")
    for field, text in {"episodes": "50000000", "model": path, "measure": "0", "units": "8"}.items():
        if field in training.form.fields:
            training.form.fields[field].set(str(text))
    training.start()
    training.tabs.select(1)
    hand.until(lambda: training.maps.page is not None)
    first = training.maps.page
    hand.until(lambda: training.maps.page is not first)
    training.pause_button.invoke()
    hand.pump(0.3)
    other = training.pages["values"][-1]
    training.pages.choose(other)
    hand.until(lambda: training.maps.page.name == other)
    training.stop_button.invoke()
    hand.until(lambda: not training.errand.busy)
    hand.pump(0.1)
    wanted = load(name, path).page(other)
    for shown, kept in zip(training.maps.page.heats, wanted.heats, strict=True):
        assert np.array_equal(shown.values, kept.values, equal_nan=True)
    assert training.maps.page.bars == wanted.bars
    training.pages.choose(training.pages["values"][0])
    hand.until(lambda: training.maps.page.name == training.pages["values"][0])


def test_patterns_have_no_weights(hand, tmp_path):
    """What remembers games says so where weights would be."""
    hand.do("train")
    training = next(other for other in hand.window.windows.open if isinstance(other, TrainingWindow))
    training.choose("patterns")
    training.form.fields["episodes"].set("5")
    training.form.fields["model"].set(str(tmp_path / "memory.sqlite"))
    training.start()
    training.tabs.select(training.weights)  # a start shows the curves
    hand.until(lambda: "no weights to draw" in " ".join(words(training.maps)))
    hand.until(lambda: not training.errand.busy)


def test_weights_are_asked_for_when_the_run_has_made_its_last(hand, tmp_path, monkeypatch):
    """Who turns to them while the run does something else, such as the match at its end, sees them afterwards."""
    measuring, turned = threading.Event(), threading.Event()

    def measure(run: TrainingRun) -> dict:
        measuring.set()
        assert turned.wait(60)
        return {}

    monkeypatch.setattr(TrainingRun, "measure", measure)
    hand.do("train")
    training = next(other for other in hand.window.windows.open if isinstance(other, TrainingWindow))
    training.choose("patterns")
    training.form.fields["episodes"].set("2")
    training.form.fields["model"].set(str(tmp_path / "memory.sqlite"))
    training.start()
    hand.until(measuring.is_set)
    training.tabs.select(training.weights)
    hand.until(lambda: training.background.looking is not None)
    turned.set()
    hand.until(lambda: not training.errand.busy)
    hand.until(lambda: "no weights to draw" in " ".join(words(training.maps)), 10)


# -- two models ------------------------------------------------------------------------------------------------------


def test_two_models_and_their_difference(hand, tmp_path):
    """Choosing a page on one side shows it on both, with the same colours, and what is between them below; one other
    evaluator ends that."""
    content = json.loads(models.default_path("td-lambda").read_text())
    content["weights"] = [2 * weight for weight in content["weights"]]
    (tmp_path / "twice.json").write_text(json.dumps(content))
    hand.do("two evaluators")
    (two,) = hand.window.windows.open
    left, right = two.sides
    left.chooser.take(Choice("td-lambda"))
    right.chooser.take_file(str(tmp_path / "twice.json"))
    left.pages.choose("cells and threats")
    hand.until(lambda: two.apart.winfo_ismapped())
    assert right.pages.chosen == "cells and threats"
    assert left.maps._reach == right.maps._reach == right.maps.page.reach()
    assert np.allclose(two.difference.page.heats[0].values, left.maps.page.heats[0].values)
    right.chooser.take(Choice("windows"))
    hand.until(lambda: not two.apart.winfo_ismapped())
    assert right.pages.chosen == ""
    assert right.board.winfo_ismapped()
    left.pages.choose("")
    hand.pump(0.1)
    assert left.board.winfo_ismapped()


def test_pages_are_put_together_in_other_threads(hand, tmp_path, monkeypatch):
    """In the pane, while a learner trains, when it has ended, and side by side: never in the thread that draws."""
    threads, page = [], Evaluator.page

    def seen(*arguments):
        threads.append(threading.current_thread())
        return page(*arguments)

    monkeypatch.setattr(Evaluator, "page", seen)
    for module in ("c4.learning.ntuple", "c4.arena.glance", "c4.evaluators.tdlambda"):
        import_module(module)  # compiles what it needs, which may take longer than `hand` waits
    hand.show_weights()
    learned = hand.window.learned
    learned.choose("ntuple")
    learned.pages.choose("first to move")
    hand.until(lambda: learned.maps.page is not None)
    hand.do("train")
    (training,) = hand.window.windows.open
    training.form.fields["episodes"].set("2000")
    training.form.fields["measure"].set("0")
    training.form.fields["model"].set(str(tmp_path / "m.json"))
    training.start()
    hand.until(lambda: training.background is not None and not training.errand.busy)
    before = len(threads)
    training.tabs.select(1)
    hand.until(lambda: training.maps.page is not None)
    assert len(threads) > before
    hand.do("two evaluators")
    two = hand.window.windows.open[-1]
    two.sides[0].chooser.take(Choice("td-lambda"))
    two.sides[0].pages.choose("cells and threats")
    hand.until(lambda: two.sides[0].maps.page is not None)
    assert len(threads) >= 3
    assert threading.main_thread() not in threads
