"""The list of moves of a game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tkinter.font import nametofont
from typing import Any

from c4.callbacks import ignore
from visualizer.state.moves import ListedMove
from visualizer.ui.scale import TEXT, font, pixels
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
        self._at = 0
        self._last = 0
        self._heading_room = 0
        self._show_again: Callable[[], object] | None = None
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

    def show(
        self,
        moves: Sequence[ListedMove],
        at: int | None,
        first: int,
        heading: str = "",
        comment: str = "",
        players: Sequence[tuple[str, str]] = (),
        decisive: int | None = None,
    ) -> None:
        """Shows moves, and below the one on the board its comment.

        at        how many of them are on the board; None if the board shows another line
        first     the ply of the first move
        heading   says what the notes are
        comment   what was written about the whole game
        players   what stands above the two columns, the longest wording first
        decisive  the number of the decisive mistake, which stands out from other marked moves
        """
        self._show_again = partial(self.show, moves, at, first, heading, comment, players, decisive)
        self._at = at or 0
        self._last = len(moves)
        parts: list[Part] = [(f"{heading}\n" if heading else "", ("faint",))]
        parts.append((f"{comment}\n" if comment else "", (COMMENT,)))
        self._write_header(players if moves else ())
        parts.extend(_parts(moves, at, first, decisive))

        same = _common_start(self._parts, parts)
        start = sum(len(text) for text, _ in parts[:same])
        self.configure(state="normal")
        self.delete(f"1.0 + {start} chars", "end - 1 chars")
        for text, tags in parts[same:]:
            self.insert("end", text, tags)
        self.configure(state="disabled")
        self._parts = parts
        if not moves and self.focus_get() is self:
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
        """Scrolls, by whole rows."""
        super().yview(*where)
        if where and where[0] != "@0,0":
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
        if self._show_again is not None:
            self._show_again()
        self._see()

    def _step(self, by: int) -> None:
        """Goes some moves forward or back."""
        number = max(0, min(self._last, self._at + by))
        if number != self._at:
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


def _parts(moves: Sequence[ListedMove], at: int | None, first: int, decisive: int | None) -> Iterator[Part]:
    """The text of the list, in order."""
    if not moves:
        yield "No moves yet.", ("faint",)
    elif first % 2:
        yield "\t\t", ("faint",)
    comment = ""
    for ply, move in enumerate(moves, start=first):
        number = ply - first + 1
        target = (LINK, f"move {number}")
        here = number == at
        yield f"{ply + 1}.\t", ("faint", *target)
        style = "undone" if move.undone else "played"
        strong = (DECISIVE,) if number == decisive else ()
        yield move.column, ("here" if here else style, *strong, *target)
        if move.mark:
            style = "good" if move.mark in GOOD_MARKS else "bad"
            if decisive is not None and not strong:
                style = "faint"
            yield move.mark, ("here" if here else style, *strong, *target)
        if move.comment:
            yield COMMENTED, ("faint", *target)
            comment = move.comment if here else comment
        if move.note:
            yield f"  {move.note}", ("faint", *target)
        for place, (column, node) in enumerate(move.others):
            yield "" if place else " or", ("faint",)
            yield f" {column + 1}", ("faint", "other", LINK, f"node {node}")
        if comment and (ply % 2 or number == len(moves)):
            yield f"\n{comment}", (COMMENT,)
            comment = ""
        yield "\n" if ply % 2 else "\t", ("faint",)
