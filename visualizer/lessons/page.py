"""The page of a lesson: its text in large type, its question, and the way to the next page."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.lessons.charts import Chart as ChartData
from visualizer.lessons.view import RIGHT, WRONG, PageView, page_view
from visualizer.state.app import App
from visualizer.state.open_lesson import Reading
from visualizer.state.preferences import Preferences
from visualizer.ui.fonts import font
from visualizer.ui.markdown import BOLD, CODE, DOT, ITALIC, Piece
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import pixels
from visualizer.ui.style import theme_of
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import on, scrolled, wrap

if TYPE_CHECKING:
    from visualizer.ui.chart import Chart

TYPE = 16
"""The size of the text of a page, pixels at 100 %."""

CHART_HEIGHT = 210
"""Pixels at 100 % of a chart."""

LISTED = "listed"
"""The tag of an entry of a list, whose further lines begin below its first word."""

FURTHER = ("<Right>", "<Return>", "<space>")
BACKWARDS = ("<Left>", "<BackSpace>")
"""The keys that turn the pages while the page has the focus, besides PgDn and PgUp."""


class PagePart:
    """Builds the widgets of a page."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        self.app = app
        self.frame = ttk.Frame(parent, padding=(16, 10, 12, 8))
        self._build_top()
        self._build_buttons()
        self.chart: Chart | None = None
        """Made when the first page has a chart: that takes matplotlib."""
        self.text = PageText(self.frame, theme_of(parent))
        self.scrolled = scrolled(self.text)
        self.scrolled.pack(fill="both", expand=True)
        for key in FURTHER:
            on(self.text, key, app.lessons.next)
        for key in BACKWARDS:
            on(self.text, key, app.lessons.back)
        on(self.text, "<Down>", partial(self.text.yview_scroll, 1, "units"))
        on(self.text, "<Up>", partial(self.text.yview_scroll, -1, "units"))

    def _build_top(self) -> None:
        top = ttk.Frame(self.frame)
        top.pack(fill="x")
        close = ttk.Button(top, text="Close", width=6, command=self.app.lessons.leave)
        close.pack(side="right")
        self.place = wrap(ttk.Label(top, style="Faint.TLabel", justify="left"))
        self.place.pack(side="left", fill="x", expand=True)
        self.title = wrap(ttk.Label(self.frame, style="Result.TLabel", justify="left"))
        self.title.pack(fill="x", pady=(4, 8))

    def _build_buttons(self) -> None:
        row = ttk.Frame(self.frame)
        row.pack(side="bottom", fill="x", pady=(8, 0))
        self.next = ttk.Button(row, text="Next", style="Primary.TButton", width=8, command=self.app.lessons.next)
        self.next.pack(side="right")
        self.back = ttk.Button(row, text="Back", width=8, command=self.app.lessons.back)
        self.back.pack(side="right", padx=6)
        self.hint = ttk.Button(row, text="Hint", command=self.app.lessons.hint)

    def show_chart(self, data: ChartData | None) -> None:
        """Draws a chart below the text, or none."""
        if data is None:
            if self.chart is not None:
                self.chart.widget.pack_forget()
            return
        from visualizer.lessons.charts import plot_of
        from visualizer.ui.chart import Chart

        if self.chart is None:
            self.chart = Chart(self.frame)
        theme = theme_of(self.frame)
        self.chart.widget.configure(height=pixels(self.frame, CHART_HEIGHT))
        self.chart.widget.pack(side="bottom", fill="x", before=self.scrolled)
        self.chart.show(theme, plot_of(data, theme))


class PageText(tk.Text):
    """The text of a page; it cannot be typed into."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, wrap="word", state="disabled", cursor="arrow", width=20, height=4, takefocus=True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours and sizes."""
        self.configure(
            background=theme.window,
            foreground=theme.text,
            font=font(self, TYPE),
            borderwidth=0,
            highlightthickness=0,
            spacing2=pixels(self, 3),
        )
        self.tag_configure(BOLD, font=font(self, TYPE, bold=True))
        self.tag_configure(ITALIC, font=font(self, TYPE, italic=True))
        self.tag_configure(CODE, font=font(self, TYPE, fixed=True))
        self.tag_configure(LISTED, lmargin2=font(self, TYPE).measure(DOT))
        self.tag_configure(RIGHT, font=font(self, TYPE, bold=True), foreground=theme.good)
        self.tag_configure(WRONG, font=font(self, TYPE, bold=True), foreground=theme.bad)

    def show(self, text: tuple[Piece, ...]) -> None:
        """Shows a text, from its beginning; where it goes on, its end."""
        before = self.get("1.0", "end-1c")
        self.configure(state="normal")
        self.delete("1.0", "end")
        for piece in text:
            self.insert("end", piece.text, (piece.style, LISTED) if piece.listed else piece.style)
        self.configure(state="disabled")
        if before and self.get("1.0", "end-1c").startswith(before):
            self.see("end")


class PagePane(Pane[PageView | None]):
    """The page that is read."""

    def __init__(self, part: PagePart) -> None:
        super().__init__()
        self.part = part

    @staticmethod
    def view(lesson: Reading | None, preferences: Preferences) -> PageView | None:
        return page_view(lesson, preferences)

    def draw(self, view: PageView | None, before: PageView | None) -> None:
        """Shows the page; another page has the keys."""
        if view is None:
            return
        part = self.part
        part.place.configure(text=view.place)
        part.title.configure(text=view.title)
        if before is None or view.text != before.text:
            part.text.show(view.text)
        if before is None or view.chart != before.chart:
            part.show_chart(view.chart)
        part.back.state(["disabled" if view.first else "!disabled"])
        part.next.configure(text="Done" if view.last else "Next")
        if view.can_hint:
            part.hint.pack(side="left")
        else:
            part.hint.pack_forget()
        if before is None or view.place != before.place:
            part.text.focus_set()
