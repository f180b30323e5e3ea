"""A set of puzzles as a page for browser or printer, the solutions at the end.  Plain Python; imports the puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from c4.game.columns import DIGITS
from c4.game.rules import C4Error, count
from c4.practice.puzzles import ODD, Puzzle
from c4.review.page import board_svg


def page(puzzles: Sequence[Puzzle], title: str = "Connect 4: puzzles") -> str:
    """The page, HTML with its boards as SVG; the solutions are folded at the end, in print on a separate sheet.

    Raises C4Error if there are no puzzles.
    """
    if not puzzles:
        raise C4Error("there are no puzzles to put on the page")
    figures, solutions = [], []
    for number, puzzle in enumerate(puzzles, start=1):
        position = puzzle.position
        mover = "X (ring)" if position.to_move == 0 else "O (dot)"
        figures.append(
            f"<figure>{board(puzzle)}<figcaption>{number}. {mover} to move. "
            f'{escape(puzzle.task)} <span class="grade">{escape(puzzle.grade)}</span></figcaption></figure>'
        )
        solutions.append(f"<li>{escape(solution(puzzle))}</li>")
    parts = {
        "title": escape(title),
        "number": count(len(puzzles), "puzzle"),
        "figures": "".join(figures),
        "solutions": "".join(solutions),
    }
    page = files("c4.practice").joinpath("puzzle_page.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        page = page.replace("{{" + name + "}}", part)
    return page


def board(puzzle: Puzzle) -> str:
    """The puzzle's board as SVG, without the id of a single board, as the page has many."""
    return board_svg(puzzle.position, (), puzzle.position).replace('<svg id="board" ', "<svg ", 1)


def solution(puzzle: Puzzle) -> str:
    """The solution in words."""
    if puzzle.kind == ODD:
        return f"Square {puzzle.square}."
    columns = list(puzzle.solution)
    text = f"Column {columns[0]}." if len(columns) == 1 else f"Columns {', '.join(columns)}, both sides' moves."
    wrong = [f"{column} fails to {reply}" for column, reply in puzzle.refuted.items() if reply and column in DIGITS]
    return text + (f" {'; '.join(wrong)}." if wrong and puzzle.kind != "loses" else "")
