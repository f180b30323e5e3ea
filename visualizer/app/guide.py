"""The guide strip below the panes, which leads through the tour."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING, NamedTuple

from c4.agents.limits import Limits
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.session.settings import ANALYSE
from c4.text import pluralise
from visualizer.ui.widgets import wrap

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint does without
    from visualizer.app.window import Window


class Outline:
    """Four edges around a widget that a text speaks of; they follow its place and size."""

    WIDTH = 3

    def __init__(self, root: tk.Misc) -> None:
        self.edges = [tk.Frame(root) for _ in range(4)]

    def show(self, widget: tk.Misc | None, colour: str = "") -> None:
        """Outlines a widget, None for none."""
        across, down = {"relwidth": 1.0, "height": self.WIDTH}, {"relheight": 1.0, "width": self.WIDTH}
        sides = (("nw", 0, 0, across), ("sw", 0, 1, across), ("nw", 0, 0, down), ("ne", 1, 0, down))
        for edge, (anchor, x, y, size) in zip(self.edges, sides):
            if widget is None:
                edge.place_forget()
            else:
                edge.configure(background=colour)
                edge.place({"in": widget, "anchor": anchor, "relx": x, "rely": y, **size})
                tk.Misc.lift(edge)


class Guide(ttk.Frame):
    """Hidden until `tell` is called, and again after `close`."""

    def __init__(self, parent: tk.Misc, before: tk.Misc) -> None:
        super().__init__(parent, padding=(10, 6), relief="solid", borderwidth=1)
        self._before, self.outline = before, Outline(before.winfo_toplevel())
        self._on_close: Callable[[], object] = lambda: None
        buttons = ttk.Frame(self)
        buttons.pack(side="right", padx=(10, 0))
        self.back = ttk.Button(buttons, text="Back", width=6)
        self.next = ttk.Button(buttons, width=6)
        self.end = ttk.Button(buttons, text="Close", width=6, command=self.close)
        for place, button in enumerate((self.back, self.next, self.end)):
            button.grid(row=0, column=place, padx=2)
        self.title = ttk.Label(self, font="TkHeadingFont", anchor="w")
        self.title.pack(fill="x")
        self.text = wrap(ttk.Label(self, anchor="w", justify="left"))
        self.text.pack(fill="x")

    @property
    def shown(self) -> bool:
        """Whether it can be seen."""
        return bool(self.winfo_manager())

    def tell(
        self,
        title: str,
        text: str,
        back: Callable[[], object] | None,
        next: Callable[[], object] | None,
        next_text: str,
        on_close: Callable[[], object],
    ) -> None:
        """Shows a text; `back` and `next` are what the buttons do.  With none of both there are no such buttons; while
        there is one, both keep their places, so that a second click never lands on the other.

        `on_close()` is called when it is closed.
        """
        self._on_close = on_close
        self.title.configure(text=title)
        self.text.configure(text=text)
        self.next.configure(text=next_text)
        for button, run in ((self.next, next), (self.back, back)):
            if next is None and back is None:
                button.grid_remove()
            else:
                button.configure(command=run or "")
                button.state(["disabled" if run is None else "!disabled"])
                button.grid()
        if not self.shown:
            self.pack(side="bottom", fill="x", before=self._before)

    def close(self) -> None:
        """Hides it."""
        if self.shown:
            self.pack_forget()
            self.outline.show(None)
            self._on_close()


POSITION = "4453"
DEPTH = 2
POLL_MS = 50


class Step(NamedTuple):
    """A title, a text, and the row of the tree that is selected."""

    title: str
    text: str
    row: int


def steps(tree: SearchTree, mover: str, other: str) -> list[Step]:
    """The five steps, with the numbers of this tree; `mover` and `other` are the colours of MAX and MIN."""
    from c4.tree.explain import row_text
    from c4.tree.searchtree import PRUNED

    best = tree.best_child(0)
    assert best is not None, "the tour's position has a best column"
    replies = [row for row in tree.children(best) if tree.kind[row] != PRUNED]
    leaf = tree.best_child(best)
    assert leaf is not None, "and the best column a best reply"
    cut = next(row for row in tree.children(0) if any(tree.kind[child] == PRUNED for child in tree.children(row)))
    skipped = sum(tree.kind[child] == PRUNED for child in tree.children(cut))
    verb = "was" if skipped == 1 else "were"
    column, value = int(tree.move[best]) + 1, row_text(tree, best)
    return [
        Step(
            "1 of 5: a tree of moves",
            f"{mover} is to move and looks 2 plies ahead. The top node is the board. Each disc below it is a column"
            f" that {mover} could play, with its number; below that stand {other}'s replies.",
            0,
        ),
        Step(
            "2 of 5: values at the bottom",
            f"The search does not reach the end of the game, so an evaluator, here V2, values the last positions: this"
            f" one {row_text(tree, leaf)}. Above 0 is good for {mover}, below 0 for {other}.",
            leaf,
        ),
        Step(
            "3 of 5: MIN takes the lowest",
            f"After column {column} it is {other}'s turn. {other} is called MIN: of the {len(replies)} values below, it"
            f" takes the lowest, {value}. So column {column} is worth {value}.",
            best,
        ),
        Step(
            "4 of 5: MAX takes the highest",
            f"{mover} is MAX and takes the highest value of its columns: {row_text(tree, 0)}, with column {column}."
            " The thick line is best play by both sides.",
            0,
        ),
        Step(
            "5 of 5: what need not be searched",
            f"Column {int(tree.move[cut]) + 1} already has a reply that makes it no better than {value}, so"
            f" {pluralise(int(skipped), 'other reply', 'other replies')} could not change the result and {verb} pruned."
            " The line below the tree says why. That is alpha-beta. Done brings your game back. There, H searches any"
            " position, and F2 goes from Play to Analyse and back.",
            cut,
        ),
    ]


class Tour:
    """One run of it; the game that was on the board comes back at its end."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._steps: list[Step] = []
        self._tree: SearchTree | None = None
        session = window.session
        window.guide.close()
        self._mode, self._rules, self._played = window.modes.mode, session.settings.rules, bool(session.game.moves)
        window.modes.show(ANALYSE)
        if session.settings.rules != STANDARD:
            window.change(rules=STANDARD)
        window.attempt(session.set_up, POSITION)
        session.stop()
        window.attempt(session.hint, "alphabeta", Limits(depth=DEPTH))
        self._tell("Tour", "Loading the search (first start: a few seconds)...", None, None)
        window.root.after(POLL_MS, self._look)

    def _tell(
        self,
        title: str,
        text: str,
        back: Callable[[], object] | None,
        next: Callable[[], object] | None,
        last: bool = False,
    ) -> None:
        self._window.guide.tell(title, text, back, next, "Done" if last else "Next", self._end)

    def _look(self) -> None:
        """Waits until the tree is on screen."""
        search, window = self._window.session.shown_search, self._window
        ours = search is not None and search.position == window.session.position == Position.from_moves(POSITION)
        tree = search.decision.tree if search is not None and ours else None
        if tree is None or not window.analysis.has_tree or tree.depth != DEPTH or not tree.pruned:
            if window.guide.shown:
                window.root.after(POLL_MS, self._look)
            return
        self._tree = tree
        self._steps = steps(tree, window.names.player(tree.maximizer), window.names.player(1 - tree.maximizer))
        self.show(0)

    def show(self, number: int) -> None:
        """Goes to a step (from 0)."""
        window, step, last = self._window, self._steps[number], len(self._steps) - 1
        search = window.session.shown_search
        if search is not None and search.decision.tree is self._tree and window.analysis.has_tree:
            window.analysis.select_row(step.row)
            window.analysis.show_tree()
        pane = window.analysis.shown_pane
        last_part = pane.why if pane.why.winfo_manager() else pane.canvas.widget
        window.guide.outline.show(last_part if number == last else pane.canvas.widget, window.theme.accent)
        self._tell(
            step.title,
            step.text,
            None if number == 0 else lambda: self.show(number - 1),
            self._window.guide.close if number == last else lambda: self.show(number + 1),
            number == last,
        )

    def _end(self) -> None:
        """Brings back the game and the mode, unless another game was begun meanwhile."""
        window, session = self._window, self._window.session
        if session.game.start == Position() and session.moves().startswith(POSITION):
            if self._played:
                window.attempt(session.go_to, 0)
                window.attempt(session.undo)
            else:
                window.attempt(session.new_game)
        if session.settings.rules != self._rules:
            window.change(rules=self._rules)
        window.modes.show(self._mode)
