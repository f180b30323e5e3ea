"""A lesson and its pages, as frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from c4.agents.specification import Specification
from c4.game.position import Position
from c4.lessons.charts import Wanted

NEXT = "next"
CUT = "cut"
BEST = "best"
WIN = "win"
SQUARE = "square"
KINDS = {
    NEXT: "Which column is searched next?",
    CUT: "After which {move} does the search cut off the others?",
    BEST: "Which {move} does {side} choose?",
    WIN: "Which column wins with best play?",
    SQUARE: "Which square completes four in a row?",
}
"""The kinds of questions, and the words in which each asks: `question_words` fills in the side that moves, and its move."""

PARTS = ("tree", "card", "board", "search", "playback")
"""The parts of the window that a page can point at."""

WINDOWS = "windows"
SHOWN = (WINDOWS, "values", "threats")
"""What a page can show besides: alpha and beta in the tree, exact values over the columns, threats on the board."""

START = "start"
ENTER = "enter"
RETURN = "return"
CUTOFF = "cut"
PHASES = ("select", "expand", "playout", "backup")
MOMENTS = (START, ENTER, RETURN, CUTOFF, *PHASES)
"""The moments of a playback: its start, when the search enters a node, returns its value, or cuts its replies off, and the
phases of a simulation of Monte-Carlo tree search.
"""


TEXT = "text"
"""What `Page.lines` calls the first line of a page's text."""


class Moment(NamedTuple):
    """A moment of a playback: one of MOMENTS, the path (columns from 0) to its node, and the number of its simulation (from 1)."""

    what: str
    path: tuple[int, ...] = ()
    simulation: int = 0


@dataclass(frozen=True)
class Question:
    """A question that the program answers itself: `kind` is one of KINDS, `hints` lead to the answer one by one, and `lines`
    are the numbers of their lines in the file.
    """

    kind: str
    hints: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of a lesson.

    line        the number of the line of its title in the file
    title       its title
    text        its text as Markdown, with placeholders such as "{value 5-3}" for numbers (see `FACTS` in `c4.lessons.facts`)
    position    what is on the board
    search      the search whose tree is shown; None for the board alone
    node        the path (columns from 0) to the node that is selected; () for the root
    playback    the moment at which the search is played back; None for no playback
    show        what of SHOWN is shown
    point       the one of PARTS that is outlined; "" for none
    question    what it asks; None for nothing
    chart       the chart that is shown beside its text; None for none
    lines       the number of the line of each key of its header, and of its TEXT
    """

    line: int
    title: str
    text: str
    position: Position
    search: Specification | None = None
    node: tuple[int, ...] = ()
    playback: Moment | None = None
    show: tuple[str, ...] = ()
    point: str = ""
    question: Question | None = None
    chart: Wanted | None = None
    lines: tuple[tuple[str, int], ...] = ()

    def line_of(self, what: str) -> int:
        """The number of the line of a key, or of TEXT; of the title for what the page does not have."""
        return dict(self.lines).get(what, self.line)


def question_words(page: Page) -> str:
    """The words in which a page asks its question.  In a tree MAX has moves, and MIN replies to them."""
    assert page.question is not None, "the page asks something"
    return KINDS[page.question.kind].format(side=side_at(page.node), move=move_word(page.node))


def side_at(path: tuple[int, ...]) -> str:
    """The side that moves at a node: MAX at the root."""
    return "MIN" if len(path) % 2 else "MAX"


def move_word(path: tuple[int, ...]) -> str:
    """What a move of the side at a node is called."""
    return "reply" if side_at(path) == "MIN" else "move"


def answer_word(page: Page) -> str:
    """What a column is called that answers the question of a page."""
    if page.question is None or page.question.kind not in (BEST, CUT) or not page.node:
        return "column"
    return move_word(page.node)


@dataclass(frozen=True)
class Lesson:
    """A lesson: where it comes from ("a shipped name" or a path), its title, a sentence about it, and its pages."""

    name: str
    title: str
    about: str
    pages: tuple[Page, ...]
