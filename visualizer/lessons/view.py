"""What Learn says: the list of lessons, or the page that is read."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.columns import DIGITS
from c4.lessons.charts import Chart
from c4.lessons.facts import PLACEHOLDER
from c4.lessons.lesson import BEST, CUT, NEXT, SQUARE, WIN, question_words
from c4.text import pluralise
from visualizer.state.open_lesson import Reading, answer_name
from visualizer.state.preferences import Preferences
from visualizer.ui.markdown import BOLD, Piece, pieces

WORKING_OUT = "…"
"""What stands in place of a number until it has been worked out."""

RIGHT = "right"
WRONG = "wrong"
"""The styles of what is said about an answer."""

BY_NODE = "Press its number, or click its node."
BY_COLUMN = "Press its number, or click its column on the board."
BY_SQUARE = "Click it, or press the number of its column, then that of its row."
WAYS = {BEST: BY_NODE, CUT: BY_NODE, NEXT: BY_COLUMN, WIN: BY_COLUMN, SQUARE: BY_SQUARE}
"""How you answer, by the kind of the question."""


class PageView(NamedTuple):
    """A page as it is shown.

    place      which page of which lesson it is
    text       in pieces its text, its question, the hints that you have seen, and what is said about your answer
    chart      what is drawn below it; None for nothing
    can_hint   whether there is another hint, or the answer, to be seen
    first, last   whether it is the first page, or the last one
    """

    place: str
    title: str
    text: tuple[Piece, ...]
    can_hint: bool
    first: bool
    last: bool
    chart: Chart | None = None


def page_view(reading: Reading | None, preferences: Preferences) -> PageView | None:
    """What a page says; None without a lesson."""
    if reading is None:
        return None
    facts = reading.facts
    page = reading.page
    text = PLACEHOLDER.sub(WORKING_OUT, page.text) if facts is None else facts.text
    solved = answer_name(reading.lesson, reading.at) in preferences.lesson_answers
    done = " · answered ✓" if solved and page.question is not None else ""
    return PageView(
        f"{reading.lesson.title} · page {reading.at + 1} of {len(reading.lesson.pages)}{done}",
        page.title,
        (*pieces(reading.problem or text), *question_pieces(reading)),
        reading.asks,
        reading.at == 0,
        reading.last,
        None if facts is None else facts.chart,
    )


def question_pieces(reading: Reading) -> list[Piece]:
    """What a page asks, the hints that you have seen, and what is said about your answer."""
    question = reading.page.question
    if question is None:
        return []
    found = [Piece("\n\n"), Piece(question_words(reading.page), BOLD), Piece(f" {WAYS[question.kind]}")]
    hints = () if reading.facts is None else reading.facts.hints[: reading.hints]
    for hint in hints:
        found += [Piece("\n\n"), Piece("Hint. ", BOLD), *pieces(hint)]
    if reading.column is not None:
        found += [Piece("\n\n"), Piece(f"Column {DIGITS[reading.column]}; now the row, from below.")]
    reply = reading.reply
    if reply is not None and reading.column is None:
        found += [Piece("\n\n"), Piece(reply.words, RIGHT if reply.right else WRONG)]
    return found


class LessonHead(NamedTuple):
    """What the list says of a lesson that ships with the program."""

    name: str
    title: str
    about: str
    pages: int
    questions: int


class LessonLine(NamedTuple):
    """A lesson in the list: its name, its title, what it is about, and how far you are; "" if you have not begun."""

    name: str
    title: str
    about: str
    progress: str


def lesson_lines(lessons: tuple[LessonHead, ...], preferences: Preferences) -> tuple[LessonLine, ...]:
    """The list of lessons."""
    lines = []
    for head in lessons:
        reached = preferences.lesson_pages.get(head.name)
        answered = [one for one in preferences.lesson_answers if one.rpartition(" ")[0] == head.name]
        progress = ""
        if reached is not None:
            progress = f"page {reached + 1} of {head.pages}"
        if answered:
            progress += f" · {len(answered)} of {pluralise(head.questions, 'question')}"
        lines.append(LessonLine(head.name, head.title, head.about, progress))
    return tuple(lines)
