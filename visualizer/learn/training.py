"""The training window: choose a learner and its options, watch curves and weights while it trains, play against it.
Imports matplotlib.

It drives a `TrainingRun`, as `c4 train` does, in a thread of the session.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.game.numbers import read_digits
from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.learning import LEARNERS, options
from c4.learning.loop import Progress
from c4.session.session import Session
from visualizer.kit.errand import Errand
from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import on_written, sentence, wrap
from visualizer.learn.background import Background
from visualizer.learn.curves import Curves
from visualizer.learn.form import Form
from visualizer.learn.maps import Maps
from visualizer.learn.pages import PageChooser
from visualizer.learn.preview import Preview, preview
from visualizer.learn.statistics import Statistics

SIDE = 300
"""Pixels at 100 % for what one chooses; the pictures have the rest."""

HELP = "Point at an option to read what it does."


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
        self.errand: Errand[str] = Errand(self, session.worker("trainer"), self._ended, self._ended, self._look)
        self._pages_errand: Errand[None] = Errand(
            self, session.worker("trained weights"), lambda _: self._show_page(), self.say
        )
        self._preview_errand: Errand[Preview] = Errand(
            self, session.worker("trained weights"), self._previewed, self.say
        )
        self._drawn: object = None
        self._previewing: tuple[str, str] | None = None
        self._lengths: dict[str, int] = {}
        self._build()
        self.protocol("WM_DELETE_WINDOW", self.close)
        self.set_theme(theme)
        self.choose(next(iter(LEARNERS)))

    def _build(self) -> None:
        left = ttk.Frame(self, padding=10)
        left.pack(side="left", fill="y")
        self.chooser = ttk.Combobox(left, state="readonly", values=[one.label for one in LEARNERS.values()], width=30)
        self.chooser.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.chooser.pack(fill="x")
        self.about = wrap(ttk.Label(left, justify="left"), SIDE)
        self.about.pack(fill="x", pady=(4, 8))
        length = ttk.Frame(left)
        length.pack(fill="x", pady=(0, 8))
        ttk.Label(length, text="Length").pack(side="left", padx=(0, 8))
        self.length = ttk.Combobox(length, state="readonly", width=24)
        self.length.bind("<<ComboboxSelected>>", lambda _: self._length_chosen())
        self.length.pack(side="left", fill="x", expand=True)
        buttons = ttk.Frame(left)
        buttons.pack(fill="x", pady=(0, 8))
        self.start_button = ttk.Button(buttons, text="Start", command=self.start)
        self.pause_button = ttk.Button(buttons, text="Pause", command=self.pause)
        self.stop_button = ttk.Button(buttons, text="Stop", command=self.stop)
        self.play_button = ttk.Button(buttons, text="Play against it", command=self.play)
        for at, button in enumerate((self.start_button, self.pause_button, self.stop_button)):
            button.grid(row=0, column=at, sticky="ew", padx=(0, 4))
            buttons.columnconfigure(at, weight=1)
        self.match_button = ttk.Button(buttons, command=self.match)
        self.play_button.grid(row=1, column=0, columnspan=3, sticky="ew", padx=(0, 4), pady=(4, 0))
        self.open_advanced = tk.BooleanVar(self, False)
        self.advanced_button = ttk.Checkbutton(
            left, text="Advanced", variable=self.open_advanced, command=self._show_advanced
        )
        self.advanced_button.pack(anchor="w")
        self.help = wrap(ttk.Label(left, justify="left", style="Faint.TLabel", padding=(0, 6)), SIDE)
        self.help.pack(side="bottom", fill="x")
        self._advanced = ttk.Frame(left)
        self._scrolled = tk.Canvas(
            self._advanced, highlightthickness=0, borderwidth=0, width=pixels(self, SIDE), height=pixels(self, 200)
        )
        bar = ttk.Scrollbar(self._advanced, command=self._scrolled.yview)
        self._scrolled.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self._scrolled.pack(side="left", fill="both", expand=True)
        self._inside = ttk.Frame(self._scrolled)
        inside = self._scrolled.create_window(0, 0, anchor="nw", window=self._inside)
        self._inside.bind("<Configure>", lambda _: self._scrolled.configure(scrollregion=self._scrolled.bbox("all")))
        self._scrolled.bind("<Configure>", lambda event: self._scrolled.itemconfigure(inside, width=event.width))
        for event, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self.bind(event, partial(self._scroll, step), add="+")

        self.form = Form(self._inside, (), self._help)

        right = ttk.Frame(self, padding=(0, 10, 10, 10))
        right.pack(side="left", fill="both", expand=True)
        self.bar = ttk.Progressbar(right, maximum=1.0)
        self.bar.pack(fill="x")
        self.line = ttk.Label(right, padding=(0, 4), justify="left")
        self.line.pack(fill="x")
        self.line.bind("<Configure>", lambda event: self.line.configure(wraplength=max(event.width - 10, 100)))
        self.versus = wrap(ttk.Label(right, justify="left", font="TkHeadingFont"))
        self.versus.pack(fill="x")
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
        self.statistics = Statistics(self.tabs)
        self.tabs.add(self.statistics, text="Statistics")
        self.tabs.bind("<<NotebookTabChanged>>", lambda _: self._look_elsewhere())

    # -- what is done -------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Shows the options of a learner."""
        self.learner = name
        self.chooser.current(list(LEARNERS).index(name))
        self.about.configure(text=sentence(LEARNERS[name].about) + ".")
        self.form.destroy()
        self.form = Form(self._inside, options(name), self._help)
        self.form.pack(fill="x")
        self.help.configure(text=HELP if self.open_advanced.get() else "")
        self._scrolled.yview_moveto(0)
        self._lengths = lengths(name)
        self.length.configure(values=list(self._lengths))
        self.length.current(1)
        on_written(self.form, self.form.fields["episodes"], self._length_typed)
        if not self.errand.busy:
            self._forget()
            self._preview("")
        self._refresh()

    def _forget(self) -> None:
        """Shows nothing of a run that has ended."""
        self.background = None
        self.curves.clear()
        self.bar.configure(value=0.0)
        self.versus.configure(text="")
        self.statistics.clear()

    def _preview(self, page: str) -> None:
        """Asks for a page of the model in use, "" for the first one."""
        if self._previewing != (self.learner, page):
            self._previewing = self.learner, page
            model = self.session.settings.models.get(self.learner)
            self._preview_errand.start(partial(preview, self.learner, model, page))

    def _length_chosen(self) -> None:
        self.length.selection_clear()
        self.form.fields["episodes"].set(str(self._lengths[self.length.get()]))

    def _length_typed(self) -> None:
        """The number of games was changed under Advanced."""
        text = self.form.fields["episodes"].get()
        found = [label for label, games in self._lengths.items() if str(games) == text]
        self.length.set(found[0] if found else games_text(text))

    def _show_advanced(self) -> None:
        """All that can be set, or learner and length alone."""
        if self.open_advanced.get():
            self._advanced.pack(fill="both", expand=True, after=self.advanced_button)
        else:
            self._advanced.pack_forget()
        self.help.configure(text=HELP if self.open_advanced.get() else "")

    def _previewed(self, found: Preview) -> None:
        """Before a start: what the model in use has learned."""
        if self.background is not None:
            return
        self.pages.offer(found.pages)
        self._previewing = self.learner, self.pages.chosen
        if isinstance(found.page, str):
            self.maps.show_text(found.page)
            self.say("")
        else:
            self.maps.show(found.page)
            self.say("The weights of the model in use. Start trains your own further, or begins one.")
        self.tabs.select(self.weights)

    def _chosen(self) -> None:
        self.choose(list(LEARNERS)[self.chooser.current()])
        self.chooser.selection_clear()

    def _scroll(self, step: int, event: tk.Event) -> None:
        self._scrolled.yview_scroll(step, "units")

    def _help(self, text: str) -> None:
        self.help.configure(text=text)

    def start(self) -> None:
        """Trains by what stands in the form; what is wrong with it is said."""
        try:
            background = Background(self.learner, self.form.given(), self.background)
        except C4Error as error:
            self.say(str(error))
            return
        self._forget()
        self.say("Loading the learner (first start: up to a minute)...")
        self.background, self._drawn, self._previewing = background, None, None
        self.tabs.select(self.curves)
        self.maps.show_text("The weights appear here while it trains.")
        self.errand.start(background.work)

    def pause(self) -> None:
        """Lets it wait, or go on."""
        if self.background is not None:
            flag = self.background.paused
            (flag.clear if flag.is_set() else flag.set)()
            self._refresh()

    def stop(self) -> None:
        """Ends the run; what was learned until then is saved."""
        if self.background is None:
            return
        self.background.stop()  # the errand goes on until the model is saved
        if self.background.run is None and self.errand.busy:
            self.errand.stop()  # nothing was learned yet: nobody waits until the learner is loaded
            self.say("Stopped before the first game")
        elif self.errand.busy and self.background.run is not None:
            if self.background.matching:
                self.say("The match ends with this game...")
            elif not self.background.run.complete:
                self.say("Stopped; what was learned is being saved...")
            self._refresh()

    def play(self) -> None:
        """Begins a game against what the run has learned."""
        run = None if self.background is None else self.background.run
        if run is not None:
            self._on_play(run.learner.name, str(run.path))

    def match(self) -> None:
        """Lets what was learned until a stop meet the model there was before."""
        if self.background is not None and self.background.offered:
            self.errand.start(self.background.match())

    def close(self) -> None:
        """Ends the run, which is saved, and the window."""
        self.stop()
        self.destroy()

    def destroy(self) -> None:
        """Ends the window, and with it the offer of a match."""
        if self.background is not None:
            self.background.forget()
        super().destroy()

    # -- what happens -------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Many times a second: takes what the run reports."""
        background = self.background
        if background is not None:
            background.looking = self._looked_at()
            while background.lines:
                self.statistics.add(background.lines.popleft())
            reports = [background.reports.popleft() for _ in range(len(background.reports))]
            if reports:
                if background.run is not None:
                    learner = background.run.learner
                    self.curves.features, self.curves.tallied = learner.features, learner.tallied
                self.curves.add(reports)
                self._tell(reports[-1])
            while background.said:  # after a report, of which it is the end
                self.say(background.said.popleft())
            self._show_page()
            if background.versus != self.versus["text"]:
                self.versus.configure(text=background.versus)
        self._refresh()

    def _looked_at(self) -> tuple[str, Position] | None:
        """The page of weights that is looked at, if any, and the position on the board."""
        shown = self.tabs.select()
        return (self.pages.chosen, self.session.position) if shown == str(self.weights) else None

    def _look_elsewhere(self) -> None:
        """Another page is looked at: a run takes note of that by itself (see `_look`), one that has ended, and the
        model in use, are asked for it in another thread."""
        background = self.background
        if background is None:
            if self.tabs.select() == str(self.weights):
                self._preview(self.pages.chosen)
        elif not self.errand.busy:
            background.looking = self._looked_at()
            self._pages_errand.start(lambda watch: background.look())

    def _show_page(self) -> None:
        """Draws the newest page of weights."""
        background = self.background
        page = None if background is None else background.page
        if background is None or page is None or page is self._drawn:
            return
        self._drawn = page
        self.pages.offer(background.pages)
        if isinstance(page, str):
            self.maps.show_text(page)
        else:
            self.maps.show(page)

    def _tell(self, last: Progress) -> None:
        self.bar.configure(value=last.done / last.total)
        if self.background is not None and not self.background.learning:
            return  # it says that it is being saved
        left = (last.total - last.done) / last.rate if last.rate else 0.0
        games = f"{last.done:,} of {count(last.total, 'game')} ({100 * last.done / last.total:.0f} %)"
        self.say(f"{games}, {last.rate:,.0f} games/s, {duration(left)} left")

    def _ended(self, text: str) -> None:
        """It is done, or has failed: takes the last reports, and asks for a page that the run made no more."""
        self._look()
        self.say(text)
        if self.background is not None and self.background.behind:
            self._look_elsewhere()

    def _refresh(self) -> None:
        """Which buttons can be pressed."""
        background = self.background
        busy = self.errand.busy and (background is None or background.learning)
        running = busy and background is not None and background.run is not None and not background.matching
        self.start_button.configure(state="disabled" if busy else "normal")
        waiting = background is not None and background.paused.is_set()
        self.pause_button.configure(
            state="normal" if running else "disabled", text="Go on" if running and waiting else "Pause"
        )
        self.stop_button.configure(state="normal" if busy else "disabled")
        self.play_button.configure(
            state="normal" if background is not None and background.run is not None else "disabled"
        )

        if background is None or self.errand.busy or not background.offered:
            self.match_button.grid_remove()
        else:
            self.match_button.configure(text=f"Match against {background.offered}")
            self.match_button.grid(row=2, column=0, columnspan=3, sticky="ew", padx=(0, 4), pady=(4, 0))

    def say(self, text: str) -> None:
        """Shows a message in the line at the bottom."""
        self.line.configure(text=sentence(text))

    # -- the look -----------------------------------------------------------------------------------------------------

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
        self.statistics.set_theme(theme)


def games_text(text: str) -> str:
    """A number of games that was typed: "12,000 games"; what is none stays as it is."""
    number = read_digits(text)
    return f"{text} games" if number is None else count(number, "game")


def lengths(name: str) -> dict[str, int]:
    """How long one can train: words and the number of games."""
    usual = next(int(one.default) for one in options(name) if one.name == "episodes")
    short, long = max(1, usual // 10), usual * 10
    said = {"Short": short, "Usual": usual, "Long": long}
    return {f"{word}: {count(games, 'game')}": games for word, games in said.items()}


def duration(seconds: float) -> str:
    """A time to wait, roughly: "7 s", "3 min"."""
    if seconds < 6000:
        return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
