"""Band: the line above tree and card that names their position and leads back to it.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

from c4.game.notation import format_position
from c4.session.events import Found
from c4.session.session import Session
from visualizer.kit.look import configure
from visualizer.kit.theme import Theme, ink_on
from visualizer.play.names import Names


class Origin(NamedTuple):
    """Where a search belongs: in words, whether it is about another position than the board, and how many moves ago.

    `ago` is None if the position is not in this game; `dated` if the search is older than the last move.
    """

    text: str
    elsewhere: bool = False
    dated: bool = False
    ago: int | None = 0


def origin(session: Session, names: Names, found: Found) -> Origin:
    """Where a search belongs, seen from the board."""
    move, who = names.move_of(found), names.searcher(found)
    ago = session.age(found)
    tree = found.decision.tree
    if tree is not None and tree.algorithm == "strategy":
        owner = names.player(tree.maximizer, found.starter)
        start = "the empty board" if found.position.ply == 0 else format_position(found.position)
        return Origin(f"{owner}'s strategy from {start}: one answer to every reply.", ago != 0, False, ago)
    if ago is None:
        return Origin(
            f"A saved tree of {format_position(found.position)}, not of the game on the board.", True, False, None
        )
    what = "hint" if found.hint else "search"
    if ago == 0:
        return Origin(f"{who}'s {what} for {move}, the position on the board.")
    if ago == 1 and not found.hint:
        slip = slip_text(found)
        return Origin(f"{who}'s search for {move}, the last move played{slip}.", True, False, 1)
    moves = "1 move" if ago == 1 else f"{ago} moves"
    return Origin(f"From {move}: {who}'s {what}, {moves} ago.", True, True, ago)


def slip_text(found: Found) -> str:
    """Says that a column worse than the best was played, if so, and whether on purpose."""
    tree, decision, column = found.decision.tree, found.decision, found.decision.column
    best = None if tree is None else tree.best_child(0)
    if tree is None or best is None or column is None:
        return ""
    better, values = int(tree.move[best]), decision.columns
    if better == column or (column in values and values[column] == values.get(better)):
        return ""
    how = "but slipped and" if "slip" in decision.reason else "but"
    return f". It found column {better + 1} best {how} played {column + 1}"


class Band(ttk.Frame):
    """`on_show()` goes to the searched position."""

    def __init__(self, parent: tk.Misc, theme: Theme, on_show: Callable[[], object]) -> None:
        super().__init__(parent, style="Band.TFrame", padding=(8, 2))
        self.button = ttk.Button(self, text="Show", command=on_show, width=6, style="Band.TButton", takefocus=True)
        self.label = ttk.Label(self, style="Band.TLabel", anchor="w")
        self.label.pack(side="left", fill="x", expand=True)
        self.label.bind("<Configure>", lambda event: self.label.configure(wraplength=max(event.width - 8, 80)))
        self._shown: Origin | None = None
        self.set_theme(theme)

    def show(self, where: Origin | None) -> None:
        """Shows where the search on screen belongs; None if there is none."""
        if where == self._shown:
            return
        self._shown = where
        self.label.configure(text="" if where is None else where.text)
        dated = where is not None and where.dated
        self.label.configure(style="Dated.Band.TLabel" if dated else "Band.TLabel")
        self.configure(style="Dated.Band.TFrame" if dated else "Band.TFrame")
        if where is not None and where.elsewhere:
            self.button.pack(side="right")
        else:
            self.button.pack_forget()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        configure(self, "Band.TFrame", background=theme.window)
        configure(self, "Band.TLabel", background=theme.window, foreground=theme.text)
        configure(self, "Dated.Band.TFrame", background=theme.line)
        configure(self, "Dated.Band.TLabel", background=theme.line, foreground=ink_on(theme.line))
        configure(self, "Band.TButton", padding="4 0")
