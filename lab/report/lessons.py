"""Writes the lessons as pages of the documentation: `python -m lab report lessons` fills docs/lessons/.

What the window sets up is a picture there; the answer to a question can be unfolded.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from c4.game.columns import DIGITS, square
from c4.lessons import SHIPPED
from c4.lessons.charts import chart_words
from c4.lessons.facts import Answer, Facts, work_out
from c4.lessons.lesson import BEST, SQUARE, WINDOWS, Lesson, Page, answer_word, question_words
from c4.lessons.reader import shipped_lesson
from c4.lessons.searches import tree_of
from c4.storage import write_bytes, write_text
from c4.strategy import threats
from c4.text import join_words
from lab.report.stories import board
from visualizer.lessons.charts import plot_of
from visualizer.state.lessons import hidden_by
from visualizer.state.tree.model import TreeModel
from visualizer.tree.export import draw_state
from visualizer.ui.chart import draw as draw_plot
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.theme import LIGHT

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "lessons"

DPI = 72
"""Pixels in an inch: one for each point."""

WIDTH = 720.0
HEIGHT = 380.0
"""The size of the picture of a tree in points."""

CHART_WIDTH = 460.0
CHART_HEIGHT = 260.0
CHART_PLACE = (0.14, 0.18, 0.83, 0.71)
"""The size of a chart in points, and where its plot is, as shares of it: left, bottom, width, height."""

COLOURS = 160
"""The colours of the picture of a tree: so few make its file small.  Rare ones, such as those of discs, are kept."""

BEFORE = (
    "These are the pages of a lesson. In the window (tab *Learn*, or `F5`) the same pages set up the live tree and board, and check your answers. Every number is"
    " worked out by the program."
)


@click.command()
def main() -> None:
    """Writes the lessons as pages of the documentation, with their pictures."""
    for name in SHIPPED:
        lesson = shipped_lesson(name)
        write_text(FOLDER / f"{name}.md", page_text(lesson))
        drawn = pictures(lesson)
        for old in FOLDER.glob(f"{name}-*.*"):
            if old.name not in drawn:
                old.unlink()
        for picture, make in drawn.items():
            write_bytes(FOLDER / picture, make())
        click.echo(f"wrote {FOLDER / name}.md")


def page_text(lesson: Lesson) -> str:
    """A lesson as a page of the documentation."""
    parts = [f"# {lesson.title}", lesson.about, BEFORE]
    before = ""
    for number, page in enumerate(lesson.pages, start=1):
        facts = work_out(page)
        parts.append(f"## {number}. {page.title}")
        name = picture_name(lesson, number)
        if name != before:
            parts.append(f"![{picture_words(page)}]({name})")
            before = name
        parts.append(facts.text)
        if facts.chart is not None:
            parts.append(f"![{chart_words(facts.chart)}]({chart_name(lesson, number)})")
        if page.question is not None:
            parts += [f"**{question_words(page)}**", answer_text(page, facts)]
    return "\n\n".join(parts) + "\n"


def answer_text(page: Page, facts: Facts) -> str:
    """Hints and the answer, to be unfolded."""
    lines = [f"Hint: {hint}" for hint in facts.hints]
    lines.append(f"Answer: {names_of(facts.answer, answer_word(page))}. {facts.answer.because}")
    return f"<details><summary>Hints and answer</summary>{'<br>'.join(lines)}</details>"


def names_of(answer: Answer, word: str) -> str:
    """The right answers by name; `word` is what a column is called there."""
    columns = [f"{word} {column + 1}" for column in sorted(answer.columns)]
    squares = [square(*place) for place in sorted(answer.squares)]
    return join_words([*columns, *squares])


def pictures(lesson: Lesson) -> dict[str, Callable[[], bytes]]:
    """What makes each picture of a lesson, by name."""
    found: dict[str, Callable[[], bytes]] = {}
    for number, page in enumerate(lesson.pages, start=1):
        found.setdefault(picture_name(lesson, number), partial(draw, page))
        if page.chart is not None:
            found[chart_name(lesson, number)] = partial(draw_chart, page)
    return found


def chart_name(lesson: Lesson, number: int) -> str:
    """The file of a page's chart."""
    return f"{lesson.name}-{number}-chart.png"


def picture_name(lesson: Lesson, number: int) -> str:
    """The file of a page's picture: that of the first page that looks the same."""
    page = lesson.pages[number - 1]
    first = next(place for place, other in enumerate(lesson.pages, start=1) if looks(other) == looks(page))
    return f"{lesson.name}-{first}.{'svg' if page.search is None else 'png'}"


def looks(page: Page) -> tuple[object, ...]:
    """What a picture depends on."""
    return page.position, page.search, page.node, page.playback, page.show, names_squares(page), asks_for_best(page)


def picture_words(page: Page) -> str:
    """What a picture shows, for those who cannot see it."""
    return "The board" if page.search is None else f"The tree of {page.search}"


def draw(page: Page) -> bytes:
    """The picture of a page: its board, or its tree as the window shows it."""
    if page.search is None:
        return board(page.position, board_marks(page), "abcdefgh" if names_squares(page) else DIGITS).encode()
    facts = work_out(page)
    model = TreeModel()
    tree = tree_of(page.position, page.search)
    model.show(tree)
    model.show_windows(WINDOWS in page.show)
    model.picture(facts.row, facts.event, hidden_by(page, facts.row, tree, asks=True))
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    draw_state(axes, model.state, model.state.annotations, WIDTH, HEIGHT)
    return encoded(figure)


@own_settings()
def draw_chart(page: Page) -> bytes:
    """The chart of a page, as the window draws it."""
    chart = work_out(page).chart
    assert chart is not None, "the page has a chart"
    figure = Figure(figsize=(CHART_WIDTH / DPI, CHART_HEIGHT / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    draw_plot(figure.add_axes(CHART_PLACE), plot_of(chart, LIGHT), LIGHT)
    return encoded(figure)


def encoded(figure: Figure) -> bytes:
    """A figure as a small PNG."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=100)
    data = io.BytesIO()
    with Image.open(drawn) as picture:
        picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(data, format="png", optimize=True)
    return data.getvalue()


def names_squares(page: Page) -> bool:
    """Whether a page speaks of squares, and not of columns."""
    return "threats" in page.show or (page.question is not None and page.question.kind == SQUARE)


def asks_for_best(page: Page) -> bool:
    """Whether a page hides values that it asks for."""
    return page.question is not None and page.question.kind == BEST


def board_marks(page: Page) -> dict[tuple[int, int], str]:
    """The threats that a page shows, each as the sign of its side."""
    if "threats" not in page.show or page.question is not None:
        return {}
    return {(threat.row, threat.column): f"{'XO'[threat.side]}!" for threat in threats.on_board(page.position)}
