"""The window in which you choose an opponent: levels and another person on one page, programs on another, each on a card."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from c4.session.settings import Settings
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.state.opponents import Card, chosen, pages
from visualizer.state.state import Standing
from visualizer.ui.fonts import MEDIUM, font
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import largest, pixels
from visualizer.ui.widgets import one_tab_stop

CARDS_ACROSS = 4
"""Cards in a row at most; fewer on a screen without room for them."""

CARD_WIDTH = 182
"""The width of the line about an opponent, pixels at 100 %."""


class OpponentCard(ttk.Frame):
    """A card that you can press: name, stars, and a line; `pressed()` is called for a click, Return or Space.

    The line is wrapped at `line` pixels, without that at the width that the card has.
    """

    def __init__(self, parent: tk.Misc, pressed: Callable[[], object], line: int | None = None) -> None:
        super().__init__(parent, style="Card.TFrame", padding=(10, 6), takefocus=True)
        self._pressed = pressed
        self.name = ttk.Label(self, style="Card.TLabel")
        self.stars = ttk.Label(self, style="Stars.TLabel")
        self.about = ttk.Label(self, style="CardFaint.TLabel", justify="left")
        self.columnconfigure(0, weight=1)
        self.name.grid(row=0, column=0, sticky="w")
        self.stars.grid(row=0, column=1, sticky="e")
        self.about.grid(row=1, column=0, columnspan=2, sticky="w")
        for part in (self, self.name, self.stars, self.about):
            part.bind("<Button-1>", self._press)
        for key in ("<Return>", "<KP_Enter>", "<space>"):
            self.bind(key, self._press)
        self.bind("<FocusIn>", partial(self._show_focus, True))
        self.bind("<FocusOut>", partial(self._show_focus, False))
        if line is None:
            self.bind("<Configure>", self._wrap)
        else:
            self.about.configure(wraplength=line)

    def _press(self, event: object) -> str:
        self._pressed()
        return "break"

    def _show_focus(self, focused: bool, event: object) -> None:
        self.state(["focus" if focused else "!focus"])

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        room = event.width - 2 * int(str(self.cget("padding")[0])) - 4
        if room > 0:
            self.about.configure(wraplength=room)

    def show(self, card: Card, is_chosen: bool = False) -> None:
        """Shows an opponent; `is_chosen` marks the one whom you have."""
        mark = "✓ " if is_chosen else ""
        self.name.configure(text=mark + card.name, font=font(self, MEDIUM, bold=True))
        self.stars.configure(text=card.stars)
        self.about.configure(text=card.about)
        self.state(["selected" if is_chosen else "!selected"])


class OpponentsView(NamedTuple):
    """The cards on pages with a title, and the key of the one that is chosen."""

    pages: tuple[tuple[str, tuple[Card, ...]], ...]
    chosen: str


class OpponentsWindow(AppWindow):
    """All opponents; choosing one closes the window."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Choose an opponent")
        self.body = ttk.Frame(self, padding=14)
        self.body.pack(fill="both", expand=True)
        self.cards: dict[str, OpponentCard] = {}
        pane = OpponentsPane(self)
        self.panes.append(pane)
        self._build(pane.view(app.state.settings, app.state.standing))

    def show(self, view: OpponentsView) -> None:
        """Shows the cards."""
        for _, cards in view.pages:
            for card in filter(self._has, cards):
                self.cards[card.key].show(card, card.key == view.chosen)
        if view.chosen in self.cards:
            self.cards[view.chosen].focus_set()

    def _has(self, card: Card) -> bool:
        """Whether there is a card of an opponent: a program that came later has none until the window opens again."""
        return card.key in self.cards

    def _build(self, view: OpponentsView) -> None:
        """Makes the cards, so that the window has its size before it is shown."""
        self.tabs = ttk.Notebook(self.body)
        self.tabs.pack(fill="both", expand=True)
        for title, cards in view.pages:
            page = self._add_page(title, cards)
            if view.chosen in [card.key for card in cards]:
                self.tabs.select(page)
        buttons = ttk.Frame(self.body)
        buttons.pack(fill="x", padx=3, pady=(12, 0))
        ttk.Button(buttons, text="Settings of both players...", command=self._open_settings).pack(side="left")
        ttk.Button(buttons, text="Cancel", command=self.destroy).pack(side="right")
        self.show(view)

    def _bind_arrows(self, cards: list[OpponentCard]) -> None:
        """The cards of a page are one stop of Tab; the arrow keys go from card to card."""
        one_tab_stop(cards)
        for card in cards:
            card.bind("<Up>", partial(self._go_across_rows, cards, card, -1))
            card.bind("<Down>", partial(self._go_across_rows, cards, card, 1))

    def _go_across_rows(self, cards: list[OpponentCard], card: OpponentCard, by: int, event: object) -> str:
        """Goes to the card above (`by` -1) or below (1), the nearest of its row."""
        others = [one for one in cards if (one.winfo_rooty() - card.winfo_rooty()) * by > 0]

        def distance(other: OpponentCard) -> tuple[int, int]:
            return abs(other.winfo_rooty() - card.winfo_rooty()), abs(other.winfo_rootx() - card.winfo_rootx())

        if others:
            min(others, key=distance).focus_set()
        return "break"

    def _add_page(self, title: str, cards: tuple[Card, ...]) -> ttk.Frame:
        """Adds a page with cards."""
        grid = ttk.Frame(self.tabs, padding=(0, 8))
        self.tabs.add(grid, text=title)
        line = pixels(self, CARD_WIDTH)
        across = max(1, min(CARDS_ACROSS, int(largest(self)[0] // (1.2 * line))))
        for column in range(across):
            grid.columnconfigure(column, weight=1, uniform="cards")
        for place, card in enumerate(cards):
            made = OpponentCard(grid, partial(self.choose, card.key), line)
            row, column = divmod(place, across)
            made.grid(row=row, column=column, sticky="nsew", padx=3, pady=3)
            self.cards[card.key] = made
        self._bind_arrows([self.cards[card.key] for card in cards])
        return grid

    def _open_settings(self) -> None:
        """Opens the settings in which both players, the rules and the searches are set."""
        self.destroy()
        self.app.views.open_settings(True)

    def choose(self, key: str) -> None:
        """Chooses an opponent, and closes the window."""
        self.app.game.choose_opponent(key)
        self.destroy()


class OpponentsPane(Pane[OpponentsView]):
    """The cards of all opponents."""

    def __init__(self, window: OpponentsWindow) -> None:
        super().__init__()
        self.window = window

    @staticmethod
    def view(settings: Settings, standing: Standing) -> OpponentsView:
        return OpponentsView(pages(standing), chosen(settings))

    def draw(self, view: OpponentsView, before: OpponentsView | None) -> None:
        self.window.show(view)
