"""The card of one tree node: its board, packed state, window, value, evaluators side by side, its story and replies.

Imports tkinter; reads the tree.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from c4.game import packed
from visualizer.kit.fonts import font
from visualizer.kit.later import Later
from visualizer.kit.rolling import Rolling
from visualizer.kit.scale import packed_height, pixels
from visualizer.kit.sprites import sprite
from visualizer.kit.theme import Theme, ink_on
from visualizer.tree.replies import Replies

if TYPE_CHECKING:
    from c4.game.position import Position
    from c4.tree.narrate import SoFar
    from c4.tree.searchtree import SearchTree

BOARD = 126, 108
"""Pixels of the board; where it has marks, half as much again, with the facts below it."""

NO_MARKS: Mapping[tuple[int, int], str] = {}

MOST_LINES = 80
"""Of the paragraph.  In a card no wider than a word it would have one for every letter, and an X server ends a program
that asks for a picture of 32,768 pixels."""


class Card(ttk.Frame):
    """Shows a row of a SearchTree.  `on_select(row)` is called when the ancestor that set the bound is followed."""

    def __init__(self, parent: tk.Misc, theme: Theme, on_select: Callable[[int], None]) -> None:
        super().__init__(parent)
        self._on_select = on_select
        self._theme = theme
        self.stones = (("Red", "#d1382c"), ("Yellow", "#f2c230"))
        self._sharing = Later(self, self._share_now)
        self._large, self._broken_at = False, 0
        self._shown: tuple[Any, ...] | None = None  # what `show` was given
        self._culprit: int | None = None
        self._pictures: dict[tuple[int, tuple[tuple[float, str], ...]], tk.PhotoImage] = {}
        top = ttk.Frame(self)
        top.pack(fill="x")
        self.board = tk.Canvas(top, width=BOARD[0], height=BOARD[1], highlightthickness=0)
        self._facts = facts = ttk.Frame(top)
        facts.pack(side="left", fill="both", expand=True)
        self.title = ttk.Label(facts, font="TkHeadingFont", wraplength=150, justify="left")
        self.title.pack(anchor="w")
        self.value = ttk.Label(facts, justify="left")
        self.value.pack(anchor="w")
        self.window = ttk.Label(facts, justify="left")
        self.window.pack(anchor="w")
        self.count = ttk.Label(self, justify="left", wraplength=240)
        self.count.pack(anchor="w", pady=(4, 0))
        self.why = tk.Text(self, height=7, width=20, wrap="word", font="TkDefaultFont")
        self.why.pack(fill="x", pady=(4, 0))
        self.why.bind("<Configure>", lambda event: self._broken(event.width))
        self.culprit = ttk.Button(self, command=self._follow)
        self.bits = tk.Text(self, height=10, width=20, wrap="none", font=font(self, 10, fixed=True))
        for text in (self.why, self.bits):
            text.configure(
                relief="flat",
                borderwidth=0,
                highlightthickness=0,
                padx=4,
                pady=4,
                cursor="arrow",
                takefocus=False,
                state="disabled",
            )
        self.details = ttk.Button(self, command=self._switch_details)
        self.details.pack(fill="x", pady=(4, 0))
        self._name_details()
        self.replies = Replies(self, on_select)
        self._rolling = Rolling(self)
        self._rolling.body.configure(padding=(8, 4))
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        self.set_theme(theme)
        self.show_nothing()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.board.configure(background=theme.window)
        self._wrap(self.winfo_width())
        for text in (self.why, self.bits):
            text.configure(background=theme.panel, foreground=theme.text)
        for label in (self.title, self.value, self.window, self.count):
            label.configure(foreground=theme.text)
        self.replies.set_theme(theme)
        if self._shown:
            self.show(*self._shown)

    def show_nothing(self) -> None:
        """The empty state says what to do next."""
        self._shown = None
        self.board.pack_forget()
        self.title.configure(text="No node selected")
        for label in (self.value, self.window, self.count):
            label.configure(text="")
        self._write(
            self.why,
            "The search behind a move or a hint is recorded. Click a node of its tree: it is explained here.",
        )
        self._write(self.bits, "")
        self.culprit.pack_forget()
        self.replies.clear()
        self._share()

    def show(
        self,
        tree: SearchTree,
        row: int,
        seat_of: tuple[int, int],
        evaluators: list[tuple[str, str]],
        so_far: SoFar | None = None,
        marks: Mapping[tuple[int, int], str] = NO_MARKS,
        legend: str = "",
    ) -> None:
        """Shows a row of a tree.

        `seat_of[player]` is the seat whose colour a player has; `evaluators` are (label, value as text) of the position
        as it stands, for MAX; `so_far` is what a search that is played back knew of it, where that is not all yet;
        `marks` are characters for empty squares (row and column from 0), explained by the `legend`.
        """
        from c4.tree import explain
        from c4.tree.searchtree import INTERIOR, KINDS, PRUNED

        self._shown = (tree, row, seat_of, evaluators, so_far, marks, legend)
        names = self.stones[seat_of[0]][0], self.stones[seat_of[1]][0]
        pruned = tree.kind[row] == PRUNED
        position = tree.position(row)
        self._size_board(bool(marks))
        self._draw_board(position, tree, row, seat_of, marks)
        side = "MAX" if tree.is_max(row) else "MIN"
        what = {INTERIOR: side, PRUNED: "pruned"}.get(int(tree.kind[row]), KINDS[tree.kind[row]])
        what = "diagram" if marks else what
        line = explain.line_text(tree, row)
        side_is = "" if marks else f" is {names[position.to_move]}"
        self.title.configure(text=f"{line}  ·  {what}" if row else f"Root  ·  {what}{side_is}")
        statics = "   ".join(f"{label}\u00a0{text}" for label, text in evaluators)
        if so_far is not None:
            value, window, searched = f"value {so_far.value}", so_far.window, ""
            why, holder = so_far.story, None
        elif pruned:
            value, window, searched = "no value: never searched", None, ""
        else:
            value, window = f"value {explain.row_text(tree, row)}", explain.window_text(tree, row)
            searched = f"\n{tree.searched(row):,} searched"
        if so_far is None:
            why, limit = explain.story(tree, row, names), explain.reason(tree, row).limit
            holder = None if limit is None else limit.holder
        self.value.configure(text=value)
        self.window.configure(text="alpha {}\nbeta {}".format(*window) if window else "")
        self.count.configure(text=statics + searched)
        self._write(self.why, f"{why}\n\n{legend}" if legend else why)
        self._show_culprit(tree, holder)
        self._write(self.bits, self._bits_text(position, tree.maximizer, bool(pruned)))
        if so_far is None:
            self.replies.show(tree, row)
        else:  # what is played back does not know them yet
            self.replies.clear()
        self._share()

    # -- parts --------------------------------------------------------------------------------------------------------

    def _show_culprit(self, tree: SearchTree, holder: int | None) -> None:
        """The button that goes to the row whose value is the bound, where there is one."""
        from c4.tree.explain import line_text

        self._culprit = holder
        if holder is None:
            self.culprit.pack_forget()
        else:
            self.culprit.configure(text=f"Set by {line_text(tree, holder)}: show it")
            self.culprit.pack(fill="x", pady=(4, 0), before=self.details)

    def _switch_details(self) -> None:
        """Shows the packed state and the raw row, or hides them again."""
        if self.bits.winfo_manager():
            self.bits.pack_forget()
        else:
            self.bits.pack(fill="x", pady=(4, 0), after=self.details)
        self._name_details()
        self._share()

    def _name_details(self) -> None:
        self.details.configure(text="▾ Details" if self.bits.winfo_manager() else "▸ Details: packed state and row")

    def _follow(self) -> None:
        if self._culprit is not None:
            self._on_select(self._culprit)

    def _bits_text(self, position: Position, maximizer: int, pruned: bool) -> str:
        rules = position.rules
        if not packed.fits(rules):
            return "this board has no packed state"
        state = position.packed(maximizer)
        state = packed.as_pruned(state) if pruned else state
        pointer = packed.column_bits(rules)[0] if packed.has_pointers(rules) else 1
        columns = range(rules.columns)

        def line(name: str, cells: list[str]) -> str:
            return name.ljust(8) + " ".join(cell.rjust(pointer) for cell in cells)

        mark = "0 = pruned" if pruned else "1 = searched"
        lines = [f"packed  {state}", f"bit 63  {mark}", line("column", [str(c + 1) for c in columns])]
        if not packed.has_pointers(rules):
            for r in reversed(range(rules.stride)):
                cells = [str(state >> rules.cell(r, c) & 1) for c in columns]
                lines.append(line("spare" if r == rules.rows else f"row {r + 1}", cells))
            return "\n".join(lines)
        lines.append(
            line(
                "pointer",
                [f"{state >> packed.pointer_shift(c, rules) & (1 << pointer) - 1:0{pointer}b}" for c in columns],
            )
        )
        for r in reversed(range(rules.rows)):
            lines.append(line(f"slot {r + 1}", [str(state >> packed.slot_shift(r, c, rules) & 1) for c in columns]))
        return "\n".join(lines)

    def _size_board(self, large: bool) -> None:
        """A large board stands above the words, a small one beside them."""
        self._large = large
        self.board.pack(side="top" if large else "left", padx=(0, 8), anchor="n", before=self._facts)
        self._wrap(self.winfo_width())

    def _draw_board(
        self,
        position: Position,
        tree: SearchTree,
        row: int,
        seat_of: tuple[int, int],
        marks: Mapping[tuple[int, int], str],
    ) -> None:
        from c4.tree.searchtree import NO_MOVE

        canvas, theme, rules = self.board, self._theme, position.rules
        canvas.delete("all")
        width, height = int(canvas["width"]), int(canvas["height"])
        cell = min(width / rules.columns, height / rules.rows)
        left, top = (width - cell * rules.columns) / 2, (height - cell * rules.rows) / 2
        canvas.create_rectangle(
            left, top, left + cell * rules.columns, top + cell * rules.rows, fill=theme.board, outline=""
        )
        for column in range(rules.columns):
            for r in range(rules.rows):
                x, y = left + (column + 0.5) * cell, top + (rules.rows - r - 0.5) * cell
                owner = position.owner(r, column)
                seat = None if owner is None else seat_of[owner]
                canvas.create_image(x, y, image=self._picture(int(cell * 0.88), seat))
                if (r, column) in marks:
                    font = ("TkFixedFont", -int(cell * 0.6), "bold")
                    canvas.create_text(x, y, text=marks[r, column], font=font, fill=theme.text, tags="mark")
        last = int(tree.move[row])
        if row and last != NO_MOVE:
            r, column = tree.position(int(tree.parent[row])).landing(last)
            x, y = left + (column + 0.5) * cell, top + (rules.rows - r - 0.5) * cell
            canvas.create_rectangle(
                x - cell * 0.46, y - cell * 0.46, x + cell * 0.46, y + cell * 0.46, outline=theme.accent, width=2
            )

    def _picture(self, size: int, seat: int | None) -> tk.PhotoImage:
        """A small stone of a seat, or a hole; made once."""
        colour = self._theme.hole if seat is None else self.stones[seat][1]
        marks = {None: (), 0: ((0.6, ink_on(colour)), (0.4, colour)), 1: ((0.3, ink_on(colour)),)}
        rings = ((0.98, colour), *marks[seat])
        if (size, rings) not in self._pictures:
            self._pictures[size, rings] = sprite(self, size, rings)
        return self._pictures[size, rings]

    @staticmethod
    def _write(widget: tk.Text, text: str) -> None:
        widget.configure(state="normal")
        widget.delete("1.0", "end")
        widget.insert("1.0", text)
        widget.configure(state="disabled")

    def _fit_why(self) -> None:
        """The paragraph takes the lines it needs, up to `MOST_LINES`."""
        counted: Any = self.why.count("1.0", "end", "displaylines")
        lines = counted[0] if isinstance(counted, tuple) else counted  # a number from Python 3.13 on
        self.why.configure(height=min(max(5, lines or 0), MOST_LINES))

    def _wrap(self, width: int) -> None:
        """Gives a new width to the board and the words."""
        share, most = (0.9, 330) if self._large else (0.42, 220)
        wide = max(pixels(self, 90), min(int(width * share), pixels(self, most)))
        if wide != int(self.board["width"]):
            self.board.configure(width=wide, height=round(wide * 6 / 7))
            if self._shown:
                tree, row, seat_of, _, _, marks, _ = self._shown
                self._draw_board(tree.position(row), tree, row, seat_of, marks)
        beside = 0 if self._large else wide + pixels(self, 6)
        self.title.configure(wraplength=max(80, width - beside - pixels(self, 28)))
        self.count.configure(wraplength=max(80, width - pixels(self, 28)))
        self._share()

    def _share(self) -> None:
        """Once the words have their places: the replies take what they leave, if that is enough."""
        self._sharing.when_idle()

    def _broken(self, width: int) -> None:
        """The paragraph's lines end elsewhere."""
        if width != self._broken_at:
            self._broken_at = width
            self._share()

    def _share_now(self) -> None:
        self._fit_why()
        needs, replies = packed_height(self._rolling.body), packed_height(self.replies) + pixels(self, 6)
        if self.replies.winfo_manager():
            needs -= replies
        roomy = bool(self.replies.rows) and self.winfo_height() - needs > replies
        if roomy and not self.replies.winfo_manager():
            self.replies.pack(in_=self._rolling.body, fill="both", expand=True, pady=(6, 0))
        elif not roomy:
            self.replies.pack_forget()
        self._rolling.need(1, needs)
