"""The tour: its steps, and the strip below the panes that leads through them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, NamedTuple

from c4.agents.limits import Limits
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.session.game import Game
from c4.text import pluralise
from visualizer.state.app import App
from visualizer.state.keys_in_sentences import by_keys, with_key
from visualizer.state.preferences import ANALYSE, PLAY
from visualizer.ui.style import theme_of
from visualizer.ui.widgets import wrap

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint does without
    from visualizer.tree.search_pane import SearchPane


class Outline:
    """Four edges around a widget that a text speaks of; they follow its place and size."""

    WIDTH = 3

    def __init__(self, root: tk.Misc) -> None:
        self.edges = [tk.Frame(root) for _ in range(4)]

    def show(self, widget: tk.Misc | None, colour: str = "") -> None:
        """Outlines a widget, None for none."""
        across = {"relwidth": 1.0, "height": self.WIDTH}
        down = {"relheight": 1.0, "width": self.WIDTH}
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
        self._before = before
        self.outline = Outline(before.winfo_toplevel())
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
        on_close: Callable[[], object],
        back: Callable[[], object] | None = None,
        further: Callable[[], object] | None = None,
        last: bool = False,
    ) -> None:
        """Shows a text; `back` and `further` are what the buttons do.  Without both the buttons are hidden; while there
        is one, both keep their places, so that a second click never lands on the other.

        `on_close()` is called when it is closed; `last` tells that the text is the last one.
        """
        self._on_close = on_close
        self.title.configure(text=title)
        self.text.configure(text=text)
        self.next.configure(text="Done" if last else "Next")
        for button, run in ((self.next, further), (self.back, back)):
            if further is None and back is None:
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


BOARD = "board"
TABS = "tabs"
TREE = "tree"
SENTENCE = "sentence"
SEARCHES = "searches"
"""What a step outlines: the board, the tabs on top, the tree, the sentence below it, the choice of a search above it."""


ALL_STEPS = 8
"""How many steps the tour has."""


class Step(NamedTuple):
    """A title, a text, what is outlined, and the row of the tree that is selected, if there is a tree."""

    title: str
    text: str
    about: str
    row: int = 0


def steps_before_tree(keys: Mapping[str, str]) -> list[Step]:
    """The steps about playing; `keys` are your own keys."""
    review = with_key("Review", "review", keys)
    learn = with_key("Learn", "lessons", keys)
    lists_keys = by_keys(keys, keys="lists all keys")
    return [
        Step(
            "your game",
            "Click a column, or press its number: your disc falls there. Four in a row win: across, up or diagonally."
            " Hint says what is best, Undo takes a move back. Beside the board you choose your opponent. When a game is"
            " over, a card says what the mistake was.",
            BOARD,
        ),
        Step(
            "five tabs",
            f"Play is your game. {review} judges its moves and shows better ones. Puzzles lets you find moves. {learn}"
            f" has lessons. Analyse shows how a search thinks, as a tree: the next steps are about that. {lists_keys}",
            TABS,
        ),
    ]


def steps(tree: SearchTree, mover: str, other: str) -> list[Step]:
    """The steps about a tree with a cutoff, with its numbers; `mover` and `other` are the colours of MAX and MIN."""
    from c4.tree.row_words import row_text
    from c4.tree.searchtree import PRUNED

    best = tree.best_child(0)
    assert best is not None, "the tour's position has a best column"
    replies = [row for row in tree.children(best) if tree.kind[row] != PRUNED]
    leaf = tree.best_child(best)
    assert leaf is not None, "and the best column a best reply"
    cut = next(row for row in tree.children(0) if any(tree.kind[child] == PRUNED for child in tree.children(row)))
    skipped = sum(tree.kind[child] == PRUNED for child in tree.children(cut))
    verb = "was" if skipped == 1 else "were"
    column = int(tree.move[best]) + 1
    value = row_text(tree, best)
    return [
        Step(
            "a tree of moves",
            f"{mover} is to move and looks 2 plies ahead. The top node is the board. Each disc below it is a column"
            f" that {mover} could play, with its number; below that stand {other}'s replies.",
            TREE,
        ),
        Step(
            "values at the bottom",
            f"The search does not reach the end of the game, so an evaluator, here V2, values the last positions: this"
            f" one {row_text(tree, leaf)}. Above 0 is good for {mover}, below 0 for {other}.",
            TREE,
            leaf,
        ),
        Step(
            "MIN takes the lowest",
            f"After column {column} it is {other}'s turn. {other} is called MIN: of the {len(replies)} values below, it"
            f" takes the lowest, {value}. So column {column} is worth {value}.",
            TREE,
            best,
        ),
        Step(
            "MAX takes the highest",
            f"{mover} is MAX and takes the highest value of its columns: {row_text(tree, 0)}, with column {column}."
            " The thick blue line is best play by both sides.",
            TREE,
        ),
        Step(
            "what need not be searched",
            f"Column {int(tree.move[cut]) + 1} already has a reply that makes it no better than {value}, so"
            f" {pluralise(int(skipped), 'other reply', 'other replies')} could not change the result and {verb} pruned."
            " The sentence below the tree says why. That is alpha-beta.",
            SENTENCE,
            cut,
        ),
        Step(
            "another way to search",
            "The first list has other searches. MCTS needs no evaluator: it plays random games to the end, more of them"
            " where they go well, and chooses the column that it has tried most often. Done brings your game back. In"
            " Learn, lessons go on from here; in Analyse, Play back shows any search step by step.",
            SEARCHES,
        ),
    ]


class Tour:
    """One run of it: first about playing, then with a small search in Analyse.  The game comes back at its end."""

    def __init__(
        self, root: tk.Misc, app: App, guide: Guide, search: SearchPane, tabs: tk.Misc, board: tk.Misc
    ) -> None:
        self._root = root
        self._places: dict[str, tk.Misc] = {TABS: tabs, BOARD: board}
        self._app = app
        self._guide = guide
        self._search = search
        self._steps = steps_before_tree(app.state.preferences.keys)
        self._play_steps = len(self._steps)
        self._tree: SearchTree | None = None
        self._game: object = None
        guide.close()
        self._mode = app.state.shown.mode
        app.search.following = False
        self.show(0)

    def show(self, number: int) -> None:
        """Goes to a step (from 0)."""
        if number < self._play_steps:
            self._app.views.show_mode(PLAY)
            self._show_step(number)
        elif self._searches_its_game():
            self._show_step(number)
        else:
            self._begin_search()

    def _searches_its_game(self) -> bool:
        """Whether the position of the tour is on the board, with its tree."""
        return self._game is self._app.session.game.identity and self._tree is not None

    def _begin_search(self) -> None:
        """Shows Analyse with the position of the tour, and searches it."""
        app = self._app
        app.views.show_mode(ANALYSE)
        game = Game.set_up(POSITION, STANDARD, app.session.game.starter)
        app.session.study(game)
        self._game = game.identity
        self._tree = None
        app.session.stop()
        app.attempt(app.session.analyse, "alphabeta", Limits(depth=DEPTH))
        self._guide.outline.show(None)
        self._guide.tell("Tour", "Loading the search (first start: a few seconds)...", self._end)
        self._root.after(POLL_MS, self._look)

    def _look(self) -> None:
        """Waits until the tree is on screen."""
        app = self._app
        search = app.state.searches.shown
        tree = None
        if search is not None and search.position == app.session.position == Position.from_moves(POSITION):
            tree = search.decision.tree
        if tree is None or app.tree.no_tree() or tree.depth != DEPTH or not tree.pruned:
            if self._guide.shown:
                self._root.after(POLL_MS, self._look)
            return
        self._tree = tree
        names = app.names()
        about_tree = steps(tree, names.player(tree.maximizer), names.player(1 - tree.maximizer))
        self._steps[self._play_steps :] = about_tree
        assert len(self._steps) == ALL_STEPS
        self._show_step(self._play_steps)

    def _show_step(self, number: int) -> None:
        app = self._app
        step = self._steps[number]
        last = number == ALL_STEPS - 1
        search = app.state.searches.shown
        if search is not None and search.decision.tree is self._tree and not app.tree.no_tree():
            app.tree.choose(step.row)
            self._search.act("show")
        places = {**self._places, SEARCHES: self._search.analysis_bar}
        place = places.get(step.about) or self._search.place_of(step.about == SENTENCE)
        self._guide.outline.show(place, theme_of(self._root).accent)
        back = None if number == 0 else partial(self.show, number - 1)
        further = self._guide.close if last else partial(self.show, number + 1)
        title = f"{number + 1} of {ALL_STEPS}: {step.title}"
        self._guide.tell(title, step.text, self._end, back, further, last)

    def _end(self) -> None:
        """Brings back the game and the mode."""
        app = self._app
        app.search.following = True
        if self._game is app.session.game.identity:
            app.session.end_study()
        app.views.show_mode(self._mode)
