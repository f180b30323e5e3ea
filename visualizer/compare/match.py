"""The match window: two to eight agents play each other; crosstable with Elo, stopped and resumed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from tkinter import ttk
from typing import Any

from c4.arena.depths import AtDepth
from c4.arena.games import Game, GamesFile
from c4.arena.match import openings_of, tournament
from c4.arena.ratings import Table
from c4.errors import C4Error
from c4.models import make_user_folder
from c4.search.watch import Watch
from c4.text import pluralise
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.picker import HEADINGS, AgentPicker
from visualizer.compare.match_view import (
    AGENTS_LARGEST,
    Match,
    MatchView,
    TableView,
    depths_plot,
    depths_view,
    match_view,
    result_text,
    table_view,
)
from visualizer.state.app import App
from visualizer.ui.chart import Chart
from visualizer.ui.sizes import fit
from visualizer.ui.widgets import ProgressBar, bar_below, list_rows, set_columns, wrap

FIRST_AGENTS = ("novice", "amateur")

RATED_SECONDS = 0.25
"""The least time between two tables: ratings can take as long as a short game."""

NUMBERS = {"Games per pair": (2, 10_000, 20), "Random moves first": (0, 12, 2), "Seed": (0, 999_999, 1)}
"""The least and the largest number of a field, and the first one in it."""

DIGITS_LARGEST = 6


class MatchWindow(AppWindow):
    """A tournament of two to eight agents.  `file` stores the games, by default in the user's own folder."""

    known: Match

    def __init__(self, app: App, parent: tk.Misc, file: Path | None = None) -> None:
        super().__init__(app, parent, "Match", "900x560", (720, 440))
        self.path = file
        self.known = Match()
        self.games: list[Game] = []
        """The games so far; the thread adds to them."""
        self._names: list[str] = []
        self._tables: list[Table] = []
        """The newest table; the thread replaces it."""
        self.task = self.background("match", self._ended, self.say, self._poll)
        self._build_choice()
        self._build_bottom()
        frame = ttk.Frame(self, padding=(10, 0))
        frame.pack(fill="both", expand=True)
        self.table = ttk.Treeview(frame, show="headings", selectmode="none", height=5)
        self.table.pack(fill="both", expand=True)
        bar_below(self.table)
        self.chart = Chart(frame)
        self.panes += [MatchPane(self), TablePane(self), DepthsPane(self)]
        for name in FIRST_AGENTS:
            self.add(name)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self) -> None:
        self._choices = ttk.Frame(self, padding=(10, 8))
        self._choices.pack(fill="x")
        for column, heading in enumerate(HEADINGS):
            ttk.Label(self._choices, text=heading, style="Faint.TLabel").grid(row=0, column=column, sticky="w")
        for column in (0, 1):
            self._choices.columnconfigure(column, weight=1)
        self.agents: list[AgentPicker] = []
        line = ttk.Frame(self, padding=(10, 0))
        line.pack(fill="x")
        self.more = ttk.Button(line, text="Another agent", command=self.add, width=14)
        self.more.pack(side="right", padx=(6, 0))
        self.help = wrap(ttk.Label(line, style="Faint.TLabel", justify="left"))
        self.help.pack(side="left", fill="x", expand=True)
        row = ttk.Frame(self, padding=(10, 6))
        row.pack(fill="x")
        self.numbers: dict[str, tk.StringVar] = {}
        for label, (least, largest, first) in NUMBERS.items():
            ttk.Label(row, text=label).pack(side="left", padx=(0, 4))
            self.numbers[label] = tk.StringVar(self, str(first))
            box = ttk.Spinbox(row, from_=least, to=largest, width=7, textvariable=self.numbers[label])
            box.pack(side="left", padx=(0, 12))
        self.button = ttk.Button(row, text="Start", command=self.start_or_stop, width=8)
        self.button.pack(side="right")

    def add(self, agent: str = "") -> None:
        """Adds a row for another agent, up to eight."""
        if len(self.agents) < AGENTS_LARGEST:
            picker = AgentPicker(self._choices, len(self.agents) + 1, self.say)
            picker.set(agent)
            picker.refresh()
            self.agents.append(picker)
        self.know(agents=len(self.agents))

    def _build_bottom(self) -> None:
        bottom = ttk.Frame(self, padding=(10, 6))
        bottom.pack(side="bottom", fill="x")
        self.share_bar = ProgressBar(bottom)
        self.message = ttk.Label(bottom)
        self.message.pack(side="left", fill="x", expand=True)

    def say(self, text: str) -> None:
        """Shows a sentence below the table."""
        self.know(message=text)

    # -- playing ------------------------------------------------------------------------------------------------------

    def start_or_stop(self) -> None:
        """The button."""
        if self.task.busy:
            self._tables = [Table(self._names, self.games)]
            self.task.stop()
            self.say(f"stopped after {pluralise(len(self.games), 'game')}: Start continues")
            return
        try:
            self.start()
        except C4Error as error:
            self.say(str(error))

    def play(self, agents: tuple[str, ...]) -> None:
        """Starts a match of these agents, instead of what is played now."""
        if self.task.busy:
            self.start_or_stop()
        while len(self.agents) < len(agents):
            self.add()
        for place, picker in enumerate(self.agents):
            picker.set(agents[place] if place < len(agents) else "")
        self.start_or_stop()

    def start(self) -> None:
        """Plays the missing games.  Raises C4Error for unusable agents or numbers."""
        chosen = [picker.read() for picker in self.agents]
        names = [str(agent) for agent in chosen if agent is not None]
        if len(names) < 2 or len(set(names)) < len(names):
            raise C4Error("choose two to eight different agents")
        games, plies, seed = (self._number(label) for label in NUMBERS)
        openings = openings_of(f"plies={plies}", max(1, (games + 1) // 2), seed)
        file = GamesFile(self.path or make_user_folder() / "match.jsonl")
        played: list[Game] = []
        tables = [Table(names, [])]
        self._names = names
        self.games = played
        self._tables = tables

        def work(watch: Watch) -> None:  # it must not hold on to this window
            due = 0.0
            for game in tournament(names, openings, seed, file, one_after_another(watch)):
                played.append(game)
                if monotonic() >= due:
                    tables[:] = [Table(names, played)]
                    due = monotonic() + RATED_SECONDS
            tables[:] = [Table(names, played)]

        self.know(wanted=len(names) * (len(names) - 1) * len(openings), message="Playing...")
        self.task.start(work)

    def _number(self, label: str) -> int:
        text = self.numbers[label].get().strip()
        if not (text.isascii() and text.isdigit()) or len(text) > DIGITS_LARGEST:
            raise C4Error(f"{label.lower()} must be a whole number, not {text!r}")
        return int(text)

    def _poll(self) -> None:
        table = self._tables[0] if self._tables else None
        self.know(playing=self.task.busy, played=len(self.games), table=table)

    def _ended(self, nothing: None) -> None:
        self.say(result_text(self.games))


def one_after_another(watch: Watch) -> Callable[..., Iterator[list[Game]]]:
    """What plays the games of a tournament in one thread, until the watch stops it."""

    def run(job: Callable[..., list[Game]], tasks: Iterable[tuple[Any, ...]]) -> Iterator[list[Game]]:
        for task in tasks:
            yield job(*task, watch=watch)

    return run


class MatchPane(WindowPane[MatchView]):
    """The buttons and the message."""

    view = staticmethod(match_view)
    window: MatchWindow

    def draw(self, view: MatchView, before: MatchView | None) -> None:
        window = self.window
        window.button.configure(text=view.button)
        window.more.configure(state="normal" if view.more else "disabled")
        window.message.configure(text=view.message)
        window.share_bar.show(view.share)


class TablePane(WindowPane[TableView]):
    """The crosstable."""

    view = staticmethod(table_view)
    window: MatchWindow

    def draw(self, view: TableView, before: TableView | None) -> None:
        window = self.window
        window.help.configure(text=view.about)
        if before is None or view.columns != before.columns:
            window.table.configure(columns=[str(place) for place in range(len(view.columns))])
            set_columns(window.table, [(str(place), *column) for place, column in enumerate(view.columns)], "1")
            fit(window.table)
        list_rows(window.table, [("", row) for row in view.rows])


class DepthsPane(WindowPane[dict[str, list[AtDepth]]]):
    """What searches add to evaluators, below the table."""

    view = staticmethod(depths_view)
    window: MatchWindow

    def draw(self, view: dict[str, list[AtDepth]], before: dict[str, list[AtDepth]] | None) -> None:
        chart = self.window.chart
        if not view:
            chart.widget.pack_forget()
            return
        chart.show(self.window.theme, depths_plot(view, self.window.theme))
        chart.widget.pack(fill="both", expand=True)
