"""The card of one tree node: its board, packed state, window, value, evaluators and the reason for its value."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Any, NamedTuple

from c4.game import packed
from c4.text import pluralise
from visualizer.board.board import BARE, Board
from visualizer.ui.background import Debounce
from visualizer.ui.scale import Scrollable, font, packed_height, pixels
from visualizer.ui.theme import Theme, ink_on

if TYPE_CHECKING:
    from c4.game.position import Position
    from c4.game.rules import Rules
    from c4.tree.replay import SoFar
    from c4.tree.searchtree import SearchTree

BOARD = 126, 108
"""Pixels of the board."""

MAX_LINES = 80
"""Of the paragraph.  A card no wider than a word would have one line for each letter, and an X server kills a program
that asks for a picture 32,768 pixels high."""


class Shown(NamedTuple):
    """What the card shows (see `Card.show`)."""

    tree: SearchTree
    row: int
    seat_of: tuple[int, int]
    evaluators: list[tuple[str, str, str]]
    weights: list[str]
    so_far: SoFar | None
    remark: str


class Card(ttk.Frame):
    """Shows a row of a SearchTree.  `on_select(row)` is called for the row that set the bound."""

    def __init__(self, parent: tk.Misc, theme: Theme, on_select: Callable[[int], None]) -> None:
        super().__init__(parent)
        self._on_select = on_select
        self.stones = (("Red", "#d1382c"), ("Yellow", "#f2c230"))
        """Name and colour of the discs of both seats."""
        self._resizing = Debounce(self, self._resize)
        self._why_width = 0
        self.shown: Shown | None = None
        top = ttk.Frame(self)
        top.pack(fill="x")
        self.board = Board(top, theme, lambda column: None, lambda: False)
        self.board.configure(width=BOARD[0], height=BOARD[1], takefocus=False)
        self.board.header = BARE
        self._texts = texts = ttk.Frame(top)
        texts.pack(side="left", fill="both", expand=True)
        self.title = ttk.Label(texts, font="TkHeadingFont", wraplength=150, justify="left")
        self.value = ttk.Label(texts, wraplength=150, justify="left")
        self.window = ttk.Label(texts, justify="left")
        for label in (self.title, self.value, self.window):
            label.pack(anchor="w")
        self.why = tk.Text(self, height=7, width=20, wrap="word", font="TkDefaultFont")
        self.why.pack(fill="x", pady=(4, 0))
        self.why.bind("<Configure>", lambda event: self._why_resized(event.width))
        self.bound_button = ttk.Button(self)
        self.evaluators = tk.Text(self, height=8, width=20, wrap="none", font=font(self, 11))
        self.bits = tk.Text(self, height=10, width=20, wrap="none", font=font(self, 10, fixed=True))
        for text in (self.why, self.evaluators, self.bits):
            text.configure(relief="flat", borderwidth=0, highlightthickness=0, padx=4, pady=4)
            text.configure(cursor="arrow", takefocus=False, state="disabled")
        self._scrollable = Scrollable(self)
        self._scrollable.body.configure(padding=(8, 4))
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        self.set_theme(theme)
        self.show_nothing()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self._wrap(self.winfo_width())
        for text in (self.why, self.evaluators, self.bits):
            ground = theme.window if self.shown is None else theme.panel
            text.configure(background=ground, foreground=theme.text)
        self.evaluators.tag_configure("faint", foreground=theme.faint)
        self.bits.tag_configure("pruned bit", background=theme.accent, foreground=ink_on(theme.accent))
        self.bits.tag_configure("faint", foreground=theme.faint)
        for label in (self.title, self.value, self.window):
            label.configure(foreground=theme.text)

    def remark(self, tree: SearchTree, row: int, words: str) -> None:
        """Adds a sentence to the reason for the value of a row, if it is still shown."""
        if words and self.shown and self.shown.tree is tree and self.shown.row == row:
            self.show(*self.shown._replace(remark=words))

    def show_nothing(self) -> None:
        """Says what to do next."""
        self.shown = None
        for part in (self.board, self.evaluators, self.bits, self.bound_button):
            part.pack_forget()
        self.title.configure(text="No node selected")
        for label in (self.value, self.window):
            label.configure(text="")
        write(self.why, "The search behind each move and hint is recorded. Click a node of its tree to see it here.")
        self.why.configure(background=self._theme.window)
        self._wrap(self.winfo_width())
        self._resizing.when_idle()

    def show(
        self,
        tree: SearchTree,
        row: int,
        seat_of: tuple[int, int],
        evaluators: list[tuple[str, str, str]],
        weights: list[str],
        so_far: SoFar | None = None,
        remark: str = "",
    ) -> None:
        """Shows a row of a tree.

        `seat_of[player]` is the seat whose colour a player has; `evaluators` are (label, value as text, unit) of
        the position, for MAX; `weights` are lines about what a learned one adds up; `so_far` is what a playback knows
        of it, while that is not all; `remark` follows the reason for its value.
        """
        from c4.tree import explain
        from c4.tree.searchtree import NO_MOVE, PRUNED

        self.shown = Shown(tree, row, seat_of, evaluators, weights, so_far, remark)
        position, pruned = tree.position(row), bool(tree.kind[row] == PRUNED)
        names = self.stones[seat_of[0]][0], self.stones[seat_of[1]][0]
        self.board.pack(side="left", padx=(0, 8), anchor="n", before=self._texts)
        located = position.moves is not None or not position.rules.turn_every  # where its disc is after a turn
        last = int(tree.move[row]) if row and tree.move[row] != NO_MOVE and located else None
        self.board.stones = self.stones
        self.board.show(position, seat_of, last)
        self.title.configure(text=self._title(self.shown, names[position.to_move]))
        setter, searched, window = None, "", None
        if so_far is not None:
            value, window, why = f"value {so_far.value}", so_far.window, so_far.story
        else:
            why, limit = explain.story(tree, row, names), explain.reason(tree, row).limit
            setter = None if limit is None else limit.holder
            value = "no value: never searched"
            if not pruned:
                value, window = f"value {explain.row_text(tree, row)}", explain.window_text(tree, row)
                searched = f"\n{pluralise(tree.searched(row), 'node')}"
        self.value.configure(text=value + searched)
        self.window.configure(text="alpha {}\nbeta {}".format(*window) if window else "")
        write(self.why, f"{why}\n\n{remark}" if remark else why)
        self.why.configure(background=self._theme.panel)
        self._wrap(self.winfo_width())
        state = packed_text(position, tree.maximizer, pruned)
        write(self.bits, f"{state}\n{meaning(position.rules)}")
        self.bits.configure(height=state.count("\n") + 4)
        self.bits.tag_add("pruned bit", "2.0", "2.end")
        self.bits.tag_add("faint", "end - 3 lines", "end")
        self.bits.pack(fill="x", pady=(4, 0), after=self.why)
        self._show_evaluators(evaluators, weights)
        self.bound_button.pack_forget()
        if setter is not None:
            text = f"Show what set this bound ({explain.line_text(tree, setter)})"
            self.bound_button.configure(text=text, command=partial(self._on_select, setter))
            self.bound_button.pack(fill="x", pady=(4, 0), after=self.why)
        self._resizing.when_idle()

    def _show_evaluators(self, evaluators: list[tuple[str, str, str]], weights: list[str]) -> None:
        """A table of what each evaluator says, and what one of them adds up."""
        table = "\n".join("\t".join(line) for line in evaluators)
        write(self.evaluators, "\n".join(filter(None, (table and f"Without searching, for MAX:\n{table}", *weights))))
        self.evaluators.tag_add("faint", "1.0", "1.end")
        self.evaluators.configure(height=max(1, bool(evaluators) + len(evaluators) + len(weights)))
        if evaluators or weights:
            self.evaluators.pack(fill="x", pady=(4, 0), before=self.bits)
        else:
            self.evaluators.pack_forget()

    # -- parts --------------------------------------------------------------------------------------------------------

    def _title(self, shown: Shown, to_move: str) -> str:
        """The path, or at the root whose move it is, and the kind of node."""
        from c4.tree.explain import line_text
        from c4.tree.searchtree import INTERIOR, KINDS, PRUNED

        tree, row = shown.tree, shown.row
        kind, side = int(tree.kind[row]), "MAX" if tree.is_max(row) else "MIN"
        what = {INTERIOR: side, PRUNED: "pruned"}.get(kind, KINDS[kind])
        if row:
            return f"{line_text(tree, row)}  ·  {what}"
        return f"Root  ·  {what} is {to_move}"

    # -- sizes --------------------------------------------------------------------------------------------------------

    def _wrap(self, width: int) -> None:
        """Gives a new width to the board and the texts."""
        board = max(pixels(self, 90), min(int(width * 0.42), pixels(self, 220)))
        if board != int(self.board["width"]):
            self.board.configure(width=board, height=round(board * 6 / 7))
        for label in (self.title, self.value):
            beside = board if self.board.winfo_manager() else 0
            label.configure(wraplength=max(80, width - beside - pixels(self, 34)))
        right = max(width * 0.5, pixels(self, 120))
        self.evaluators.configure(tabs=(right, "right", right + pixels(self, 10), "left"))
        self._resizing.when_idle()

    def _why_resized(self, width: int) -> None:
        if width != self._why_width:
            self._why_width = width
            self._resizing.when_idle()

    def _resize(self) -> None:
        """Gives the paragraph the lines it needs, and scrolls if the card is too low."""
        counted: Any = self.why.count("1.0", "end", "displaylines")
        lines = counted[0] if isinstance(counted, tuple) else counted  # a number from Python 3.13 on
        self.why.configure(height=min(max(5, lines or 0), MAX_LINES))
        self._scrollable.need(1, packed_height(self._scrollable.body))


def write(widget: tk.Text, text: str) -> None:
    """Replaces the text of a read-only widget."""
    widget.configure(state="normal")
    widget.delete("1.0", "end")
    widget.insert("1.0", text)
    widget.configure(state="disabled")


def meaning(rules: Rules) -> str:
    """What the words beside the bits of a packed state mean, in three lines."""
    number = "bit 63: the highest of all 64" if packed.normal(rules) else "packed: all bits as one number"
    if packed.has_pointers(rules):
        return f"{number}\npointer: discs in it + 1, in binary\nslot: 1 is MAX's disc, 0 MIN's or none"
    return f"{number}\nthe highest 1: no disc, but the end\nbelow it: 1 is MAX's disc, 0 is MIN's"


def packed_text(position: Position, maximizer: int, pruned: bool) -> str:
    """The packed state as a number and bit by bit."""
    rules = position.rules
    state = position.packed(maximizer)
    state = packed.as_pruned(state, rules) if pruned else state
    pointer = packed.column_bits(rules)[0] if packed.has_pointers(rules) else 1
    columns = range(rules.columns)

    def line(name: str, cells: list[str]) -> str:
        return name.ljust(8) + " ".join(cell.rjust(pointer) for cell in cells)

    def bits(shifts: list[int], width: int = 1) -> list[str]:
        return [f"{state >> shift & (1 << width) - 1:0{width}b}" for shift in shifts]

    lines = [f"packed  {state}"]
    if packed.normal(rules):
        lines.append(f"bit 63  {'0 = pruned' if pruned else '1 = searched'}")
    lines.append(line("column", [str(column + 1) for column in columns]))
    if not packed.has_pointers(rules):
        for r in reversed(range(rules.stride)):
            name = "unused" if r == rules.rows else f"row {r + 1}"
            lines.append(line(name, bits([rules.cell(r, column) for column in columns])))
        return "\n".join(lines)
    lines.append(line("pointer", bits([packed.pointer_shift(column, rules) for column in columns], pointer)))
    for r in reversed(range(rules.rows)):
        lines.append(line(f"slot {r + 1}", bits([packed.slot_shift(r, column, rules) for column in columns])))
    return "\n".join(lines)
