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
from c4.arena.table import Table
from c4.game.rules import C4Error, count
from c4.library.library import Library
from c4.library.record import Record, result_of
from c4.models import make_own_folder
from c4.search.watch import Watch
from visualizer.compare.entrant import HEADINGS, Entrant
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.kit.scale import fit
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import Anchor, bar_below, sentence, title_width, wrap
from visualizer.play.share import ShareBar

MOST = 8
"""Agents in a match."""

BEGIN = ("novice", "amateur")

RATED_SECONDS = 0.25
"""How long at least from one table to the next: ratings may take as long to compute as a short game."""

HELP = "Every pair plays each opening from both sides. A match that was stopped continues with Start."

CELLS = "Elo from the mean of all, with its 95 % interval; the last columns: won-drawn-lost against 1, 2, ..."


class MatchWindow(tk.Toplevel):
    """`file` keeps the games, by default one in the person's own folder; `thread` is the session's to play in."""

    def __init__(self, host: Host, thread: str, file: Path | None = None) -> None:
        super().__init__(host.root)
        self.title("Match")
        self.geometry("900x560")
        self.minsize(720, 440)
        self._host = host
        self.path = file
        self.games: list[Game] = []
        self._names: list[str] = []
        self._wanted = 0
        self._tables: list[Table] = []
        """The newest table, which the thread replaces."""
        self._shown: Table | None = None
        self._errand: Errand[None] = Errand(self, host.session.worker(thread), self._ended, self.say, self._look)
        self._build_choice()
        self._build_foot()
        frame = ttk.Frame(self, padding=(10, 0))
        frame.pack(fill="both", expand=True)
        self.table = ttk.Treeview(frame, show="headings", selectmode="none", height=5)
        self.table.pack(fill="both", expand=True)
        bar_below(self.table)
        self.bind("<Escape>", lambda _: self.destroy())
        self.set_theme(host.theme)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self) -> None:
        top = ttk.Frame(self, padding=(10, 8))
        top.pack(fill="x")
        for column, heading in enumerate(HEADINGS):
            ttk.Label(top, text=heading, style="Faint.TLabel").grid(row=0, column=column, sticky="w")
        for column in (0, 1):
            top.columnconfigure(column, weight=1)
        self._entrants = top
        self.agents: list[Entrant] = []
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
        """A line for another agent, up to eight."""
        if len(self.agents) < MOST:
            self.agents.append(Entrant(self._entrants, len(self.agents) + 1, agent, lambda text: self.say(text)))
        if len(self.agents) == MOST:
            self.more.configure(state="disabled")

    def _build_foot(self) -> None:
        foot = ttk.Frame(self, padding=(10, 6))
        foot.pack(side="bottom", fill="x")
        self.keep = ttk.Button(foot, text="Keep in the library", command=self.keep_games, width=20)
        self.keep.pack(side="right")
        self.share_bar = ShareBar(foot)
        self.told = ttk.Label(foot)
        self.told.pack(side="left", fill="x", expand=True)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)

    def say(self, text: str) -> None:
        """Shows a sentence below the table."""
        self.told.configure(text=sentence(text))

    # -- playing ------------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether games are being played."""
        return self._errand.busy

    def start_or_stop(self) -> None:
        """The button."""
        if self.playing:
            self._tables = [Table(self._names, self.games)]
            self._errand.stop()
            self.say(f"stopped after {count(len(self.games), 'game')}: Start continues")
            return
        try:
            self.start()
        except C4Error as error:
            self.say(str(error))

    def play(self, agents: tuple[str, ...]) -> None:
        """Lets these agents play, instead of others."""
        if self.playing:
            self.start_or_stop()
        while len(self.agents) < len(agents):
            self.add()
        for place, entrant in enumerate(self.agents):
            entrant.set(agents[place] if place < len(agents) else "")
        self.start_or_stop()

    def start(self) -> None:
        """Plays the games that are missing.  Raises C4Error for agents or numbers that are none."""
        names = [str(agent) for entrant in self.agents if (agent := entrant.agent()) is not None]
        if len(names) < 2 or len(set(names)) < len(names):
            raise C4Error("choose two to eight different agents")
        games, plies, seed = (self._number(label) for label in self.numbers)
        openings = openings_of(f"plies={plies}", max(1, (games + 1) // 2), seed)
        file = GamesFile(self.path or make_own_folder() / "match.jsonl")
        self._names, self.games, self._tables = names, [], [Table(names, [])]
        self._wanted = len(names) * (len(names) - 1) * len(openings)
        found, tables = self.games, self._tables  # not this window, which the thread would keep

        def work(watch: Watch) -> None:
            def run(job: Callable[..., list[Game]], tasks: Iterable[tuple[Any, ...]]) -> Iterator[list[Game]]:
                for task in tasks:
                    yield job(*task, watch=watch)

            due = 0.0
            for game in tournament(names, openings, seed, file, run):
                found.append(game)
                if monotonic() >= due:
                    tables[:] = [Table(names, found)]
                    due = monotonic() + RATED_SECONDS
            tables[:] = [Table(names, found)]

        self.say("playing...")
        self._errand.start(work)

    def _number(self, label: str) -> int:
        text = self.numbers[label].get().strip()
        if not (text.isascii() and text.isdigit()) or len(text) > 6:
            raise C4Error(f"{label.lower()} must be a whole number, not {text!r}")
        return int(text)

    def _ended(self, _: None) -> None:
        differing = len({(game.first, game.second, game.moves) for game in self.games})
        different = "all different" if differing == len(self.games) else f"{differing:,} of them different"
        self.say(f"{count(len(self.games), 'game')}, {different}")

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
        for place, (title, width, anchor) in enumerate(columns):
            self.table.heading(str(place), text=title, anchor=anchor)
            width = max(width, title_width(self.table, title))
            self.table.column(str(place), width=width, minwidth=width, anchor=anchor, stretch=title == "Agent")
        fit(self.table)
        self.table.delete(*self.table.get_children())
        for place, agent in enumerate(ranked, start=1):
            rating, total = table.rating(agent), table.total(agent)
            score = f"{100 * total.success.value:.1f} %" if total.games else ""
            signed = f"{rating.elo:+.0f}".replace("-", "−") if round(rating.elo) else "0"
            elo = f"{signed} ± {(rating.high - rating.low) / 2:.0f}" if total.games else ""
            cells = ["" if other == agent else "-".join(map(str, table.tallies[agent, other])) for other in ranked]
            self.table.insert("", "end", values=(place, text_in_words(agent), elo, score, total.games, *cells))

    def keep_games(self) -> None:
        """Puts the games into the person's library, with the tag "match"."""
        games = list(self.games)
        if not games:
            self.say("there is no game yet")
            return
        with Library() as library:
            for game in games:
                library.add(
                    Record.from_moves(
                        game.moves, first=game.first, second=game.second, result=result_of(game.winner), tags=("match",)
                    )
                )
        self.say(f"{count(len(games), 'game')} kept in the library")
