"""The list of moves of a game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tkinter.font import nametofont
from typing import Any, NamedTuple

from c4.callbacks import ignore
from visualizer.state.move_list import ListedMove
from visualizer.ui.fonts import TEXT, font
from visualizer.ui.sizes import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.wheel import Steps, bind_wheel
from visualizer.ui.widgets import on_plain_key, ring_for_keys

GOOD_MARKS = ("!", "!!", "!?")
"""Marks that praise a move."""

COMMENTED = " ✎"
"""Behind a move with a comment."""

TO_THE_END = 10_000
"""A step larger than any game."""

COMMENT_INDENT = 12
"""Pixels left of a comment."""

SMALLEST_PADDING = 3
"""Pixels above and below the rows, at least."""

COMMENT = "comment"
"""The tag of comments."""

DECISIVE = "decisive"
"""The tag of the decisive mistake."""

LINK = "link"
"""The tag of everything that you can click.  A second tag is its target: "move 3", "node 7"."""

KEYS = {"<Left>": -1, "<Up>": -2, "<Right>": 1, "<Down>": 2, "<Home>": -TO_THE_END, "<End>": TO_THE_END}
"""The number of moves that a key goes forward."""

Part = tuple[str, tuple[str, ...]]
"""A text and its tags."""


class MovesView(NamedTuple):
    """A list of moves.

    at        how many of them are on the board; None if it shows another line, as the list of a review may find
    first     the ply of the first move
    heading   the line above the list that says what the notes of the moves are
    comment   what was written about the whole game
    players   what the players of the two columns are called, the longest wording first
    decisive  the number of the decisive mistake, which stands out from other marked moves
    """

    moves: tuple[ListedMove, ...]
    at: int | None
    first: int = 0
    heading: str = ""
    comment: str = ""
    players: tuple[tuple[str, str], ...] = ()
    decisive: int | None = None


class MoveList(tk.Text):
    """The columns played, in pairs, each with the number of the move and a note, and the other moves tried in the same place.

    `on_move(number)` is called when a move is clicked or chosen with arrows, Home or End (0 is the start), `on_node(node)`
    when another move in its place is clicked.  `header` names the players above the list; pack it there.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_move: Callable[[int], object] = ignore,
        on_node: Callable[[int], object] = ignore,
    ) -> None:
        super().__init__(parent, height=3, width=10, wrap="word", relief="flat", borderwidth=0, highlightthickness=2)
        self.configure(padx=8, pady=6, cursor="arrow", takefocus=True, font="TkDefaultFont", state="disabled")
        self.header = tk.Text(parent, height=1, width=10, wrap="none", relief="flat", borderwidth=0)
        self.header.configure(padx=8, highlightthickness=2, cursor="arrow", takefocus=False, font="TkDefaultFont")
        self._heading_room = 0
        self._shown: MovesView | None = None
        self._on_move = on_move
        self._on_node = on_node
        self._parts: list[Part] = []
        self._bind_input()
        self.set_theme(theme)

    def _bind_input(self) -> None:
        """Binds the pointer, the wheel and the keys."""
        for key, by in KEYS.items():
            on_plain_key(self, key, partial(self._step, by))
        self.header.bind("<Button-1>", lambda _: "break")  # it takes no keys
        self._steps = Steps()
        bind_wheel(self, self._turned)
        self.bind("<Configure>", self._resized)
        self.tag_bind(LINK, "<Button-1>", self._clicked)
        self.tag_bind(LINK, "<Enter>", lambda _: self.configure(cursor="hand2"))
        self.tag_bind(LINK, "<Leave>", lambda _: self.configure(cursor="arrow"))
        ring_for_keys(self)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window, foreground=theme.text)
        self.configure(highlightbackground=theme.window, highlightcolor=theme.accent)
        self.header.configure(background=theme.window, foreground=theme.faint, highlightbackground=theme.window)
        self.tag_configure("faint", foreground=theme.faint)
        self.tag_configure("undone", foreground=theme.faint)
        self.tag_configure("bad", foreground=theme.bad)
        self.tag_configure(DECISIVE, font=font(self, TEXT, bold=True))
        self.tag_configure("good", foreground=theme.good)
        self.tag_configure("other", underline=True)
        self.tag_configure(COMMENT, lmargin1=COMMENT_INDENT, lmargin2=COMMENT_INDENT)
        self.tag_configure("here", background=theme.accent, foreground=theme.window)

    def show(self, view: MovesView) -> None:
        """Shows moves, and below the one on the board its comment."""
        self._shown = view
        parts: list[Part] = [(f"{view.heading}\n" if view.heading else "", ("faint",))]
        parts.append((f"{view.comment}\n" if view.comment else "", (COMMENT,)))
        self._write_header(view.players if view.moves else ())
        parts.extend(_parts(view))

        same = _common_start(self._parts, parts)
        start = sum(len(text) for text, _ in parts[:same])
        self.configure(state="normal")
        self.delete(f"1.0 + {start} chars", "end - 1 chars")
        for text, tags in parts[same:]:
            self.insert("end", text, tags)
        self.configure(state="disabled")
        self._parts = parts
        if not view.moves and self.focus_get() is self:
            self.winfo_toplevel().focus_set()  # a new game: the keys are the board's
        self._see()

    def _write_header(self, players: Sequence[tuple[str, str]]) -> None:
        """Writes what stands above the two columns."""
        left, right = map(self._fitting, zip(*players)) if players else ("", "")
        self.header.configure(state="normal")
        self.header.replace("1.0", "end", f"\t{left}\t\t{right}")
        self.header.configure(state="disabled")

    def _fitting(self, wordings: Sequence[str]) -> str:
        """The first wording that has room above a column; the last one if none has."""
        text = nametofont("TkDefaultFont", self)
        return next((words for words in wordings if text.measure(words) <= self._heading_room), wordings[-1])

    def yview(self, *where: Any) -> Any:
        """Scrolls, by whole rows; without `where` returns between which shares of the list is in sight."""
        if not where:
            return super().yview()
        super().yview(*where)
        if where[0] != "@0,0":
            super().yview("@0,0")

    def _see(self) -> None:
        """Scrolls to the move that is on the board."""
        here = self.tag_ranges("here")
        self.see(here[0] if here else "1.0")
        self.yview("@0,0")

    def _turned(self, notches: float, event: object) -> str:
        rows = -2 * self._steps.add(notches)
        self.yview("scroll", rows, "units")
        return "break"

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        """Places the columns, and divides the height that is left over between the space above and below."""
        row = nametofont("TkDefaultFont", self).metrics("linespace")
        inside = event.height - 2 * int(str(self["highlightthickness"]))
        rows = max(1, (inside - 2 * SMALLEST_PADDING) // row)
        left_over = max(0, inside - rows * row)
        self.configure(pady=(left_over + 1) // 2)

        first = pixels(self, 36)
        half = max(1, event.width // 2 - first)
        tabs = (first, first + half, 2 * first + half)  # Tk 9 wants them in rising order
        self.configure(tabs=tabs)
        self.header.configure(tabs=tabs)
        border = int(str(self["padx"])) + int(str(self["highlightthickness"]))
        self._heading_room = event.width - (2 * first + half) - 2 * border
        if self._shown is not None:
            self.show(self._shown)
        self._see()

    def _step(self, by: int) -> None:
        """Goes some moves forward or back."""
        if self._shown is None:
            return
        at = self._shown.at or 0
        number = max(0, min(len(self._shown.moves), at + by))
        if number != at:
            self._on_move(number)

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        for tag in self.tag_names(f"@{event.x},{event.y}"):
            kind, _, number = tag.partition(" ")
            if not number:
                continue
            if kind == "move":
                self._on_move(int(number))
            else:
                self._on_node(int(number))
            return


def _common_start(before: Sequence[Part], after: Sequence[Part]) -> int:
    """The number of parts at the start that are the same."""
    length = 0
    for old, new in zip(before, after):
        if old != new:
            break
        length += 1
    return length


def _parts(view: MovesView) -> Iterator[Part]:
    """The text of the list, in order."""
    if not view.moves:
        yield "No moves yet.", ("faint",)
    elif view.first % 2:
        yield "\t\t", ("faint",)
    comment = ""
    for number, move in enumerate(view.moves, start=1):
        if number == view.at:
            comment = move.comment
        yield from _parts_of_move(view, number)
        ends_row = (view.first + number) % 2 == 0
        if comment and (ends_row or number == len(view.moves)):
            yield f"\n{comment}", (COMMENT,)
            comment = ""
        yield "\n" if ends_row else "\t", ("faint",)


def _parts_of_move(view: MovesView, number: int) -> Iterator[Part]:
    """A move with what stands beside it."""
    move = view.moves[number - 1]
    target = (LINK, f"move {number}")
    strong = (DECISIVE,) if number == view.decisive else ()
    here = number == view.at
    yield f"{view.first + number}.\t", ("faint", *target)
    style: tuple[str, ...] = ()
    if here:
        style = ("here",)
    elif move.undone:
        style = ("undone",)
    yield move.column, (*style, *strong, *target)
    if move.mark:
        yield move.mark, ("here" if here else _style_of_mark(view, number), *strong, *target)
    if move.comment:
        yield COMMENTED, ("faint", *target)
    if move.note:
        yield f"  {move.note}", ("faint", *target)
    for place, (column, node) in enumerate(move.others):
        yield "" if place else " or", ("faint",)
        yield f" {column + 1}", ("faint", "other", LINK, f"node {node}")


def _style_of_mark(view: MovesView, number: int) -> str:
    """The tag of a mark: faint beside the decisive mistake."""
    if view.decisive is not None and number != view.decisive:
        return "faint"
    return "good" if view.moves[number - 1].mark in GOOD_MARKS else "bad"
