"""The match window: two to eight agents play each other; crosstable with Elo, stopped and resumed.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from tkinter import ttk
from typing import Any

from c4.agents.specification import text_in_words
from c4.arena.games import Game, GamesFile
from c4.arena.match import openings_of, tournament
from c4.arena.ratings import Table
from c4.errors import C4Error
from c4.models import make_user_folder
from c4.search.watch import Watch
from c4.text import pluralise
from visualizer.board.picker import HEADINGS, AgentPicker
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import fit
from visualizer.ui.widgets import Anchor, ProgressBar, bar_below, sentence, set_columns, wrap

MOST = 8
"""Agents in a match."""

BEGIN = ("novice", "amateur")

RATED_SECONDS = 0.25
"""The least time between two tables: ratings can take as long as a short game."""

HELP = "Every pair plays each opening from both sides. Start continues a match that you stopped."

CELLS = "Elo relative to the mean, with its 95 % interval. The last columns are won-drawn-lost against 1, 2, ..."


class MatchWindow(ToolWindow):
    """A tournament of two to eight agents.  `file` stores the games, by default in the user's own folder."""

    def __init__(self, context: Context, file: Path | None = None) -> None:
        super().__init__(context, "Match", "900x560", (720, 440))
        self.path = file
        self.games: list[Game] = []
        self._names: list[str] = []
        self._wanted = 0
        self._tables: list[Table] = []
        """The newest table; the thread replaces it."""
        self._shown: Table | None = None
        self._task = self.background("match", self._ended, self.say, self._look)
        self._build_choice()
        self._build_foot()
        frame = ttk.Frame(self, padding=(10, 0))
        frame.pack(fill="both", expand=True)
        self.table = ttk.Treeview(frame, show="headings", selectmode="none", height=5)
        self.table.pack(fill="both", expand=True)
        bar_below(self.table)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self) -> None:
        top = ttk.Frame(self, padding=(10, 8))
        top.pack(fill="x")
        for column, heading in enumerate(HEADINGS):
            ttk.Label(top, text=heading, style="Faint.TLabel").grid(row=0, column=column, sticky="w")
        for column in (0, 1):
            top.columnconfigure(column, weight=1)
        self._choices = top
        self.agents: list[AgentPicker] = []
        line = ttk.Frame(self, padding=(10, 0))
        line.pack(fill="x")
        self.more = ttk.Button(line, text="Another agent", command=self.add, width=14)
        self.more.pack(side="right", padx=(6, 0))
        self.help = wrap(ttk.Label(line, text=HELP, style="Faint.TLabel", justify="left"))
        self.help.pack(side="left", fill="x", expand=True)
        for name in BEGIN:
            self.add(name)
        row = ttk.Frame(self, padding=(10, 6))
        row.pack(fill="x")
        self.numbers: dict[str, tk.StringVar] = {}
        for label, low, high, start in (
            ("Games per pair", 2, 10_000, 20), ("Random moves first", 0, 12, 2), ("Seed", 0, 999_999, 1),
        ):  # fmt: skip
            ttk.Label(row, text=label).pack(side="left", padx=(0, 4))
            self.numbers[label] = tk.StringVar(self, str(start))
            ttk.Spinbox(row, from_=low, to=high, width=7, textvariable=self.numbers[label]).pack(
                side="left", padx=(0, 12)
            )
        self.button = ttk.Button(row, text="Start", command=self.start_or_stop, width=8)
        self.button.pack(side="right")

    def add(self, agent: str = "") -> None:
        """Adds a row for another agent, up to eight."""
        if len(self.agents) < MOST:
            self.agents.append(AgentPicker(self._choices, len(self.agents) + 1, lambda text: self.say(text)))
            self.agents[-1].set(agent)
            self.agents[-1].agent()
        if len(self.agents) == MOST:
            self.more.configure(state="disabled")

    def _build_foot(self) -> None:
        foot = ttk.Frame(self, padding=(10, 6))
        foot.pack(side="bottom", fill="x")
        self.share_bar = ProgressBar(foot)
        self.message = ttk.Label(foot)
        self.message.pack(side="left", fill="x", expand=True)

    def say(self, text: str) -> None:
        """Shows a sentence below the table."""
        self.message.configure(text=sentence(text))

    # -- playing ------------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether games are being played."""
        return self._task.busy

    def start_or_stop(self) -> None:
        """The button."""
        if self.playing:
            self._tables = [Table(self._names, self.games)]
            self._task.stop()
            self.say(f"stopped after {pluralise(len(self.games), 'game')}: Start continues")
            return
        try:
            self.start()
        except C4Error as error:
            self.say(str(error))

    def play(self, agents: tuple[str, ...]) -> None:
        """Starts a match of these agents, instead of what is played now."""
        if self.playing:
            self.start_or_stop()
        while len(self.agents) < len(agents):
            self.add()
        for place, picker in enumerate(self.agents):
            picker.set(agents[place] if place < len(agents) else "")
        self.start_or_stop()

    def start(self) -> None:
        """Plays the missing games.  Raises C4Error for unusable agents or numbers."""
        names = [str(agent) for picker in self.agents if (agent := picker.agent()) is not None]
        if len(names) < 2 or len(set(names)) < len(names):
            raise C4Error("choose two to eight different agents")
        games, plies, seed = (self._number(label) for label in self.numbers)
        openings = openings_of(f"plies={plies}", max(1, (games + 1) // 2), seed)
        file = GamesFile(self.path or make_user_folder() / "match.jsonl")
        self._names, self.games, self._tables = names, [], [Table(names, [])]
        self._wanted = len(names) * (len(names) - 1) * len(openings)
        played, tables = self.games, self._tables  # the thread must not hold on to this window

        def work(watch: Watch) -> None:
            def run(job: Callable[..., list[Game]], tasks: Iterable[tuple[Any, ...]]) -> Iterator[list[Game]]:
                for task in tasks:
                    yield job(*task, watch=watch)

            due = 0.0
            for game in tournament(names, openings, seed, file, run):
                played.append(game)
                if monotonic() >= due:
                    tables[:] = [Table(names, played)]
                    due = monotonic() + RATED_SECONDS
            tables[:] = [Table(names, played)]

        self.say("playing...")
        self._task.start(work)

    def _number(self, label: str) -> int:
        text = self.numbers[label].get().strip()
        if not (text.isascii() and text.isdigit()) or len(text) > 6:
            raise C4Error(f"{label.lower()} must be a whole number, not {text!r}")
        return int(text)

    def _ended(self, _: None) -> None:
        differing = len({(game.first, game.second, game.moves) for game in self.games})
        different = "all different" if differing == len(self.games) else f"{differing:,} of them different"
        self.say(f"{pluralise(len(self.games), 'game')}, {different}")

    def _look(self) -> None:
        self.button.configure(text="Stop" if self.playing else "Start")
        self.share_bar.show(len(self.games) / self._wanted if self.playing else None)
        for table in self._tables:
            if table is not self._shown:
                self._shown = table
                self._show(table)

    def _show(self, table: Table) -> None:
        ranked = table.ranked
        self.help.configure(text=CELLS)
        columns: list[tuple[str, int, Anchor]] = [
            ("", 30, "e"), ("Agent", 190, "w"), ("Elo", 120, "center"), ("Score", 70, "center"), ("Games", 60, "e"),
            *((str(place), 70, "center") for place in range(1, len(ranked) + 1)),
        ]  # fmt: skip
        self.table.configure(columns=[str(place) for place in range(len(columns))])
        set_columns(self.table, ((str(place), *column) for place, column in enumerate(columns)), "1")
        fit(self.table)
        self.table.delete(*self.table.get_children())
        for place, agent in enumerate(ranked, start=1):
            rating, total = table.rating(agent), table.total(agent)
            score = f"{100 * total.success.value:.1f} %" if total.games else ""
            signed = f"{rating.elo:+.0f}".replace("-", "−") if round(rating.elo) else "0"
            elo = f"{signed} ± {(rating.high - rating.low) / 2:.0f}" if total.games else ""
            cells = ["" if other == agent else "-".join(map(str, table.tallies[agent, other])) for other in ranked]
            self.table.insert("", "end", values=(place, text_in_words(agent), elo, score, total.games, *cells))
