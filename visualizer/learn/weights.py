"""The learned weights in the window: a chooser of evaluators and pages above a picture of the weights."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.values import number_text
from c4.scripts import is_script
from c4.session.session import Session
from visualizer.ui.background import BackgroundTask
from visualizer.ui.scale import font, pixels, scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import sentence

if TYPE_CHECKING:  # these import numba and numpy, which the first paint of the window does without
    from c4.evaluators.base import Contribution, Evaluator
    from c4.evaluators.pages import Page
    from visualizer.learn.page_view import PageView

ROW_HEIGHT, MOST_HIGH = 14, 30
"""Pixels at 100 % of a row, at least and at most."""

ROWS = 9
"""Rows there is room for; of more features the strongest are shown, and the others added up."""

HEIGHT = 170
"""Pixels at 100 % that a title in two lines, a heading and the rows take."""


def strongest(rows: list[Contribution]) -> list[Contribution]:
    """The rows to show: all in their order where there is room, else remarks, those that add most, and what the
    others add together."""
    if len(rows) <= ROWS:
        return rows
    ordered = sorted(rows, key=lambda row: (not row.remark, -abs(row.contribution)))
    others = ordered[ROWS - 1 :]
    rest = others[0]._replace(
        feature=f"{len(others)} others",
        value=1.0,
        weight=sum(row.weight * row.value for row in others),
        contribution=sum(row.contribution for row in others),
        cells=(),
    )
    return [*ordered[: ROWS - 1], rest]


class Weights(tk.Canvas):
    """A row for each feature: its name, a bar for its weight, a bar for its contribution at the selected node."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0)
        self._rows: list[Contribution] = []
        self._height = HEIGHT
        self._title, self._scale = "", 1
        self._rest: Contribution | None = None
        self._bold = font(self, 10, bold=True)
        self._fonts = font(self, 10), font(self, 12), font(self, 15)
        self._high = float(ROW_HEIGHT)
        self.set_theme(theme)
        self.bind("<Configure>", lambda event: self.redraw())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.configure(background=theme.panel, height=pixels(self, self._height))
        self.redraw()

    def grow(self, height: float) -> None:
        """Takes so much height, pixels at 100 %, but at least what its rows need."""
        if max(HEIGHT, round(height)) != self._height:
            self._height = max(HEIGHT, round(height))
            self.configure(height=pixels(self, self._height))

    def show(self, rows: list[Contribution], title: str, points: int) -> None:
        """`rows` are `c4.evaluators.base.Contribution`s of a learned evaluator; `points` those in one unit."""
        self._rows, self._title, self._scale = strongest(rows), title, points
        self._rest = None if len(rows) <= ROWS else self._rows[-1]  # a number without a bar: it would dwarf the others
        self.redraw()

    def show_text(self, text: str) -> None:
        """A sentence instead of a picture."""
        self._rows, self._title = [], text
        self.redraw()

    def redraw(self) -> None:
        self.delete("all")
        self._font = self._fonts[0]
        width, theme = max(self.winfo_width(), 160), self._theme
        if not self._rows:
            self.create_text(8, 8, text=self._title, anchor="nw", fill=theme.faint, font=self._font, width=width - 16)
            return
        title = self.create_text(
            6, 1, text=self._title, anchor="nw", fill=theme.text, font=self._bold, width=width - 12
        )
        top, unit = self.bbox(title)[3], scale(self)
        room = (self.winfo_height() - top) / (len(self._rows) + 1)
        high = self._high = max(ROW_HEIGHT * unit, min(MOST_HIGH * unit, room))
        self._font = self._fonts[0 if high < 18 * unit or width < 340 * unit else 1 if high < 24 * unit else 2]
        names = max(self._font.measure(row.feature) for row in self._rows) + 12
        half = (width - names - 8) / 2
        centres = (names + half / 2, names + half + half / 2)
        y = top + high / 2
        self.create_text(centres[0], y, text="weight", fill=theme.faint, font=self._font)
        self.create_text(centres[1], y, text="adds here", fill=theme.faint, font=self._font)
        single = [row for row in self._rows if row is not self._rest]
        most = (
            max(abs(row.weight) for row in single) or 1,
            max(self._scale / 50, *(abs(row.contribution) for row in single)),
        )
        for number, row in enumerate(self._rows):
            y = top + high * (number + 1.5)
            self.create_text(6, y, text=row.feature, anchor="w", fill=theme.text, font=self._font)
            if row.remark:
                continue
            for centre, value, biggest, text in (
                (centres[0], row.weight, most[0], number_text(row.weight * self._scale, scale=self._scale)),
                (centres[1], row.contribution, most[1], number_text(row.contribution, scale=self._scale)),
            ):
                self._bar(centre, y, 0 if row is self._rest else value / biggest * (half / 2 - 8), text)

    def _bar(self, centre: float, y: float, length: float, text: str) -> None:
        """A bar from the middle to the right (for MAX) or to the left (against), its number on the free side."""
        theme = self._theme
        half, thick = self._high / 2, max(4, self._high * 0.28)
        self.create_line(centre, y - half, centre, y + half, fill=theme.line)
        colour = theme.good if length > 0 else theme.bad
        if abs(length) >= 0.5:
            self.create_rectangle(centre, y - thick, centre + length, y + thick, fill=colour, outline="")
        self.create_text(
            centre - 4 if length > 0 else centre + 4,
            y,
            text=text,
            anchor="e" if length > 0 else "w",
            fill=theme.text,
            font=self._font,
        )


HERE = "at this position"
"""What pages of weights stand behind where an evaluator can also be shown at a position."""


class PageChooser(ttk.Combobox):
    """Offers pages by name, after `first` if that is given; `on_choose()` is called when one was chosen."""

    def __init__(self, parent: tk.Misc, on_choose: Callable[[], None], first: str = "") -> None:
        super().__init__(parent, state="readonly", width=12, height=16)
        self._on_choose, self._first = on_choose, first
        self.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.offer(())

    def offer(self, names: tuple[str, ...]) -> None:
        """The pages there are; the chosen one stays where it can."""
        names = (self._first, *names) if self._first else names
        if names != self["values"]:
            chosen = self.get()
            self.configure(values=names)
            self.set(chosen if chosen in names else names[0] if names else "")

    @property
    def chosen(self) -> str:
        """The name of the chosen page; "" for what stands before all pages."""
        return "" if self._first and self.get() == self._first else self.get()

    def follow(self, name: str) -> None:
        """Chooses a page where it is offered, without a word."""
        if (name or self._first) in self["values"]:
            self.set(name or self._first)

    def choose(self, name: str) -> None:
        """Chooses as a person does, where it is offered."""
        self.follow(name)
        self._chosen()

    def _chosen(self) -> None:
        self.selection_clear()
        self._on_choose()


class Learned(ttk.Frame):
    """`evaluator(name)` returns the evaluator of this name, or a sentence why there is none; `label(name)` its label.

    `on_choose()` is called when another one was chosen; pages of weights are made in a thread of the session.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        evaluator: Callable[[str], Evaluator | str],
        label: Callable[[str], str],
        on_choose: Callable[[], None],
        session: Session,
    ) -> None:
        super().__init__(parent)
        self._evaluator, self._label, self._on_choose = evaluator, label, on_choose
        self._names = explained()
        self._shown: tuple[Position, int, str] | None = None
        line = ttk.Frame(self)
        line.pack(fill="x")
        self.chooser = ttk.Combobox(line, state="readonly", width=8, values=self._labels())
        self.chooser.current(0)
        self.chooser.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.chooser.pack(side="left", fill="x", expand=True)
        self.pages = PageChooser(line, self.refresh, HERE)
        self.pages.pack(side="left", fill="x", expand=True, padx=(4, 0))
        self.weights = Weights(self, theme)
        self.weights.pack(fill="both", expand=True)
        self.maps: PageView | None = None
        """Where pages of weights are drawn, from the first one on."""
        self._theme = theme
        self._task: BackgroundTask[Page] = BackgroundTask(self, session.worker("weights"), self._draw_page, self._say)
        self._mapped: tuple[Evaluator, str, Position | None] | None = None  # what the page on show was made from

    def _labels(self) -> list[str]:
        """Their labels."""
        return [self._label(name).removesuffix(" (learned)") for name in self._names]

    def _chosen(self) -> None:
        self.chooser.selection_clear()
        self.winfo_toplevel().focus_set()
        self.refresh()
        self._on_choose()

    @property
    def name(self) -> str:
        """The chosen evaluator."""
        return self._names[self.chooser.current()]

    def choose(self, name: str) -> None:
        """Shows another learned evaluator, or a user evaluator; any other name changes nothing."""
        self._names = explained()
        if name in self._names:
            self.chooser.configure(values=self._labels())
            self.chooser.current(self._names.index(name))
            self.refresh()
            self._on_choose()

    def show(self, position: Position, side: int, whose: str) -> None:
        """Shows the chosen evaluator's view of a position for a side (0 or 1), named `whose`."""
        self._shown = position, side, whose
        self.refresh()

    def refresh(self) -> None:
        """Refreshes everything, also the model in use."""
        chosen, self._names = self.name, explained()
        self.chooser.configure(values=self._labels())
        self.chooser.current(self._names.index(chosen) if chosen in self._names else 0)
        if self._shown is None:
            return
        position, side, whose = self._shown
        evaluator = self._evaluator(self.name)
        self.pages.offer(() if isinstance(evaluator, str) else evaluator.page_names())
        if self.pages.chosen and not isinstance(evaluator, str):
            self._show_page(evaluator, self.pages.chosen, position)
            return
        self._show_picture(self.weights)
        if isinstance(evaluator, str):
            self.weights.show_text(evaluator)
            return
        try:
            rows, total = evaluator.explain(position, side), evaluator.evaluate(position, side)
        except C4Error as error:
            self.weights.show_text(str(error))
        else:
            self.weights.show(rows, f"Value for {whose}: {evaluator.with_unit(total)}", evaluator.scale)

    def _show_picture(self, picture: tk.Canvas) -> None:
        if not picture.winfo_manager():
            for other in self.pack_slaves()[1:]:
                other.pack_forget()
            picture.pack(fill="both", expand=True)

    def _show_page(self, evaluator: Evaluator, name: str, position: Position) -> None:
        """Has a page of weights made in the background and drawn, unless it is already shown."""
        from visualizer.learn.page_view import PageView

        if self.maps is None:
            self.maps = PageView(self, self._theme, pixels(self, HEIGHT))
        self._show_picture(self.maps)
        wanted = evaluator, name, position if evaluator.pages_follow else None
        if wanted != self._mapped:
            self._mapped = wanted
            self._task.start(lambda watch: evaluator.page(name, position))

    def _draw_page(self, page: Page) -> None:
        if self.maps is not None:
            self.maps.show(page)

    def _say(self, text: str) -> None:
        if self.maps is not None:
            self.maps.show_text(sentence(text))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.maps is not None:
            self.maps.set_theme(theme)
        self.weights.set_theme(theme)


def explained() -> list[str]:
    """The evaluators offered: learned ones and user evaluators, which may explain their values."""
    return [name for name, entry in list(EVALUATORS.items()) if entry.learned or is_script(name)]
