"""The training window: choose a learner and its options, watch curves and weights while it trains, play against it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import Any

from c4.agents import AGENTS, HUMAN
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.learning import LEARNERS, options
from c4.learning.run import Progress
from c4.text import pluralise, read_digits
from visualizer.learn.curves import Curves
from visualizer.learn.form import Form
from visualizer.learn.training_job import Pages, TrainingJob, pages_in_use
from visualizer.learn.weights import PageChooser, PageView
from visualizer.ui.background import BackgroundTask
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import on_written, sentence, wrap

SIDE = 300
"""Pixels at 100 % for the options; the pictures have the rest."""

HELP = "Point at an option to read what it does."


class TrainingWindow(ToolWindow):
    """Trains a learner, and plays with what it has learned."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Training", "1060x680", (760, 520))
        self.session = session = context.session
        self.job: TrainingJob | None = None
        self.task: BackgroundTask[str] = BackgroundTask(
            self, session.worker("trainer"), self._ended, self._ended, self._poll
        )
        self._pages_task: BackgroundTask[Pages | None] = BackgroundTask(
            self, session.worker("trained weights"), self._show_pages, self.say
        )
        self._drawn: Pages | None = None
        self._previewing: tuple[str, str] | None = None
        self._lengths: dict[str, int] = {}
        self._build_options()
        self._build_pictures()
        self.protocol("WM_DELETE_WINDOW", self.close)
        self.set_theme(context.theme)
        self.choose(next(iter(LEARNERS)))

    def _build_options(self) -> None:
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

        self.form = Form(self._inside, (), self._show_help)

    def _build_pictures(self) -> None:
        right = ttk.Frame(self, padding=(0, 10, 10, 10))
        right.pack(side="left", fill="both", expand=True)
        self.bar = ttk.Progressbar(right, maximum=1.0)
        self.bar.pack(fill="x")
        self.line = ttk.Label(right, padding=(0, 4), justify="left")
        self.line.pack(fill="x")
        self.line.bind("<Configure>", lambda event: self.line.configure(wraplength=max(event.width - 10, 100)))
        self.match_result = wrap(ttk.Label(right, justify="left"))
        self.match_result.pack(fill="x")
        self.decision = ttk.Frame(right, padding=(0, 4, 0, 8))
        self.decisions: dict[str, ttk.Button] = {}
        for label, action in (("Use", self.use), ("Keep both", self.keep_both), ("Discard", self.discard)):
            self.decisions[label] = ttk.Button(self.decision, text=label, command=action)
            self.decisions[label].pack(side="left", padx=(0, 8))
        self.about_discard = wrap(ttk.Label(self.decision, style="Faint.TLabel"))
        self.about_discard.pack(side="left", fill="x", expand=True)
        self.tabs = ttk.Notebook(right)
        self.tabs.pack(fill="both", expand=True)
        self.curves = Curves(self.tabs, self.context.theme)
        self.tabs.add(self.curves, text="Curves")
        self.weights = ttk.Frame(self.tabs)
        self.pages = PageChooser(self.weights, self._page_changed)
        self.pages.pack(fill="x")
        self.page_view = PageView(self.weights, self.context.theme)
        self.page_view.pack(fill="both", expand=True)
        self.page_view.show_text("The weights appear here while it trains.")
        self.tabs.add(self.weights, text="Weights")
        self.tabs.bind("<<NotebookTabChanged>>", lambda _: self._page_changed())

    # -- the options --------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Shows the options of a learner."""
        self.learner = name
        self.chooser.current(list(LEARNERS).index(name))
        self.about.configure(text=sentence(LEARNERS[name].about) + ".")
        self.form.destroy()
        self.form = Form(self._inside, options(name), self._show_help)
        self.form.pack(fill="x")
        self.help.configure(text=HELP if self.open_advanced.get() else "")
        self._scrolled.yview_moveto(0)
        self._lengths = lengths(name)
        self.length.configure(values=list(self._lengths))
        self.length.current(1)
        on_written(self.form, self.form.fields["episodes"], self._length_typed)
        if not self.task.busy:
            self._clear()
            self._preview("")
        self._refresh()

    def _clear(self) -> None:
        """Shows nothing of a run that has ended."""
        self.job = None
        self.curves.clear()
        self.bar.configure(value=0.0)
        self.match_result.configure(text="")

    def _preview(self, page: str) -> None:
        """Asks for a page of the model in use, "" for the first one."""
        if self._previewing != (self.learner, page):
            self._previewing = self.learner, page
            model = self.session.settings.models.get(self.learner)
            self._pages_task.start(partial(pages_in_use, self.learner, model, page))

    def _length_chosen(self) -> None:
        self.length.selection_clear()
        self.form.fields["episodes"].set(str(self._lengths[self.length.get()]))

    def _length_typed(self) -> None:
        """The number of games was changed under Advanced."""
        text = self.form.fields["episodes"].get()
        label = next((label for label, games in self._lengths.items() if str(games) == text), games_text(text))
        self.length.set(label)

    def _show_advanced(self) -> None:
        """Shows all options, or learner and length only."""
        if self.open_advanced.get():
            self._advanced.pack(fill="both", expand=True, after=self.advanced_button)
        else:
            self._advanced.pack_forget()
        self._show_help(HELP if self.open_advanced.get() else "")

    def _chosen(self) -> None:
        self.choose(list(LEARNERS)[self.chooser.current()])
        self.chooser.selection_clear()

    def _scroll(self, step: int, event: tk.Event) -> None:
        self._scrolled.yview_scroll(step, "units")

    def _show_help(self, text: str) -> None:
        self.help.configure(text=text)

    # -- the buttons --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Trains with the options in the form, or says what is wrong with them."""
        try:
            job = TrainingJob(self.learner, self.form.given())
        except C4Error as error:
            self.say(str(error))
            return
        self._clear()
        self.say("Loading the learner (first start: up to a minute)...")
        self.job, self._drawn, self._previewing = job, None, None
        self.tabs.select(self.curves)
        self.page_view.show_text("The weights appear here while it trains.")
        self.task.start(job.work)

    def pause(self) -> None:
        """Pauses the run, or continues it."""
        if self.job is not None:
            flag = self.job.paused
            (flag.clear if flag.is_set() else flag.set)()
            self._refresh()

    def stop(self) -> None:
        """Ends the run; what was learned until then is saved."""
        if self.job is None or not self.task.busy:
            return
        self.job.stop()  # the task goes on until the model is saved
        if self.job.run is None:
            self.task.stop()  # nothing was learned yet, so there is no need to wait until the learner is loaded
            self.say("Stopped before the first game")
        elif not self.job.run.complete:
            self.say("Stopped; saving what was learned...")
        self._refresh()

    def play(self) -> None:
        """Begins a game against what was learned: its own agent if there is one, otherwise a search with its values."""
        run = None if self.job is None else self.job.run
        if run is None:
            return
        context, session, learner, path = self.context, self.session, run.learner.name, str(run.path)
        context.evaluators.reload(path)
        settings = session.settings
        changes: dict[str, Any] = {"seats": (HUMAN, learner if learner in AGENTS else settings.algorithm)}
        changes |= {"models": {**settings.models, learner: path}}
        changes |= {"evaluator": learner} if learner in EVALUATORS else {}
        if context.attempt(session.set, **changes):
            context.attempt(session.new_game)
            context.root.lift()
            context.say(f"you are playing against {run.path.stem}; F2 shows how it thinks", seconds=8)

    def use(self) -> None:
        """Plays with the new model from now on."""
        run = None if self.job is None else self.job.run
        if self.job is not None and run is not None:
            self.job.decided = True
            self._use_files({**self.session.settings.models, run.learner.name: str(run.path)})
            label = LEARNERS[run.learner.name].label
            self.say(f"{label} now plays with this model: in games, hints and values over the columns")
            self._refresh()

    def _use_files(self, models: Mapping[str, str]) -> None:
        """Plays with these model files from now on, and reads that of the run again."""
        assert self.job is not None
        assert self.job.run is not None
        self.context.evaluators.reload(str(self.job.run.path))
        self.context.attempt(self.session.set, models=models)

    def keep_both(self) -> None:
        """Saves the new model under another name, and restores the earlier one."""
        self._decide(TrainingJob.keep_both)

    def discard(self) -> None:
        """Restores the earlier model."""
        self._decide(TrainingJob.discard)

    def _decide(self, action: Callable[[TrainingJob], str]) -> None:
        """Does something with the files of the new model in the background."""
        job = self.job
        if job is not None and job.run is not None:
            job.decided = True
            self.task.start(lambda watch: action(job))

    def close(self) -> None:
        """Ends the run, which is saved, and the window."""
        self.stop()
        self.destroy()

    def escape(self) -> None:
        """Nothing: a key that is pressed by mistake must not end a training."""

    # -- reports of the run -------------------------------------------------------------------------------------------

    def _poll(self) -> None:
        """Many times a second: takes what the run reports."""
        job = self.job
        if job is not None:
            job.wanted = self._wanted_page()
            reports = [job.reports.popleft() for _ in range(len(job.reports))]
            if reports:
                if job.run is not None:
                    self.curves.features, self.curves.tallied = job.run.learner.features, job.run.learner.tallied
                self.curves.add(reports)
                self._show_progress(reports[-1])
            while job.messages:  # after a report, of which it is the end
                self.say(job.messages.popleft())
            self._show_pages(job.pages)
            self.match_result.configure(text=job.match_result)
        self._refresh()

    def _show_progress(self, last: Progress) -> None:
        self.bar.configure(value=last.done / last.total)
        if self.job is not None and self.job.stopped:
            return  # the line says that it is being saved
        left = (last.total - last.done) / last.rate if last.rate else 0.0
        games = f"{last.done:,} of {pluralise(last.total, 'game')} ({100 * last.done / last.total:.0f} %)"
        self.say(f"{games}, {last.rate:,.0f} games/s, {duration(left)} left")

    def _ended(self, text: str) -> None:
        """It is done, or has failed: takes the last reports, and asks for a page that the run did not make."""
        self._poll()
        self.say(text)
        if self.job is not None and self.job.run is not None and self.job.decided:
            name, path, used = self.job.run.learner.name, self.job.run.path, self.session.settings.models
            gone = used.get(name) == str(path) and not path.exists()
            self._use_files({one: file for one, file in used.items() if one != name or not gone})
        elif self.job is not None and self.job.wanted not in (None, self.job.shown):
            self._page_changed()

    def _refresh(self) -> None:
        """Enables the buttons that can be pressed."""
        job, busy = self.job, self.task.busy
        running = busy and job is not None and job.run is not None and not job.stopped
        paused = job is not None and job.paused.is_set()
        self.start_button.configure(state="disabled" if busy else "normal")
        self.pause_button.configure(
            state="normal" if running else "disabled", text="Continue" if running and paused else "Pause"
        )
        stoppable = busy and job is not None and not job.stopped
        self.stop_button.configure(state="normal" if stoppable else "disabled")
        undecided = job is not None and job.undecided
        playable = undecided or (job is not None and job.run is not None and job.run.path.exists())
        self.play_button.configure(state="normal" if playable else "disabled")
        if not undecided or busy:
            self.decision.pack_forget()
        elif not self.decision.winfo_manager():
            both = job is not None and bool(job.before)
            self.decisions["Keep both"].state(["!disabled" if both else "disabled"])
            back = "brings your earlier model back" if both else "deletes the file: you had no model before"
            self.about_discard.configure(text=f"Discard {back}.")
            self.decision.pack(fill="x", before=self.tabs)

    def say(self, text: str) -> None:
        """Shows a message in the line above the tabs."""
        self.line.configure(text=sentence(text))

    # -- pages of weights ---------------------------------------------------------------------------------------------

    def _wanted_page(self) -> tuple[str, Position] | None:
        """The page of weights on show, if any, and the position on the board."""
        on_show = self.tabs.select() == str(self.weights)
        return (self.pages.chosen, self.session.position) if on_show else None

    def _page_changed(self) -> None:
        """Another page is on show: a run makes it (see `_poll`); otherwise another thread does."""
        job = self.job
        if job is None:
            if self.tabs.select() == str(self.weights):
                self._preview(self.pages.chosen)
        elif not self.task.busy:
            job.wanted = self._wanted_page()
            self._pages_task.start(lambda watch: job.make_pages())

    def _show_pages(self, pages: Pages | None) -> None:
        """Draws the newest page of weights, unless a run has begun since it was asked for."""
        if pages is None or pages is self._drawn or (self.job is not None and pages is not self.job.pages):
            return
        self._drawn = pages
        self.pages.offer(pages.names)
        if isinstance(pages.page, str):
            self.page_view.show_text(pages.page)
        else:
            self.page_view.show(pages.page)
        if self.job is None:
            self._previewing = self.learner, self.pages.chosen
            train = "Start continues your own model, or creates one."
            self.say("" if isinstance(pages.page, str) else f"The weights of the model in use. {train}")
            self.tabs.select(self.weights)

    def refresh(self) -> None:
        """The board has changed, which pages of weights may show."""
        if self.job is not None and self._wanted_page() not in (None, self.job.wanted):
            self._page_changed()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._scrolled.configure(background=theme.window)


def games_text(text: str) -> str:
    """A number of games that was typed: "12,000 games"; other text as it is."""
    number = read_digits(text)
    return f"{text} games" if number is None else pluralise(number, "game")


def lengths(name: str) -> dict[str, int]:
    """The lengths of a training: in words, and the number of games."""
    usual = next(int(one.default) for one in options(name) if one.name == "episodes")
    games = {"Short": max(1, usual // 10), "Usual": usual, "Long": usual * 10}
    return {f"{word}: {pluralise(number, 'game')}": number for word, number in games.items()}


def duration(seconds: float) -> str:
    """A time to wait, roughly: "7 s", "3 min"."""
    if seconds < 6000:
        return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
