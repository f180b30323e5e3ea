"""The training window: choose a learner and its options, watch its curves and weights while it trains, play against it.  Imports matplotlib.

It calls the very commands of `c4 train`, in a thread of the session; this window is their host instead of a terminal.
"""

from __future__ import annotations

import tkinter as tk
from collections import deque
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from tkinter import ttk
from typing import NamedTuple

import click

from c4.agents import Limits
from c4.agents.specification import Specification
from c4.cli.train import command as train_command
from c4.cli.train.running import Host
from c4.evaluators import EVALUATORS
from c4.evaluators.pages import Page
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.learning import LEARNERS
from c4.learning.loop import Progress, train
from c4.search.watch import Watch
from c4.session.session import Session
from visualizer.kit.errand import Errand
from visualizer.kit.theme import Theme
from visualizer.learn.curves import MISTAKES, Curves
from visualizer.learn.form import Form
from visualizer.learn.maps import Maps
from visualizer.learn.pages import PageChooser

MEASURE_SECONDS = 3.0
"""How often mistakes are measured while it trains; never more than a tenth of the time goes into it."""

PAGE_SECONDS = 0.3
"""How often the weights are shown anew while it trains; never more than a tenth of the time goes into it."""


class Trained(NamedTuple):
    """What a run left: the learner's name, the model file, and whether it went through to its end."""

    learner: str
    path: Path
    complete: bool


class Background(Host):
    """Host of one run in a thread: keeps what happens for the window, waits while `paused` is set, ends when the watch says so."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.paused = watch, Event()
        self.said: deque[str] = deque()
        self.reports: deque[Progress] = deque()
        self.lines: deque[str] = deque()
        """What the learner tells as it goes on, sarsa's statistics: a head, then a line at a time."""
        self.trained: Trained | None = None
        self.features: tuple[str, ...] = ()
        self._measure_at = 0.0
        self.looking: tuple[str, Position] | None = None
        """The page of weights that is looked at ("" for the first there is) and the position it may follow; None while nobody looks."""
        self.pages: tuple[str, ...] = ()
        """The pages there are."""
        self.page: Page | str | None = None
        """The newest one, or the sentence that says why there is none."""
        self._learner, self._looked, self._page_at = None, None, 0.0

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def run(
        self, learner, episodes: int, path: Path, as_json: bool, measure: int, told: Callable[[], list[str]]
    ) -> bool:
        last, self.features, self._learner = None, getattr(learner, "features", ()), learner
        self.trained = Trained(learner.name, path, False)
        with closing(train(learner, episodes, path, stop=lambda: self.watch.stopped)) as running:
            for last in running:
                self.reports.append(self._measured(last))
                self.lines += told()
                if monotonic() >= self._page_at or self.looking != self._looked:
                    self.look()
                while self.paused.is_set() and not self.watch.stopped:
                    if self.looking != self._looked:
                        self.look()
                    sleep(0.05)
        if last is not None:
            self._measure_at = 0.0
            self.reports.append(self._measured(last))  # what was saved at the end
            self.look()
        self.trained = Trained(learner.name, path, last is not None and last.done == episodes)
        return self.trained.complete

    def end(self, complete: bool) -> None:
        """The window says how it ended."""

    def look(self) -> None:
        """Puts the page together that is looked at, of what the learner has learned so far; not while it learns."""
        self._looked = looking = self.looking
        if looking is None or self._learner is None:
            return
        started, (name, position) = monotonic(), looking
        try:
            evaluator = self._learner.evaluator()
            self.pages = () if evaluator is None else evaluator.page_names()
            if not self.pages:
                self.page = f"the {self._learner.name} learner has no weights to be drawn: it remembers"
            else:
                here = position if position.rules == self._learner.rules else None
                self.page = evaluator.page(name if name in self.pages else self.pages[0], here)
        except C4Error as error:
            self.page = str(error)
        self._page_at = monotonic() + max(PAGE_SECONDS, 10 * (monotonic() - started))

    def _measured(self, report: Progress) -> Progress:
        """The report with the mistakes of what was saved last, every few seconds; where there is no evaluator of it, as it is."""
        name, path = self.trained.learner, self.trained.path
        if name not in EVALUATORS or monotonic() < self._measure_at or not path.exists():
            return report
        from c4.arena.glance import mistakes

        started = monotonic()
        try:
            share = mistakes(Specification("greedy", Limits(evaluator=name, model=str(path))))
        except C4Error:  # a board of which nothing is known
            self._measure_at = float("inf")
            return report
        self._measure_at = monotonic() + max(MEASURE_SECONDS, 10 * (monotonic() - started))
        return report._replace(figures={**report.figures, MISTAKES: round(100 * share.value, 1)})


class TrainingWindow(tk.Toplevel):
    """`on_play(learner, path)` is called when somebody wants to play against what was learned."""

    def __init__(self, root: tk.Misc, session: Session, theme: Theme, on_play: Callable[[str, str], None]) -> None:
        super().__init__(root)
        self.session = session
        self.title("Training")
        self.geometry("1060x680")
        self.minsize(760, 520)
        self.theme, self._on_play = theme, on_play
        self.background: Background | None = None
        self.errand = Errand(self, session.worker("trainer"), self._ended, self._failed, self._look)
        self._pages_errand = Errand(self, session.worker("trained weights"), lambda _: self._show_page(), self.say)
        self._drawn: object = None
        self._build()
        self.protocol("WM_DELETE_WINDOW", self.close)
        self.set_theme(theme)
        self.choose(next(iter(LEARNERS)))

    def _build(self) -> None:
        left = ttk.Frame(self, padding=10)
        left.pack(side="left", fill="y")
        self.chooser = ttk.Combobox(
            left, state="readonly", values=[entry.label for entry in LEARNERS.values()], width=30
        )
        self.chooser.bind(
            "<<ComboboxSelected>>",
            lambda _: (self.choose(list(LEARNERS)[self.chooser.current()]), self.chooser.selection_clear()),
        )
        self.chooser.pack(fill="x")
        self.about = ttk.Label(left, wraplength=300, justify="left")
        self.about.pack(fill="x", pady=(4, 8))
        buttons = ttk.Frame(left)
        buttons.pack(side="bottom", fill="x")
        self.start_button = ttk.Button(buttons, text="Start", command=self.start)
        self.pause_button = ttk.Button(buttons, text="Pause", command=self.pause)
        self.stop_button = ttk.Button(buttons, text="Stop", command=self.stop)
        self.play_button = ttk.Button(buttons, text="Play against it", command=self.play)
        for at, button in enumerate((self.start_button, self.pause_button, self.stop_button)):
            button.grid(row=0, column=at, sticky="ew", padx=(0, 4))
            buttons.columnconfigure(at, weight=1)
        self.play_button.grid(row=1, column=0, columnspan=3, sticky="ew", padx=(0, 4), pady=(4, 0))
        self.help = ttk.Label(left, wraplength=300, justify="left", style="Faint.TLabel", padding=(0, 6))
        self.help.pack(side="bottom", fill="x")
        self._scrolled = tk.Canvas(left, highlightthickness=0, borderwidth=0, width=310, height=200)
        bar = ttk.Scrollbar(left, command=self._scrolled.yview)
        self._scrolled.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self._scrolled.pack(side="left", fill="both", expand=True)
        self._inside = ttk.Frame(self._scrolled)
        inside = self._scrolled.create_window(0, 0, anchor="nw", window=self._inside)
        self._inside.bind("<Configure>", lambda _: self._scrolled.configure(scrollregion=self._scrolled.bbox("all")))
        self._scrolled.bind("<Configure>", lambda event: self._scrolled.itemconfigure(inside, width=event.width))
        for event, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self.bind(event, lambda _, step=step: self._scrolled.yview_scroll(step, "units"), add="+")
        self.form: Form | None = None

        right = ttk.Frame(self, padding=(0, 10, 10, 10))
        right.pack(side="left", fill="both", expand=True)
        self.bar = ttk.Progressbar(right, maximum=1.0)
        self.bar.pack(fill="x")
        self.line = ttk.Label(right, padding=(0, 4), justify="left")
        self.line.pack(fill="x")
        self.line.bind("<Configure>", lambda event: self.line.configure(wraplength=max(event.width - 10, 100)))
        self.tabs = ttk.Notebook(right)
        self.tabs.pack(fill="both", expand=True)
        self.curves = Curves(self.tabs, self.theme)
        self.tabs.add(self.curves, text="Curves")
        self.weights = ttk.Frame(self.tabs)
        self.pages = PageChooser(self.weights, self._look_elsewhere)
        self.pages.pack(fill="x")
        self.maps = Maps(self.weights, self.theme)
        self.maps.pack(fill="both", expand=True)
        self.maps.show_text("The weights appear here while it trains.")
        self.tabs.add(self.weights, text="Weights")
        self.statistics = tk.Text(
            self.tabs,
            font="TkFixedFont",
            borderwidth=0,
            highlightthickness=0,
            padx=8,
            pady=6,
            state="disabled",
            wrap="none",
        )
        self.tabs.add(self.statistics, text="Statistics", state="hidden")
        self.tabs.bind("<<NotebookTabChanged>>", lambda _: self._look_elsewhere())

    # -- what is done -----------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Shows the options of a learner."""
        self.learner = name
        self.chooser.current(list(LEARNERS).index(name))
        self.about.configure(text=LEARNERS[name].about)
        if self.form is not None:
            self.form.destroy()
        self.form = Form(
            self._inside, train_command.get_command(None, name), lambda text: self.help.configure(text=text)
        )
        self.form.pack(fill="x")
        self.help.configure(text="A field left empty keeps the usual value, written behind it.")
        self._scrolled.yview_moveto(0)
        self._refresh()

    def start(self) -> None:
        """Trains by what stands in the form; what is wrong with it is said."""
        name, words = self.learner, self.form.arguments()
        command = train_command.get_command(None, name)
        self.curves.clear()
        self.bar.configure(value=0.0)
        self.say("loading the learner (the very first time it is compiled)...")

        def work(watch: Watch) -> Trained | None:
            self.background = background = Background(watch)
            try:
                with command.make_context(name, words, obj=background) as context:
                    command.invoke(context)
            except click.ClickException as error:
                raise C4Error(error.format_message()) from None
            return background.trained

        self.background, self._drawn = None, None
        self._write()
        self.maps.show_text("The weights appear here while it trains.")
        self.errand.start(work)

    def pause(self) -> None:
        """Lets it wait, or go on."""
        if self.background is not None:
            flag = self.background.paused
            (flag.clear if flag.is_set() else flag.set)()
            self._refresh()

    def stop(self) -> None:
        """Ends the run; what was learned until then is saved."""
        if self.background is not None:
            self.background.watch.stop()  # the errand goes on until the model is saved

    def play(self) -> None:
        trained = self.background.trained if self.background is not None else None
        if trained is not None:
            self._on_play(trained.learner, str(trained.path))

    def close(self) -> None:
        """Ends the run, which is saved, and the window."""
        self.stop()
        self.destroy()

    # -- what happens -------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Many times a second: takes what the run reports."""
        background = self.background
        if background is not None:
            background.looking = self._looked_at()
            while background.said:
                self.say(background.said.popleft())
            while background.lines:
                self._write(background.lines.popleft())
            reports = [background.reports.popleft() for _ in range(len(background.reports))]
            if reports:
                self.curves.features = background.features
                self.curves.add(reports)
                self._tell(reports[-1])
            self._show_page()
        self._refresh()

    def _write(self, line: str = "") -> None:
        """Adds a line to the statistics, which are seen from the first one on; without one they are emptied."""
        self.statistics.configure(state="normal")
        if line:
            self.statistics.insert("end", line + "\n")
            self.statistics.see("end")
        else:
            self.statistics.delete("1.0", "end")
        self.statistics.configure(state="disabled")
        self.tabs.tab(self.statistics, state="normal" if line else "hidden")

    def _looked_at(self) -> tuple[str, Position] | None:
        """The page of weights that is looked at, if any, and the position on the board."""
        return (self.pages.chosen, self.session.position) if self.tabs.select() == str(self.weights) else None

    def _look_elsewhere(self) -> None:
        """Another page is looked at: a run takes note of that by itself (see `_look`), one that has ended is asked for it in another thread."""
        background = self.background
        if background is not None and not self.errand.busy:
            background.looking = self._looked_at()
            self._pages_errand.start(lambda watch: background.look())

    def _show_page(self) -> None:
        """Draws the newest page of weights."""
        page = None if self.background is None else self.background.page
        if page is None or page is self._drawn:
            return
        self._drawn = page
        self.pages.offer(self.background.pages)
        if isinstance(page, str):
            self.maps.show_text(page)
        else:
            self.maps.show(page)

    def _tell(self, last: Progress) -> None:
        self.bar.configure(value=last.done / last.total)
        left = (last.total - last.done) / last.rate if last.rate else 0.0
        self.say(
            f"{last.done:,} of {last.total:,} games ({last.done / last.total:.0%}), {last.rate:,.0f} games/s, {duration(left)} left"
        )

    def _ended(self, trained: Trained | None) -> None:
        self._look()  # the last reports
        if trained is None:
            self.say("nothing was trained")
        elif trained.complete:
            self.say(f"done; saved in {trained.path}")
        else:
            self.say(f"stopped; everything learned is saved in {trained.path}")

    def _failed(self, sentence: str) -> None:
        self._look()
        self.say(sentence)

    def _refresh(self) -> None:
        """Which buttons can be pressed."""
        busy, background = self.errand.busy, self.background
        running = busy and background is not None and background.trained is not None
        self.start_button.configure(state="disabled" if busy else "normal")
        self.pause_button.configure(
            state="normal" if running else "disabled",
            text="Go on" if running and background.paused.is_set() else "Pause",
        )
        self.stop_button.configure(state="normal" if running else "disabled")
        self.play_button.configure(
            state="normal" if background is not None and background.trained is not None else "disabled"
        )

    def say(self, text: str) -> None:
        self.line.configure(text=text)

    # -- the look -----------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """The board has changed: pages of weights may look at it."""
        if self.background is not None and self._looked_at() not in (None, self.background.looking):
            self._look_elsewhere()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.configure(background=theme.window)
        self._scrolled.configure(background=theme.window)
        self.curves.set_theme(theme)
        self.maps.set_theme(theme)
        self.statistics.configure(background=theme.panel, foreground=theme.text)


def duration(seconds: float) -> str:
    """A time to wait, roughly: "7 s", "3 min"."""
    return (
        f"{seconds:.0f} s"
        if seconds < 100
        else f"{seconds / 60:.0f} min"
        if seconds < 6000
        else f"{seconds / 3600:.1f} h"
    )
