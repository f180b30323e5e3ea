"""The list of moves of a game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tkinter.font import Font
from typing import Any, NamedTuple

from c4.session.session import Session
from visualizer.board.status import Names, value_of
from visualizer.ui.scale import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import on, on_plain_key, ring_for_keys

MOST = 10_000
"""More moves than any game has."""

LEAST_PAD = 3
"""Pixels above and below the rows, at least."""

LINK = "link"
"""The tag of everything that can be clicked; a second tag is its target: "move 3", "node 7"."""

Part = tuple[str, tuple[str, ...]]
"""A text and its tags."""


class ListedMove(NamedTuple):
    """A move of a list: its column as people count, a mark, a note such as its value, whether it was undone, and the
    (column, node) of other moves tried in its place.
    """

    column: str
    mark: str = ""
    note: str = ""
    undone: bool = False
    others: tuple[tuple[int, int], ...] = ()


class MoveList(tk.Text):
    """The columns played, in pairs, each with a note, and the other moves tried in the same place.

    `on_move(number)` is called when a move is clicked or chosen with arrows, Home or End (0 is the start), `on_node(node)`
    when another move in its place is clicked.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_move: Callable[[int], object] = lambda number: None,
        on_node: Callable[[int], object] = lambda node: None,
    ) -> None:
        super().__init__(parent, height=3, width=10, wrap="word", relief="flat", borderwidth=0, highlightthickness=2)
        self.configure(padx=8, pady=6, cursor="arrow", takefocus=True, font="TkDefaultFont", state="disabled")
        self._at = self._last = 0
        for key, by in (("<Left>", -1), ("<Up>", -2), ("<Right>", 1), ("<Down>", 2)):
            on_plain_key(self, key, partial(self._step, by))
        for key, by in (("<Home>", -MOST), ("<End>", MOST)):
            on_plain_key(self, key, partial(self._step, by))
        self.bind("<Configure>", lambda event: self._resized(event.width, event.height))
        for key, rows in (("<Button-4>", -2), ("<Button-5>", 2)):
            on(self, key, partial(self.yview, "scroll", rows, "units"))
        self.bind("<MouseWheel>", lambda event: self.yview("scroll", -2 if event.delta > 0 else 2, "units") or "break")
        ring_for_keys(self)
        self.tag_bind(LINK, "<Button-1>", self._clicked)
        self.tag_bind(LINK, "<Enter>", lambda _: self.configure(cursor="hand2"))
        self.tag_bind(LINK, "<Leave>", lambda _: self.configure(cursor="arrow"))
        self._on_move, self._on_node = on_move, on_node
        self._shown: tuple[object, ...] = ()
        self._parts: list[Part] = []
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window, foreground=theme.text)
        self.configure(highlightbackground=theme.window, highlightcolor=theme.accent)
        self.tag_configure("faint", foreground=theme.faint)
        self.tag_configure("undone", foreground=theme.faint)
        self.tag_configure("bad", foreground=theme.bad)
        self.tag_configure("other", underline=True)
        self.tag_configure("here", background=theme.accent, foreground=theme.window)

    def show(self, moves: Sequence[ListedMove], at: int | None, first: int, heading: str = "") -> None:
        """Shows moves, of which `at` are on the board (None: none of this line); `first` is the ply of the first one.

        The `heading` says what the notes are.
        """
        shown = tuple(moves), at, first, heading
        if shown == self._shown:
            return
        self._shown = shown
        self._at, self._last = at or 0, len(moves)
        parts = [(f"{heading}\n" if heading else "", ("faint",)), *_parts(moves, at, first)]
        shorter = min(len(self._parts), len(parts))
        same = next((at for at in range(shorter) if self._parts[at] != parts[at]), shorter)
        self.configure(state="normal")
        self.delete(f"1.0 + {sum(len(text) for text, _ in parts[:same])} chars", "end - 1 chars")
        if parts[same:]:
            text, tags = parts[same]
            self.insert("end", text, tags, *(one for part in parts[same + 1 :] for one in part))
        self.configure(state="disabled")
        self._parts = parts
        self._see()

    def yview(self, *where: Any) -> Any:
        """Scrolls, by whole rows."""
        super().yview(*where)
        if where and where[0] != "@0,0":
            super().yview("@0,0")

    def _see(self) -> None:
        """Scrolls to the move that is on the board."""
        here = self.tag_ranges("here")
        self.see(here[0] if here else "1.0")
        self.yview("@0,0")

    def _resized(self, width: int, height: int) -> None:
        """Places the columns, and gives what does not suffice for another row to the space above and below."""
        row, inside = Font(self, self["font"]).metrics("linespace"), height - 2 * int(str(self["highlightthickness"]))
        self.configure(pady=(max(0, inside - max(1, (inside - 2 * LEAST_PAD) // row) * row) + 1) // 2)
        first = pixels(self, 36)
        self.configure(tabs=(first, first + max(1, (width - first - 8) // 2)))  # Tk 9 wants them in rising order
        self._see()

    def _step(self, by: int) -> None:
        """Goes some moves forward or back."""
        number = max(0, min(self._last, self._at + by))
        if number != self._at:
            self._on_move(number)

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        for tag in self.tag_names(f"@{event.x},{event.y}"):
            what, _, number = tag.partition(" ")
            if number:
                {"move": self._on_move, "node": self._on_node}[what](int(number))
                return


def _parts(moves: Sequence[ListedMove], at: int | None, first: int) -> Iterator[Part]:
    """The text of the list, in order."""
    if not moves:
        yield "No moves yet.", ("faint",)
    elif first % 2:
        yield f"{first}.\t\t", ("faint",)
    for ply, move in enumerate(moves, start=first):
        number = ply - first + 1
        target = LINK, f"move {number}"
        if ply % 2 == 0:
            yield f"{ply + 1}.\t", ("faint",)
        yield move.column, ("here" if number == at else "undone" if move.undone else "played", *target)
        if move.mark:
            yield move.mark, ("here" if number == at else "bad", *target)
        if move.note:
            yield f"  {move.note}", ("faint", *target)
        for place, (column, node) in enumerate(move.others):
            yield "" if place else " or", ("faint",)
            yield f" {column + 1}", ("faint", "other", LINK, f"node {node}")
        yield "\n" if ply % 2 else "\t", ("faint",)


def moves_of(session: Session, names: Names | None) -> list[ListedMove]:
    """The moves of the game on the board; with `names` also the values of the searches before them."""
    game, position, listed = session.game, session.game.start, []
    notes = ("",) * len(game.moves) if names is None else values_before_moves(session, names)
    for number, (node, column, note) in enumerate(zip(game.tree.line(), game.moves, notes), start=1):
        turn = ""
        if position.rules.turn_every:
            turn = " ↻" if position.turns(column) else ""
            position = position.play(column)
        others = tuple((game.tree.nodes[one].column, one) for one in game.tree.siblings(node) if one != node)
        listed.append(ListedMove(f"{column + 1}{turn}", "", note, number > game.at, others))
    return listed


def values_before_moves(session: Session, names: Names) -> tuple[str, ...]:
    """The value of the search before each move of a game from the chosen point of view, "" where there was none."""
    game, searches = session.game, session.searches
    before = game.start.moves or ()
    behind = (searches.behind((*before, *game.moves[:number])) for number in range(len(game.moves)))
    return tuple("" if result is None else value_of(result, names) for result in behind)
