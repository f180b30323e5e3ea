"""What the tab Puzzles says."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.practice.puzzles import ODD, Puzzle
from c4.strategy.diagram import Diagram
from c4.text import capitalised, pluralise
from visualizer.state.highlights import NO_HIGHLIGHTS, Highlights
from visualizer.state.preferences import Preferences
from visualizer.state.state import GameState, Solving, Tried

CROSS = "✗"
"""The mark of a wrong answer."""


class StandingView(NamedTuple):
    """Your standing, and what has become of it with this puzzle."""

    standing: str
    rated: str


def standing_view(solving: Solving) -> StandingView:
    """Your standing."""
    standing = solving.standing
    earlier = solving.earlier
    problem = solving.problem
    rated = f"{capitalised(problem)}." if problem else ""
    if standing is None:
        return StandingView("", rated)
    if not problem and earlier is not None and round(standing.rating) != round(earlier):
        rated = f"Puzzle rating: {earlier:.0f} → {standing.rating:.0f}"
    parts = [f"Puzzle rating: {standing.rating:.0f}"]
    if standing.tried:
        parts.append(f"{standing.solved:,} of {pluralise(standing.tried, 'puzzle')} solved at first try")
    if standing.streak > 1:
        parts.append(f"{standing.streak} in a row")
    if standing.longest > max(1, standing.streak):
        parts.append(f"best: {standing.longest}")
    if standing.due:
        parts.append(f"{standing.due:,} to repeat")
    return StandingView(" · ".join(parts), rated)


class PuzzleView(NamedTuple):
    """A puzzle and your attempt at it.

    grade      who is to move, how hard the puzzle is, and what an odd threat is
    message    a hint, the solution, or the result of your last answer
    colours    (word, colour) of the discs of the side that begins, and of the other
    puzzle     the puzzle, to tell one from another of which the same is asked; None until one is there
    mark       the square that was asked for, as a diagram; None while it is not shown
    feedback   the badge at your answer
    verdict    +1 for a right answer, -1 for a wrong one, 0 otherwise
    playable   whether you can choose a column
    hint       whether you can ask for a hint
    again      whether there is a wrong move to undo
    """

    task: str
    grade: str
    message: str
    position: Position
    colours: tuple[tuple[str, str], tuple[str, str]]
    puzzle: Puzzle | None = None
    mark: Diagram | None = None
    playable: bool = False
    hint: bool = False
    again: bool = False
    feedback: Highlights = NO_HIGHLIGHTS
    verdict: int = 0

    @property
    def last(self) -> int | None:
        """The column that was played last."""
        moves = self.position.moves or ()
        return moves[-1] if moves else None


def puzzle_view(solving: Solving, game: GameState, preferences: Preferences) -> PuzzleView:
    """A puzzle and your attempt at it."""
    puzzle = solving.puzzle
    tried = solving.tried
    played = solving.played
    remark = solving.remark
    colours = preferences.colours
    sides = (colours[game.starter], colours[1 - game.starter])
    if puzzle is None or tried is None:
        return PuzzleView(
            task="Looking for a puzzle...", grade="", message=capitalised(remark), position=Position(), colours=sides
        )
    mover = sides[puzzle.position.to_move][0]
    grade = f"{mover} to move. Grade: {puzzle.grade}."
    if puzzle.kind == ODD:
        grade += f" An odd threat is an empty square on row 1, 3 or 5 that completes four for {sides[0][0]}. Click it."
    mark = square_mark(puzzle) if tried.done or solving.shown else None
    if played is not None:
        position = puzzle.position.after(puzzle.demonstration[:played])
        return PuzzleView(
            task=puzzle.task,
            grade=grade,
            message=capitalised(remark),
            position=position,
            colours=sides,
            puzzle=puzzle,
            mark=mark,
            again=tried.failed,
        )
    return PuzzleView(
        task=puzzle.task,
        grade=grade,
        message=capitalised(remark or tried.message),
        position=tried.position,
        colours=sides,
        puzzle=puzzle,
        mark=mark,
        playable=not tried.over and puzzle.kind != ODD,
        hint=not tried.over,
        again=tried.failed,
        feedback=feedback_on(tried),
        verdict=0 if remark else verdict_on(tried),
    )


def feedback_on(tried: Tried) -> Highlights:
    """The badge at an answer: a tick or a cross."""
    if tried.answered is None:
        return NO_HIGHLIGHTS
    return Highlights(better=(tried.answered,)) if tried.right else Highlights(wrong=tried.answered, mark=CROSS)


def verdict_on(tried: Tried) -> int:
    """+1 for a right answer, -1 for a wrong one, 0 before the first."""
    if tried.answered is None:
        return 0
    return 1 if tried.right else -1


def square_mark(puzzle: Puzzle) -> Diagram | None:
    """The square that is asked for as a diagram; None if a column is asked for."""
    if puzzle.kind != ODD:
        return None
    column = "abcdefg".index(puzzle.square[0])
    row = int(puzzle.square[1]) - 1
    return Diagram((1 << puzzle.position.rules.cell(row, column),))
