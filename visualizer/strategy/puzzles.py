"""The Puzzles window: win in n, the only move that holds, the move that loses, the odd threat.  Imports tkinter.

The first attempt at each counts for a rating, kept in the library's file; failed puzzles come back after days.
"""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog, ttk
from typing import NamedTuple

from c4.game.rules import C4Error, count
from c4.library.store import Store
from c4.practice import puzzles
from c4.practice.attempt import Attempt
from c4.practice.grading import GRADES
from c4.practice.puzzles import HOLD, LOSES, ODD, WIN, Puzzle
from c4.practice.rating import Progress, Standing
from c4.practice.set_page import hand_out, solution
from c4.practice.sets import ExerciseSet
from c4.search.watch import Watch
from c4.session.worker import Worker
from c4.strategy.diagram import Diagram
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.kit.later import Later
from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import choice, sentence, wrap
from visualizer.strategy.board import DiagramBoard, Square
from visualizer.strategy.content import Colours

KINDS: dict[str, str | None] = {
    "all kinds": None,
    "win in a few moves": WIN,
    "the only move that holds": HOLD,
    "the move that loses": LOSES,
    "the odd threat": ODD,
}
SET = 24
"""Puzzles that are handed out."""


class Given(NamedTuple):
    """A puzzle to try, and the person's standing; None if the library cannot be used, with the reason."""

    puzzle: Puzzle
    standing: Standing | None
    problem: str


class PuzzleWindow(tk.Toplevel):
    """One puzzle after another."""

    def __init__(self, host: Host, colours: Colours, worker: Worker[Given], library: Path | None = None) -> None:
        super().__init__(host.root)
        self.title("Puzzles")
        self.geometry("900x600")
        self.minsize(760, 500)
        self._host, self._colours, self._library, self._worker = host, colours, library, worker
        self._errand = Errand(self, worker, self._arrived, self._failed)
        self._rating = Later(self, self._tell_rating)
        self._changed: list[tuple[float, Standing]] = []
        self.attempt: Attempt | None = None
        self._noted = False
        self._before: float | None = None
        self._build()
        self.set_theme(host.theme)
        self._keys()
        self.next()
        self.board.focus_set()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = ttk.Frame(self, padding=(12, 10, 12, 4))
        top.pack(fill="x")
        self.kind = choice(top, KINDS, 26, self.next)
        self.kind.pack(side="left")
        self.standing = ttk.Label(top, style="Faint.TLabel")
        self.standing.pack(side="right")
        middle = ttk.Frame(self, padding=12)
        middle.pack(fill="both", expand=True)
        self.board = DiagramBoard(middle, self._host.theme, self.play, self._playable, lambda _: None, self._pressed)
        self.board.stones = self._colours
        self.board.pack(side="left", fill="both", expand=True)
        self._side = side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        side.pack(side="right", fill="y")
        side.pack_propagate(False)
        self.task = wrap(ttk.Label(side, font="TkHeadingFont", justify="left"))
        self.task.pack(fill="x")
        self.grade = wrap(ttk.Label(side, style="Faint.TLabel"))
        self.grade.pack(fill="x", pady=(2, 10))
        self.said = wrap(ttk.Label(side, justify="left"))
        self.said.pack(fill="x")
        self.rated = wrap(ttk.Label(side, justify="left", style="Faint.TLabel"))
        self.rated.pack(fill="x", pady=(6, 0))
        ttk.Button(side, text="Hand out...", command=self.export).pack(side="bottom", fill="x", pady=(14, 0))
        self.buttons: dict[str, ttk.Button] = {}
        for text, action in (
            ("Next puzzle", self.next),
            ("Solution", self.show_solution),
            ("Try again", self.again),
            ("Hint", self.hint),
        ):
            self.buttons[text] = ttk.Button(side, text=text, command=action)
            self.buttons[text].pack(side="bottom", fill="x", pady=(6, 0))

    def _keys(self) -> None:
        def on(key: str, action: Callable[[], object]) -> None:
            self.bind(key, lambda event: action())

        for number in range(1, 8):
            on(f"<Key-{number}>", lambda column=number - 1: self.play(column))  # type: ignore[misc]
        for key, action in (("n", self.next), ("h", self.hint), ("<BackSpace>", self.again), ("s", self.show_solution)):
            on(key, action)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)
        self._side.configure(width=pixels(self, 320))
        self.board.set_theme(theme)

    # -- which puzzle -------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """Gives the next puzzle."""
        kind, library = KINDS[self.kind.get()], self._library
        last = None if self.attempt is None else self.attempt.puzzle
        if last is None:
            self.task.configure(text="Looking for a puzzle...")
        self._errand.start(lambda watch: given(library, kind, last, watch))

    def _arrived(self, given: Given) -> None:
        self.attempt, self._noted = Attempt(given.puzzle), False
        self.rated.configure(text=sentence(given.problem) + "." if given.problem else "")
        self._stand(given.standing)
        position = self.attempt.position
        self.task.configure(text=given.puzzle.task)
        self.grade.configure(
            text=f"{self._colours[position.to_move][0]} to move. Grade: {given.puzzle.grade}."
            + (" Click the square." if given.puzzle.kind == ODD else "")
        )
        self._show()

    def _failed(self, text: str) -> None:
        self.said.configure(text=sentence(text) + ".")

    def _stand(self, standing: Standing | None) -> None:
        if standing is None:
            self.standing.configure(text="")
            return
        parts = [
            f"Your rating: {standing.rating:.0f}",
            f"{standing.solved:,} of {count(standing.tried, 'puzzle')} solved",
        ]
        if standing.due:
            parts.append(f"{standing.due:,} to repeat")
        self.standing.configure(text=" · ".join(parts) if standing.tried else f"Your rating: {standing.rating:.0f}")

    # -- trying it ----------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """Plays a column (from 0)."""
        self._try(lambda attempt: attempt.play(column))

    def _pressed(self, square: Square) -> bool:
        """Takes a click as the choice of a square, if one is asked for."""
        if self.attempt is None or self.attempt.puzzle.kind != ODD:
            return False
        self._try(lambda attempt: attempt.choose(*square))
        return True

    def _try(self, action: Callable[[Attempt], None]) -> None:
        if self.attempt is None:
            return
        try:
            action(self.attempt)
        except (C4Error, ValueError) as error:
            self.said.configure(text=sentence(str(error)) + ".")
            return
        if self.attempt.failed or self.attempt.done:
            self._note(self.attempt.clean)
        self._show(drop=True)

    def _note(self, solved: bool) -> None:
        """Notes the first outcome for the rating."""
        if self._noted or self.attempt is None:
            return
        self._noted = True
        puzzle, library = self.attempt.puzzle, self._library
        changed = self._changed = []
        self._worker.tell(lambda: changed.append(note(library, puzzle, solved)))
        self._rating.after(80)

    def _tell_rating(self) -> None:
        failures = self._worker.failures()
        if self._changed:
            before, standing = self._changed[0]
            self.rated.configure(text=f"Your rating: {before:.0f} → {standing.rating:.0f}")
            self._stand(standing)
        elif failures:
            self.rated.configure(text=sentence(str(failures[0])) + ".")
        else:
            self._rating.after(80)

    def hint(self) -> None:
        """Gives a hint."""
        if self.attempt is not None and not self.attempt.done and not self.attempt.failed:
            self.said.configure(text=self.attempt.hint() + " (With a hint it does not count as solved.)")

    def again(self) -> None:
        """Takes a wrong move back."""
        if self.attempt is not None and self.attempt.failed:
            self.attempt.again()
            self._show()

    def show_solution(self) -> None:
        """Tells the solution; an open puzzle counts as failed."""
        if self.attempt is not None:
            if not self.attempt.done:
                self._note(False)
            self.attempt.clean = False
            self.said.configure(text=solution(self.attempt.puzzle))
            self._mark_square()

    def _mark_square(self) -> None:
        """Marks the square that was to be found, once it is told."""
        assert self.attempt is not None
        puzzle, shown = self.attempt.puzzle, None
        if puzzle.kind == ODD:
            row, column = int(puzzle.square[1]) - 1, "abcdefg".index(puzzle.square[0])
            shown = Diagram((1 << puzzle.position.rules.cell(row, column),))  # !
        self.board.show_diagram(shown)

    def _playable(self) -> bool:
        attempt = self.attempt
        return attempt is not None and not attempt.done and not attempt.failed and attempt.puzzle.kind != ODD

    def _show(self, drop: bool = False) -> None:
        assert self.attempt is not None
        position = self.attempt.position
        moves = position.moves or ()
        self.board.show(position, (0, 1), moves[-1] if moves else None, drop)
        if self.attempt.done:
            self._mark_square()
        else:
            self.board.show_diagram(None)
        self.said.configure(text=self.attempt.said)
        self.buttons["Try again"].state(["!disabled" if self.attempt.failed else "disabled"])
        self.buttons["Hint"].state(["disabled" if self.attempt.failed or self.attempt.done else "!disabled"])

    # -- a set for a class --------------------------------------------------------------------------------------------

    def export(self) -> None:
        """Asks for a file and writes a page of puzzles of the chosen kind, with the solutions apart."""
        path = filedialog.asksaveasfilename(
            parent=self, title="The page to hand out", defaultextension=".html", initialfile="puzzles.html",
            filetypes=[("Web page", "*.html")],
        )  # fmt: skip
        if path:
            self.write_set(Path(path))

    def write_set(self, path: Path) -> None:
        """Writes the pages: random puzzles, the easiest first."""
        kind = KINDS[self.kind.get()]
        fitting = [puzzle for puzzle in puzzles.shipped() if kind in (None, puzzle.kind)]
        chosen = random.Random().sample(fitting, min(SET, len(fitting)))
        chosen.sort(key=lambda puzzle: GRADES.index(puzzle.grade))
        try:
            apart = hand_out(ExerciseSet("Connect 4: puzzles", tuple(chosen)), path)
        except C4Error as error:
            self.said.configure(text=sentence(str(error)) + ".")
            return
        self.said.configure(text=f"{count(len(chosen), 'puzzle')} written to {path}, their solutions to {apart}.")


def given(library: Path | None, kind: str | None, last: Puzzle | None, watch: Watch) -> Given:
    """The next puzzle; a random one if the library cannot be used."""
    ours = puzzles.shipped()
    try:
        store = Store(library)
        try:
            progress = Progress(store, ours)
            return Given(progress.next(kind, last), progress.standing(), "")
        finally:
            store.close()
    except C4Error as error:
        fitting = [puzzle for puzzle in ours if kind in (None, puzzle.kind) and puzzle != last]
        return Given(random.choice(fitting), None, f"no rating is kept: {error}")


def note(library: Path | None, puzzle: Puzzle, solved: bool) -> tuple[float, Standing]:
    """Notes an outcome; returns the rating before and how the person stands now.  Raises C4Error if the library
    cannot be used.
    """
    store = Store(library)
    try:
        progress = Progress(store, puzzles.shipped())
        return progress.note(puzzle, solved)[0], progress.standing()
    finally:
        store.close()
