"""A lesson that is being read, as a part of the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from c4.lessons.lesson import Lesson, Page

if TYPE_CHECKING:  # brings numpy, which the first paint does without
    from c4.lessons.facts import Facts


class Reply(NamedTuple):
    """What is said about an answer, and whether it was right."""

    right: bool
    words: str


@dataclass(frozen=True, eq=False)
class Reading:
    """A lesson that is being read.

    at        the number of the page, from 0
    facts     what the program has worked out for the page; None until it has
    problem   why the page cannot be shown; "" if it can
    reply     what is said about your last answer; None before the first
    hints     how many hints you have seen
    column    of a square that you choose by keys, the column (from 0); None before it
    """

    lesson: Lesson
    at: int = 0
    facts: Facts | None = None
    problem: str = ""
    reply: Reply | None = None
    hints: int = 0
    column: int | None = None

    @property
    def page(self) -> Page:
        """The page that is read."""
        return self.lesson.pages[self.at]

    @property
    def last(self) -> bool:
        """Whether it is the last page."""
        return self.at == len(self.lesson.pages) - 1

    @property
    def asks(self) -> bool:
        """Whether an answer is awaited."""
        answered = self.reply is not None and self.reply.right
        return self.page.question is not None and self.facts is not None and not answered


def answer_name(lesson: Lesson, at: int) -> str:
    """How the preferences name the question of a page (from 0)."""
    return f"{lesson.name} {at + 1}"
