"""The window "Where an evaluator is wrong": its mistakes about exact values by kind of position, how far its values can
be trusted, the worst positions; also of two evaluators.  Imports matplotlib.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from tkinter import ttk
from typing import Any

import numpy as np

from c4.arena.error_groups import CUTS, cuts
from c4.arena.errors import RESULTS, Error, Part, Study, agent_of, changes, ends, gather, parts
from c4.arena.figures import Share
from c4.arena.strength import opened
from c4.arena.suites import NAMES, TITLES
from c4.game.rules import count
from c4.game.values import WIN_FLOOR, number_text
from c4.search.watch import Watch
from visualizer.kit.chart import Chart
from visualizer.kit.errand import Errand
from visualizer.kit.flow import Flow
from visualizer.kit.host import Host
from visualizer.kit.plot import Band, Line, Plot
from visualizer.kit.scale import pixels
from visualizer.kit.theme import STONES, Theme, mixed
from visualizer.kit.tooltip import Tooltip
from visualizer.kit.widgets import choice, sentence, table, wrap
from visualizer.learn.group_bars import Group, GroupBars, percent
from visualizer.play.board import Board
from visualizer.play.chooser import Choice, Chooser
from visualizer.play.score import Score

MOST = 200
"""Mistakes that are listed, the worst first."""

DEPTHS = {"no search": 0, "depth 2": 2, "depth 4": 4, "depth 6": 6, "depth 8": 8}

SUITE = "d"
"""The suite at first."""

WHOSE = ("mistakes of A", "mistakes of B", "only A errs", "only B errs")

HELP = "Choose a group to list its mistakes only; Enter or a double click opens one in the tree, Ctrl+C copies it."


class ErrorsWindow(tk.Toplevel):
    """`thread` is the session's to work in; `on_open(position, choice, depth)` shows a position in the tree."""

    def __init__(
        self,
        host: Host,
        thread: str,
        first: Choice,
        stones: str,
        on_open: Callable[[str, Choice, int], object],
        second: Choice | None = None,
    ) -> None:
        super().__init__(host.root)
        self.title("Where an evaluator is wrong")
        self.geometry("980x640")
        self.minsize(760, 520)
        self.theme, self._on_open = host.theme, on_open
        self.studies: list[Study] = []
        self.errors: list[Error] = []
        self._chosen: tuple[list[Choice], int] = [], 0
        self._progress = [0, 1]
        self._errand: Errand[list[Study]] = Errand(self, host.session.worker(thread), self._done, self.say, self._look)
        self._build_choice(first, second)
        self._build_pictures()
        self._build_list(stones)
        self.bind("<Escape>", lambda _: self._errand.stop() if self._errand.busy else self.destroy())
        self.set_theme(host.theme)
        self.start()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self, first: Choice, second: Choice | None) -> None:
        top = ttk.Frame(self, padding=(10, 8, 10, 0))
        top.pack(fill="x")
        row = Flow(top)
        row.pack(fill="x")
        a, b, with_suite = (ttk.Frame(row) for _ in range(3))
        self.choosers = (
            Chooser(a, first, self.start, self.say, width=18),
            Chooser(b, second, self.start, self.say, "nobody", width=18),
        )
        self.depth = choice(row, DEPTHS, 9, self.start)
        self.suite = choice(with_suite, TITLES.values(), 24, self.start)
        self.suite.current(list(TITLES).index(SUITE))
        Tooltip(self.suite, lambda: f"{sentence(NAMES[self._suite()])}.")
        self.button = ttk.Button(row, text="Measure", width=9, command=self._start_or_stop)
        for frame, name, box in (
            (a, "A", self.choosers[0]),
            (b, "B", self.choosers[1]),
            (with_suite, "on", self.suite),
        ):
            ttk.Label(frame, text=name).pack(side="left", padx=(4, 4))
            box.pack(side="left")
        for part in (a, b, self.depth, with_suite, self.button):
            row.add(part)
        self.told = wrap(ttk.Label(top, justify="left", padding=(0, 4)))
        self.told.pack(fill="x")
        self.bar = ttk.Progressbar(top, maximum=1.0)  # packed while it measures

    def _build_pictures(self) -> None:
        panes = ttk.Frame(self, padding=(10, 4))
        panes.pack(fill="both", expand=True)
        for column, weight in ((0, 3), (1, 2)):
            panes.columnconfigure(column, weight=weight, uniform="picture")
        panes.rowconfigure(1, weight=1)
        head = ttk.Frame(panes)
        head.grid(row=0, column=0, sticky="w")
        ttk.Label(head, text="Mistakes by").pack(side="left", padx=(0, 6))
        self.cut = choice(head, list(CUTS.values())[:-1], 32, self._show_groups)
        self.cut.pack(side="left")
        self.groups = GroupBars(panes, lambda _: self._list())
        self.groups.grid(row=1, column=0, sticky="nsew", padx=(0, 8))
        self.chart = Chart(panes)
        self.chart.widget.grid(row=0, column=1, rowspan=2, sticky="nsew")

    def _build_list(self, stones: str) -> None:
        below = ttk.Frame(self, padding=(10, 4, 10, 8))
        below.pack(fill="both", expand=True)
        # Over the whole width: beside the board it would change the height, by which the board is as wide as it is.
        wrap(ttk.Label(below, text=HELP, style="Faint.TLabel")).pack(side="bottom", fill="x")
        foot = ttk.Frame(below)
        foot.pack(fill="both", expand=True)
        right = ttk.Frame(foot)
        right.pack(side="right", fill="both")
        right.pack_propagate(False)
        foot.bind(
            "<Configure>", lambda event: right.configure(width=max(pixels(self, 230), round(0.95 * event.height)))
        )
        self.board = Board(right, self.theme, lambda column: None, lambda: False)
        self.board.stones, self.board.animate = STONES[stones], False
        self.board.configure(takefocus=False)
        self.board.pack(fill="both", expand=True)
        left = ttk.Frame(foot)
        left.pack(side="left", fill="both", expand=True)
        head = ttk.Frame(left)
        head.pack(fill="x")
        self.whose = choice(head, WHOSE, 16, self._list)
        self.listed = ttk.Label(head)
        self.listed.pack(side="left")
        self.button_open = ttk.Button(head, text="Open in the tree", command=self.open_selected)
        self.button_open.pack(side="right")
        frame, self.table = table(
            left,
            [("Ply", 40, "e"), ("Plays", 48, "e"), ("Value", 60, "e"), ("Result", 120, "w"), ("Best", 48, "e"),
             ("Its result", 120, "w")],
            5,
            selectmode="browse",
        )  # fmt: skip
        frame.pack(fill="both", expand=True)
        for column in (0, 1, 2, 4):
            self.table.column(column, stretch=False)
        self.table.bind("<<TreeviewSelect>>", lambda _: self._show_selected())
        for event in ("<Return>", "<Double-Button-1>"):
            self.table.bind(event, lambda _: self.open_selected())
        self.table.bind("<Control-c>", lambda _: self.copy())

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self.board.set_theme(theme)
        self.groups.set_theme(theme)
        self._draw_chart()

    def say(self, text: str) -> None:
        """Shows a sentence above the pictures."""
        self.told.configure(text=sentence(text))

    # -- measuring ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Asks the chosen evaluators in every position of the suite; drops what was asked before."""
        chosen = [chooser.choice for chooser in self.choosers if chooser.choice is not None]
        depth, suite = DEPTHS[self.depth.get()], self._suite()
        self._chosen, progress = (chosen, depth), [0, 1]
        self._progress = progress

        def work(watch: Watch) -> list[Study]:
            agents, size, found = [agent_of(one.name, one.model, depth) for one in chosen], len(opened(suite)), []

            def run(job: Callable[..., Part], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Part]:
                for task in tasks:
                    yield job(*task, watch=watch)

            for number, agent in enumerate(agents):

                def report(done: int, number: int = number) -> None:
                    progress[:] = number * size + done, len(agents) * size

                found.append(gather(parts(agent, suite, run), report))
            cuts(found[0].suite)  # looks for threats, once
            changes(found[0], found[-1])  # brings scipy
            return found

        self.say("asking for a move in every position...")
        self._errand.start(work)

    def _suite(self) -> str:
        """The name of the suite that is chosen."""
        return list(TITLES)[self.suite.current()]

    def take(self, first: Choice, second: Choice | None) -> None:
        """Measures these."""
        self.choosers[1].take(second)
        self.choosers[0].take(first)

    def _start_or_stop(self) -> None:
        if self._errand.busy:
            self._errand.stop()
            self.say("stopped")
        else:
            self.start()

    def _look(self) -> None:
        done, total = self._progress
        self.button.configure(text="Stop" if self._errand.busy else "Measure")
        self.bar.configure(value=done / total)
        if not self._errand.busy:
            self.bar.pack_forget()
        elif not self.bar.winfo_manager():
            self.bar.pack(fill="x")
        if self._errand.busy and done:
            self.say(f"{done:,} of {count(total, 'position')}, {100 * done // total} %")

    def _done(self, studies: list[Study]) -> None:
        self.studies = studies
        self.say(summary(studies))
        if len(studies) > 1:
            self.whose.pack(side="left", padx=(0, 8), before=self.listed)
        else:
            self.whose.pack_forget()
            self.whose.current(0)
        self._draw_chart()
        self._show_groups()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _cut(self) -> str:
        return next(name for name, title in CUTS.items() if title == self.cut.get())

    def _show_groups(self) -> None:
        if self.studies:
            self.groups.show(groups(self.studies, self._cut()))
            self._list()

    def _draw_chart(self) -> None:
        self.chart.show(self.theme, *([calibration(self.studies, self.theme)] if self.studies else []))

    def _which(self) -> np.ndarray:
        """The positions whose mistakes are listed, bool (n,)."""
        study = self.studies[0]
        if self.groups.chosen is None:
            return np.ones(len(study), dtype=bool)
        found: np.ndarray = cuts(study.suite)[self._cut()].group == self.groups.chosen
        return found

    def _study(self) -> Study:
        """The one whose mistakes are listed."""
        return self.studies[WHOSE.index(self.whose.get()) % 2]

    def _list(self) -> None:
        """Lists the worst mistakes of the chosen group."""
        if not self.studies:
            return
        which, study = self._which(), self._study()
        if WHOSE.index(self.whose.get()) > 1:
            other = self.studies[1] if study is self.studies[0] else self.studies[0]
            which = which & ~other.mistake
        total = int((study.mistake & which).sum())
        self.errors = study.worst(MOST, which)
        shown = f", the {MOST} worst" if total > MOST else ", the worst first"
        self.listed.configure(text=f"{count(total, 'mistake')}{shown if total else ''}")
        self.table.delete(*self.table.get_children())
        for number, error in enumerate(self.errors):
            best = error.best[0]
            value = "" if error.points is None else number_text(error.points, error.ply, study.scale)
            row = error.ply, error.played + 1, value, ends(error, error.played), best + 1, ends(error, best)
            self.table.insert("", "end", str(number), values=row)
        if self.errors:
            self.table.selection_set("0")
            self.table.focus("0")
        self._show_selected()

    def selected(self) -> Error | None:
        """The mistake that is selected."""
        chosen = self.table.selection()
        return self.errors[int(chosen[0])] if chosen else None

    def _show_selected(self) -> None:
        error = self.selected()
        self.button_open.configure(state="disabled" if error is None else "normal")
        if error is None:
            return
        position = self._study().suite.positions[error.place]
        self.board.show(position, (0, 1))
        scores = {
            column: Score(f"{score:+d}".replace("+0", "0").replace("-", "−"), column in error.best, False,
                          (score > 0) - (score < 0))
            for column, score in error.scores.items()
        }  # fmt: skip
        self.board.show_scores(scores, (f"exact scores; it plays {error.played + 1}", "exact scores"))

    def open_selected(self) -> str:
        """Shows the selected position in the tree, searched by the evaluator that errs."""
        error = self.selected()
        if error is not None:
            chosen, depth = self._chosen
            self._on_open(error.position, chosen[self.studies.index(self._study())], depth)
        return "break"

    def copy(self) -> str:
        """Copies the selected position as a text that can be pasted."""
        error = self.selected()
        if error is not None:
            self.clipboard_clear()
            self.clipboard_append(error.position)
            self.say(f"copied: {error.position}")
        return "break"


def summary(studies: list[Study]) -> str:
    """What came out, in a sentence or two."""
    said = []
    for name, study in zip("AB", studies):
        row, gap = study.whole(), study.gap()
        name = f"{name}: " if len(studies) > 1 else ""
        trust = "" if gap is None else f"; its values are {gap:.2f} from the truth on average"
        wrong = f"{name}mistakes in {interval(row.mistakes)}, the winner misjudged in {interval(row.misjudged)}"
        said.append(sentence(wrong) + f"{trust}.")
    if len(studies) > 1:
        row_of_both = changes(studies[0], studies[1])[0]
        said.append(
            f"Only A errs in {count(row_of_both.only_first, 'position')}, only B in {row_of_both.only_second:,}"
            f" ({p_text(row_of_both.p)})."
        )
    return f"{count(len(studies[0]), 'position')}. " + " ".join(said)


def p_text(p: float) -> str:
    """The probability of such a difference by chance: "p = 0.02", "p < 0.001"."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def interval(share: Share) -> str:
    """A share with its interval."""
    return f"{percent(share)} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def groups(studies: list[Study], cut: str) -> list[Group]:
    """The groups of a division, for bars."""
    if len(studies) == 1:
        return [
            Group(row.name, row.positions, (row.mistakes,), f" of {row.positions:,}") for row in studies[0].group(cut)
        ]
    rows = changes(studies[0], studies[1], cut)
    return [Group(row.name, row.positions, (row.first, row.second), f"  {p_text(row.p)}") for row in rows]


def calibration(studies: list[Study], theme: Theme) -> Plot:
    """Promised value against true result, with 95 % bands; where values promise no result, or two have different
    units, over tenths of the moves, ordered by value.
    """
    wins = all(study.unit == RESULTS for study in studies)
    lines, bands = [], []
    for study, name, colour, marker, dash in zip(studies, "AB", (theme.good, theme.bad), ("o", "s"), ("-", "--")):
        bins = [one for one in study.calibration() if abs(one.promised * study.scale) < WIN_FLOOR]
        xs = [max(-1.0, min(1.0, one.promised)) if wins else number for number, one in enumerate(bins, start=1)]
        results = [one.result for one in bins]
        pale = mixed(colour, theme.panel, 0.6)
        bands.append(Band(xs, [share.low for share in results], [share.high for share in results], pale))
        label = name if len(studies) > 1 else "true result"
        lines.append(Line(xs, [share.value for share in results], colour, label, dash, marker))
    if wins:
        lines.append(Line([-1, 1], [-1, 1], theme.faint, "as promised", ":"))
    across = "promised (1 a win, −1 a loss)" if wins else "moves in ten groups, by value"
    return Plot("True result of moves", across, tuple(lines), tuple(bands), bounds=(-1.05, 1.05))
