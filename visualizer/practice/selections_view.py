"""What the exercise on simulations says: which reply does the next simulation select?  It knows no Tk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.practice.selections import SelectionExercise
from c4.text import pluralise
from c4.tree.selection import SCALE
from c4.tree.simulation_replay import sum_of
from c4.tree.simulation_story import number_text

TABLE_COLUMNS = ("Column", "Visits N", "Sum W", "Mean W / N")
"""The titles of the table."""

UCT = "UCT value of a reply = W / N + c · √(ln N above / N), here with c = {c:g} and N above = {visits:,}"


@dataclass(frozen=True, eq=False)
class Selecting:
    """What the window knows.

    seed        of the exercise
    exercise    the exercise on screen; None before the first, and where there is none
    answered    the column (from 0) that was answered first; None before
    right, asked    how many exercises were answered right at once, and how many were asked
    message     what is said about the answer
    """

    seed: int = 0
    exercise: SelectionExercise | None = None
    answered: int | None = None
    right: int = 0
    asked: int = 0
    message: str = ""


class SelectingView(NamedTuple):
    """What the window says; `columns` are those that can be answered, from 0."""

    question: str
    formula: str
    message: str
    score: str
    position: Position | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    columns: tuple[int, ...] = ()
    solution: str = ""


def selecting_view(
    exercise: SelectionExercise | None, answered: int | None, right: int, asked: int, message: str
) -> SelectingView:
    """What the window says about an exercise; the solution once it has been answered."""
    score = f"{right} of {asked} right at once" if asked else ""
    if exercise is None:
        return SelectingView(question="", formula="", message=message, score=score)
    log = exercise.tree.log
    ran = pluralise(len(log), "simulation")
    question = f"{ran} have ended. Which reply does the next simulation select at the root?"
    formula = UCT.format(c=log.selection.exploration, visits=exercise.replies[0].parent_visits)
    rows = tuple(
        (
            DIGITS[reply.column],
            f"{reply.visits:,}",
            sum_of(round(reply.mean * reply.visits * SCALE)),
            number_text(reply.mean, signed=True),
        )
        for reply in exercise.replies
    )
    columns = tuple(reply.column for reply in exercise.replies)
    solution = "" if answered is None else exercise.explain()
    return SelectingView(
        question, formula, message, score, position=exercise.tree.root, rows=rows, columns=columns, solution=solution
    )
