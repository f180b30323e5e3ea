"""The Review pane: graph, moves, mistakes, a sentence, and lines to play through on the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import filedialog, ttk

from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns, name_columns
from c4.game.gametree import ROOT
from c4.review.page import review_page
from c4.review.rows import SYMBOLS, Row
from c4.review.words import review_text, summary, verdict
from c4.storage import write_text
from visualizer.board.move_list import ListedMove, MoveList
from visualizer.review.graph import Graph, legend
from visualizer.review.reviewer import Reviewer, ReviewModel
from visualizer.ui.context import Context
from visualizer.ui.scale import scale
from visualizer.ui.widgets import Flow, ProgressBar, scrolled, table, wrap

NARROW = 560
"""Pixels of both lists below which the moves are listed without what they lead to."""

FILES = (("Page for a browser", ".html"), ("Text", ".txt"))
"""The files that a review can be exported as, by ending."""


class ReviewPane(ttk.Frame):
    """Follows the game of `context.session`; `on_close()` is called by the button that closes it."""

    def __init__(self, parent: tk.Misc, context: Context, reviewer: Reviewer, on_close: Callable[[], object]) -> None:
        super().__init__(parent, padding=(8, 4))
        self._context, self.reviewer = context, reviewer
        self._shown: tuple[object, ...] = ()
        self._narrow = self._seeking = False
        reviewer.listeners.append(self._show)
        top = ttk.Frame(self)
        top.pack(fill="x")
        ttk.Button(top, text="Close", command=on_close, width=6).pack(side="right")
        ttk.Button(top, text="Export...", command=self.ask_export, width=8).pack(side="right", padx=4)
        self.progress = wrap(ttk.Label(top, style="Faint.TLabel", justify="left"))
        self.progress.pack(side="left", fill="x", expand=True)
        self.share_bar = ProgressBar(top)
        self.summary = ttk.Label(self, justify="left")
        self.summary.pack(fill="x", pady=(2, 4))
        self.graph = Graph(self, context.theme, self.go)
        self.graph.pack(fill="x")
        self.legend = wrap(ttk.Label(self, style="Faint.TLabel", justify="left"))
        self.legend.pack(fill="x", pady=(2, 4))
        bottom = ttk.Frame(self)
        bottom.pack(side="bottom", fill="x")
        self._build_buttons(bottom)
        self.explanation = wrap(ttk.Label(bottom, justify="left", anchor="nw"))
        self.explanation.pack(side="bottom", fill="x", pady=4)
        lists = ttk.Frame(self)
        lists.pack(fill="both", expand=True)
        self._build_lists(lists)

    def _build_buttons(self, bottom: ttk.Frame) -> None:
        row = Flow(bottom)
        row.pack(side="bottom", fill="x", pady=(2, 0))
        self.buttons: dict[str, ttk.Button] = {}
        for label, action in (
            ("← Mistake", partial(self.next_mistake, -1)),
            ("Mistake →", partial(self.next_mistake, 1)),
            ("What follows", partial(self.try_line, False)),
            ("Better move", partial(self.try_line, True)),
            ("Back", self.back),
        ):
            button = ttk.Button(row, text=label, command=action)
            row.add(button)
            self.buttons[label] = button

    def _build_lists(self, lists: ttk.Frame) -> None:
        lists.bind("<Configure>", lambda event: self._resized(lists, event.width))
        lists.rowconfigure(0, weight=1)
        left = ttk.Frame(lists)
        left.grid(row=0, column=0, sticky="nsew", padx=(0, 6))
        self.moves = MoveList(left, self._context.theme, self.go)
        self.moves.configure(height=6, width=20, wrap="none")
        scrolled(self.moves).pack(side="left", fill="both", expand=True)
        frame, self.mistakes = table(
            lists, (("Mistake", 110, "w"), ("Cost", 90, "w"), ("Better", 60, "w")), 4, selectmode="browse"
        )
        frame.grid(row=0, column=1, sticky="nsew")
        self.mistakes.bind("<<TreeviewSelect>>", lambda _: self._mistake_chosen())

    def _resized(self, lists: ttk.Frame, width: int) -> None:
        """Divides the width; narrow lists of moves leave out what they lead to."""
        unit = scale(self)
        narrow = width < NARROW * unit
        for column, weight in ((0, 2 if narrow else 3), (1, 3)):
            lists.columnconfigure(column, weight=weight, uniform="lists")
        self.graph.configure(height=int(max(110 * unit, min(240 * unit, self.winfo_height() * 0.24))))
        if narrow != self._narrow:
            self._narrow, self._shown = narrow, ()
            self._show()

    # -- what is reviewed ---------------------------------------------------------------------------------------------

    @property
    def model(self) -> ReviewModel | None:
        """The review that is shown; None before the first."""
        return self.reviewer.model

    def begin(self) -> None:
        """Reviews the line on the board, from its first move to its last.  Raises C4Error where there is none."""
        self._shown = ()
        self.reviewer.begin()
        self.refresh()

    def refresh(self) -> None:
        """Shows the position on the board; the review of a running game goes on with it."""
        if not self.reviewer.grow():
            self._show()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.model
        if model is None or not self.winfo_manager():
            return
        game, reviewer = self._context.session.game, self.reviewer
        known = len(model.rows), len(model.lines), len(model.learned)
        shown = (known, reviewer.busy, reviewer.failure, game, reviewer.players)
        if shown == self._shown:
            return
        self._shown = shown
        at = model.at(game)
        moves = [
            ListedMove(DIGITS[column], mark, "" if self._narrow else leads)
            for column, (mark, leads) in zip(model.columns, map(model.short, range(1, len(model.columns) + 1)))
        ]
        self.moves.show(moves, at, model.start.ply)
        self.graph.show(reviewer.curves, self._nearest(), reviewer.players, reviewer.colours, game.starter)
        self.share_bar.show(len(model.rows) / len(model.columns) if reviewer.busy and not model.complete else None)
        self.progress.configure(text=reviewer.failure or ("" if model.complete else model.progress()))
        sides = (f"{name}: {summary(model.review, side)}" for side, name in enumerate(reviewer.players))
        self.summary.configure(text="\n".join(sides))
        self.legend.configure(text=f"{legend(model)} Wins and losses are counted in plies; b3 is column 2, row 3.")
        self._show_mistakes()
        self.explanation.configure(text=self._explanation(at))
        self._enable(at)
        if self._seeking and not reviewer.busy:
            self.worst()

    def _explanation(self, at: int | None) -> str:
        model, game = self.model, self._context.session.game
        assert model is not None
        if at is None:
            here = self._nearest()
            since = f"after move {here} of the game" if here else "from the first move on"
            return f"A variation {since}. The comma and full stop keys move along it."
        return model.explanation(at, self.reviewer.players) if game.at or at == 0 else ""

    def _show_mistakes(self) -> None:
        model = self.model
        assert model is not None
        rows = model.errors(slips=True)
        wanted = [str(row.ply) for row in rows]
        if wanted != list(self.mistakes.get_children()):
            self.mistakes.delete(*self.mistakes.get_children())
            for row in rows:
                move = f"{row.ply}. {self.reviewer.players[row.side]} {DIGITS[row.column]}{SYMBOLS[row.mark]}"
                better = name_columns(row.best).removeprefix("columns ").removeprefix("column ")
                self.mistakes.insert("", "end", iid=str(row.ply), values=(move, verdict(row), better))
        at = model.at(self._context.session.game)
        chosen = [] if at is None else [name for name in wanted if name == str(at + model.start.ply)]
        if list(self.mistakes.selection()) != chosen:
            self.mistakes.selection_set(chosen)

    def _enable(self, at: int | None) -> None:
        model = self.model
        assert model is not None
        row = None if at is None else model.row(at)
        lines = row is not None and row.ply in model.lines
        here = self._nearest()
        possible = {
            "← Mistake": model.next_error(here, -1) is not None,
            "Mistake →": model.next_error(here, 1) is not None,
            "What follows": lines,
            "Better move": lines,
            "Back": at is None,
        }
        for label, button in self.buttons.items():
            state = "normal" if possible[label] else "disabled"
            if str(button["state"]) != state:
                button.configure(state=state)

    # -- going about --------------------------------------------------------------------------------------------------

    def _nearest(self) -> int:
        """The last move of the reviewed line that is on the board."""
        model, tree = self.model, self._context.session.game.tree
        if model is None or not model.about(self._context.session.game):
            return 0
        way = (ROOT, *tree.path())
        return max(number for number, node in enumerate((ROOT, *model.nodes)) if node in way)

    def go(self, number: int) -> None:
        """Puts the position after a move of the reviewed line on the board."""
        session, model = self._context.session, self.model
        if model is None:
            return
        if not model.about(session.game):
            self._context.say("another game is on the board: Undo returns to this one")
            return
        tree = session.game.tree.gone_to(model.nodes[-1]).gone_to((ROOT, *model.nodes)[number])
        self._context.attempt(session.vary, tree)

    def back(self) -> None:
        """Returns from a variation to the game."""
        self.go(self._nearest())

    def next_mistake(self, step: int) -> None:
        """Goes to the next mistake (step 1), or to the one before (-1); says so if there is none."""
        model = self.model
        number = None if model is None else model.next_error(self._nearest(), step)
        if number is None:
            self._context.say(f"there is no mistake {'after' if step > 0 else 'before'} this move")
        else:
            self.go(number)

    def worst(self) -> None:
        """Goes to the worst mistake, once all moves have been reviewed."""
        rows: Sequence[Row] = () if self.model is None else self.model.errors()
        self._seeking = self.model is not None and not self.model.complete and self.reviewer.busy
        if self._seeking:
            self._context.say("looking for the worst mistake...")
            return
        if self.model is None or not rows:
            self._context.say("no move changed the result of the game")
        else:
            self.go(self.model.number(rows[0]))

    def _mistake_chosen(self) -> None:
        model, chosen = self.model, self.mistakes.selection()
        if model is not None and chosen:
            number = int(chosen[0]) - model.start.ply
            if model.at(self._context.session.game) != number:
                self.go(number)

    def try_line(self, better: bool) -> None:
        """Puts the better move on the board with best play ahead of it, or best play after the mistake."""
        session, model = self._context.session, self.model
        at = None if model is None else model.at(session.game)
        row = None if model is None or at is None else model.row(at)
        if model is None or at is None or row is None or row.ply not in model.lines:
            self._context.say("go to a mistake first: then the better move and what follows can be played through")
            return
        lines = model.lines[row.ply]
        before = (ROOT, *model.nodes)[at - 1]
        tree = session.game.tree.tried(before, lines.better if better else lines.refutation)
        if not better:
            tree = tree.forward(1)
        if self._context.attempt(session.vary, tree):
            line = format_columns(lines.better if better else lines.refutation)
            self._context.say(f"best play: {line}; press the full stop key to continue", seconds=8)

    # -- files --------------------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Asks for a file and writes the review into it."""
        path = filedialog.asksaveasfilename(
            parent=self, title="Export the review", defaultextension=".html", initialfile="review.html",
            filetypes=[(label, f"*{ending}") for label, ending in FILES],
        )  # fmt: skip
        if path:
            self.export(path)

    def export(self, path: str) -> None:
        """Writes the review into a file; the ending of its name gives the format."""
        model, reviewer = self.model, self.reviewer
        if model is None:
            self._context.say("there is nothing to export yet")
            return
        try:
            if path.endswith(".html"):
                write_text(path, review_page(model.review, reviewer.players, lines=model.lines))
            elif path.endswith(".txt"):
                write_text(path, review_text(model.review, reviewer.players, model.lines))
            else:
                endings = ", ".join(ending for _, ending in FILES)
                raise C4Error(f"a review cannot be written as {path!r}: the name must end with one of {endings}")
        except C4Error as error:
            self._context.say(str(error), seconds=8)
        else:
            self._context.say(f"saved {path}")
