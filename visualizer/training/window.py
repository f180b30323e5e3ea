"""The training window: choose a learner and its options, watch curves and weights while it trains, play against it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk
from typing import Any

from c4.agents import AGENTS, HUMAN
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.learning import LEARNERS, options
from c4.search.watch import Watch
from c4.session.worker import TRAINER
from c4.text import capitalised
from visualizer.board.app_window import AppWindow, PositionFollower, WindowPane
from visualizer.state.app import App
from visualizer.training.curves import NO_COURSE, Course, Curves
from visualizer.training.form import Form
from visualizer.training.job import Pages, TrainingJob, pages_in_use
from visualizer.training.view import (
    LearnerView,
    PageView,
    Training,
    TrainingView,
    learner_view,
    length_text,
    lengths,
    page_view,
    progress_text,
    training_view,
)
from visualizer.tree.weights_drawing import PageCanvas
from visualizer.tree.weights_pane import PageChooser
from visualizer.ui.background import BackgroundTask
from visualizer.ui.sizes import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.wheel import Steps, bind_wheel
from visualizer.ui.widgets import on_written, wrap

OPTIONS_WIDTH = 300
"""Pixels at 100 % for the options; the pictures have the rest."""

OPTIONS_HEIGHT = 200
"""Pixels at 100 % that the options take at least."""

USUAL = 1
"""The place of the usual length in the list."""

HELP = "Point at an option to read what it does."
LOADING = "Loading the learner (first start: up to a minute)..."
ABOUT_PREVIEW = "The weights of the model in use. Start continues your own model, or creates one."


class TrainingWindow(AppWindow):
    """Trains a learner, and plays with what it has learned."""

    known: Training

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Training", "1060x680", (760, 520))
        self.known = Training(next(iter(LEARNERS)))
        self.jobs: dict[str, TrainingJob] = {}
        """The last run of each learner."""
        self._told: dict[str, dict[str, Any]] = {}
        """What is known of these runs."""
        self._running: TrainingJob | None = None
        """The run that was started last."""
        self._deciding_about: TrainingJob | None = None
        trainer = app.session.worker(TRAINER)
        self.task: BackgroundTask[str] = BackgroundTask(self, trainer, self._ended, self._ended, self._poll)
        self._deciding: BackgroundTask[str] = BackgroundTask(self, trainer, self._decided, self.say, self._poll)
        self._pages_task = self.background("trained weights", self._pages_made, self.say)
        self._previewing = self.background("previewed weights", self._previewed, self._not_previewed)
        self._build_options()
        self._build_pictures()
        self.protocol("WM_DELETE_WINDOW", self.close)
        self.set_theme(self.theme)
        self.panes += [
            LearnerPane(self),
            RunPane(self),
            CoursePane(self),
            WeightsPane(self),
            PositionFollower(self._position_changed),
        ]
        self.choose(self.known.learner)

    @property
    def job(self) -> TrainingJob | None:
        """The last run of the learner that is chosen."""
        return self.jobs.get(self.known.learner)

    def _tell(self, job: TrainingJob, **news: Any) -> None:
        """Keeps what is new about a run under the name of its learner, and shows it while that learner is chosen."""
        self._told[job.name] |= news
        if job is self.job:
            self.know(**news)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_options(self) -> None:
        left = ttk.Frame(self, padding=10)
        left.pack(side="left", fill="y")
        self.chooser = ttk.Combobox(left, state="readonly", values=[one.label for one in LEARNERS.values()], width=30)
        self.chooser.bind("<<ComboboxSelected>>", self._learner_chosen)
        self.chooser.pack(fill="x")
        self.about = wrap(ttk.Label(left, justify="left"), OPTIONS_WIDTH)
        self.about.pack(fill="x", pady=(4, 8))
        length = ttk.Frame(left)
        length.pack(fill="x", pady=(0, 8))
        ttk.Label(length, text="Length").pack(side="left", padx=(0, 8))
        self.length = ttk.Combobox(length, state="readonly", width=24)
        self.length.bind("<<ComboboxSelected>>", self._length_chosen)
        self.length.pack(side="left", fill="x", expand=True)
        self._build_buttons(left)
        self.open_advanced = tk.BooleanVar(self, False)
        self.advanced_button = ttk.Checkbutton(
            left, text="Advanced", variable=self.open_advanced, command=self._show_advanced
        )
        self.advanced_button.pack(anchor="w")
        self.help = wrap(ttk.Label(left, justify="left", style="Faint.TLabel", padding=(0, 6)), OPTIONS_WIDTH)
        self.help.pack(side="bottom", fill="x")
        self._build_form(left)

    def _build_buttons(self, left: ttk.Frame) -> None:
        buttons = ttk.Frame(left)
        buttons.pack(fill="x", pady=(0, 8))
        self.start_button = ttk.Button(buttons, text="Start", command=self.start)
        self.pause_button = ttk.Button(buttons, text="Pause", command=self.pause)
        self.stop_button = ttk.Button(buttons, text="Stop", command=self.stop)
        self.play_button = ttk.Button(buttons, text="Play against it", command=self.play)
        for place, button in enumerate((self.start_button, self.pause_button, self.stop_button)):
            button.grid(row=0, column=place, sticky="ew", padx=(0, 4))
            buttons.columnconfigure(place, weight=1)
        self.play_button.grid(row=1, column=0, columnspan=3, sticky="ew", padx=(0, 4), pady=(4, 0))

    def _build_form(self, left: ttk.Frame) -> None:
        """The options, which can be scrolled, in a frame that is packed while Advanced is on."""
        self.advanced = ttk.Frame(left)
        width = pixels(self, OPTIONS_WIDTH)
        height = pixels(self, OPTIONS_HEIGHT)
        self._scrolled = tk.Canvas(self.advanced, highlightthickness=0, borderwidth=0, width=width, height=height)
        bar = ttk.Scrollbar(self.advanced, command=self._scrolled.yview)
        self._scrolled.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self._scrolled.pack(side="left", fill="both", expand=True)
        self._inside = ttk.Frame(self._scrolled)
        item = self._scrolled.create_window(0, 0, anchor="nw", window=self._inside)
        self._inside.bind("<Configure>", self._form_resized)
        self._scrolled.bind("<Configure>", lambda event: self._scrolled.itemconfigure(item, width=event.width))
        self._steps = Steps()
        bind_wheel(self, self._turned)
        self.form = Form(self._inside, (), self._show_help)

    def _build_pictures(self) -> None:
        right = ttk.Frame(self, padding=(0, 10, 10, 10))
        right.pack(side="left", fill="both", expand=True)
        self.bar = ttk.Progressbar(right, maximum=1.0)
        self.bar.pack(fill="x")
        self.line = wrap(ttk.Label(right, padding=(0, 4), justify="left"))
        self.line.pack(fill="x")
        self.match_result = wrap(ttk.Label(right, justify="left"))
        self.match_result.pack(fill="x")
        self.decision = ttk.Frame(right, padding=(0, 4, 0, 8))
        self.decisions: dict[str, ttk.Button] = {}
        actions = {"Use": self.use, "Keep both": self.keep_both, "Discard": self.discard}
        for label, action in actions.items():
            self.decisions[label] = ttk.Button(self.decision, text=label, command=action)
            self.decisions[label].pack(side="left", padx=(0, 8))
        self.about_discard = wrap(ttk.Label(self.decision, style="Faint.TLabel"))
        self.about_discard.pack(side="left", fill="x", expand=True)
        self.tabs = ttk.Notebook(right)
        self.tabs.pack(fill="both", expand=True)
        self.curves = Curves(self.tabs, self.theme)
        self.tabs.add(self.curves, text="Curves")
        self.weights = ttk.Frame(self.tabs)
        self.pages = PageChooser(self.weights, self._page_chosen)
        self.pages.pack(fill="x")
        self.page_view = PageCanvas(self.weights, self.theme)
        self.page_view.pack(fill="both", expand=True)
        self.tabs.add(self.weights, text="Weights")
        self.tabs.bind("<<NotebookTabChanged>>", self._tab_changed)

    # -- the options --------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Shows the options of a learner, and its last run or else the weights of its model in use."""
        self.know(learner=name, page="", previewed=None, **blank_run())
        self.know(**self._told.get(name, {}))
        if self.job is None:
            self._preview("")
        else:
            self.tabs.select(self.curves)

    def _learner_chosen(self, event: object) -> None:
        self.choose(list(LEARNERS)[self.chooser.current()])
        self.chooser.selection_clear()

    def _length_chosen(self, event: object) -> None:
        self.length.selection_clear()
        self.form.fields["episodes"].set(str(lengths(self.known.learner)[self.length.get()]))

    def length_typed(self) -> None:
        """The number of games was changed under Advanced."""
        self.length.set(length_text(self.known.learner, self.form.fields["episodes"].get()))

    def show_form(self, name: str) -> None:
        """Makes fields for the options of a learner, all at their defaults."""
        self.form.destroy()
        self.form = Form(self._inside, options(name), self._show_help)
        self.form.pack(fill="x")
        self._scrolled.yview_moveto(0)
        on_written(self.form, self.form.fields["episodes"], self.length_typed)
        self._show_help(HELP if self.open_advanced.get() else "")

    def _show_advanced(self) -> None:
        """Shows all options, or learner and length only."""
        if self.open_advanced.get():
            self.advanced.pack(fill="both", expand=True, after=self.advanced_button)
            self._show_help(HELP)
        else:
            self.advanced.pack_forget()
            self._show_help("")

    def _form_resized(self, event: object) -> None:
        self._scrolled.configure(scrollregion=self._scrolled.bbox("all"))

    def _turned(self, notches: float, event: object) -> None:
        self._scrolled.yview_scroll(-self._steps.add(notches), "units")

    def _show_help(self, text: str) -> None:
        self.help.configure(text=text)

    def say(self, text: str) -> None:
        """Shows a message in the line above the tabs."""
        if self.job is None:
            self.know(line=text)
        else:
            self._tell(self.job, line=text)

    # -- the buttons --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Trains with the options in the form, or says what is wrong with them."""
        try:
            job = TrainingJob(self.known.learner, self.form.given())
        except C4Error as error:
            self.say(str(error))
            return
        self.jobs[job.name] = job
        self._running = job
        self._told[job.name] = {}
        self._tell(job, **blank_run() | {"line": LOADING})
        self.know(previewed=None)
        self.tabs.select(self.curves)
        self.task.start(job.work)

    def pause(self) -> None:
        """Pauses the run, or continues it."""
        if self.job is not None:
            self.job.pause_or_continue()
            self._poll()

    def stop(self) -> None:
        """Ends the run, whichever learner is chosen; what was learned until then is saved."""
        job = self._running
        if job is None or not self.task.busy:
            return
        job.stop()  # the task goes on until the model is saved
        if job.run is None:
            self.task.stop()  # nothing was learned yet, so there is no need to wait until the learner is loaded
            self._tell(job, line="Stopped before the first game")
        elif not job.run.complete:
            self._tell(job, line="Stopped; saving what was learned...")
        self._poll()

    def play(self) -> None:
        """Begins a game against what was learned: its own agent if there is one, otherwise a search with its values."""
        run = None if self.job is None else self.job.run
        if run is None:
            return
        app = self.app
        learner = run.learner.name
        path = str(run.path)
        settings = app.session.settings
        opponent = learner if learner in AGENTS else settings.algorithm
        changes: dict[str, Any] = {"seats": (HUMAN, opponent), "models": {**settings.models, learner: path}}
        if learner in EVALUATORS:
            changes["evaluator"] = learner
        app.loader.forget_model(path)
        if app.attempt(app.session.set, **changes):
            app.attempt(app.session.new_game)
            self.master.winfo_toplevel().lift()
            app.say(f"you are playing against {run.path.stem}; the tab Analyse shows how it thinks", seconds=8)

    def use(self) -> None:
        """Plays with the new model from now on."""
        run = None if self.job is None else self.job.run
        if run is None:
            return
        name = run.learner.name
        models = {**self.app.session.settings.models, name: str(run.path)}
        self.app.loader.forget_model(str(run.path))
        if self.app.attempt(self.app.session.set, models=models):
            words = f"{LEARNERS[name].label} now plays with this model: in games, hints and values over the columns"
            self._tell(self.jobs[name], decided=True, line=words)

    def keep_both(self) -> None:
        """Saves the new model under another name, and restores the earlier one."""
        self._decide(TrainingJob.keep_both)

    def discard(self) -> None:
        """Restores the earlier model."""
        self._decide(TrainingJob.discard)

    def _decide(self, action: Callable[[TrainingJob], str]) -> None:
        """Does something with the files of the new model in the background."""
        job = self.job
        if job is None or job.run is None:
            return

        def work(watch: Watch) -> str:
            return action(job)

        self._deciding_about = job
        self._deciding.start(work)

    def _decided(self, text: str) -> None:
        """The files are as you wanted them: what was read from the new model is read again."""
        job = self._deciding_about
        if job is None or job.run is None:
            return
        run = job.run
        self._tell(job, decided=True, line=text)
        models = dict(self.app.session.settings.models)
        if models.get(run.learner.name) == str(run.path) and not run.path.exists():
            del models[run.learner.name]
        self.app.loader.forget_model(str(run.path))
        self.app.attempt(self.app.session.set, models=models)

    def close(self) -> None:
        """Ends the run, which is saved, and the window."""
        self.stop()
        self.destroy()

    def escape(self) -> None:
        """Closes the window, but not while it trains: a key that is pressed by mistake must not end that."""
        if not self.task.busy:
            self.close()

    # -- reports of the run -------------------------------------------------------------------------------------------

    def _poll(self) -> None:
        """Many times a second: takes what the run reports."""
        job = self._running
        self.know(busy=self.task.busy)
        if job is None:
            return
        job.wanted = self.wanted_page() if job is self.job else None
        news: dict[str, Any] = {
            "training": job.name if self.task.busy else "",
            "run": job.progress(),
            "match_result": job.match_result,
        }
        if job.pages is not None:
            news["pages"] = job.pages
        course = self._told[job.name].get("course", NO_COURSE)
        if job.by_depth != course.by_depth:
            course = replace(course, by_depth=job.by_depth)
            news["course"] = course
        reports = job.take_reports()
        if reports and job.run is not None:
            learner = job.run.learner
            news["course"] = course.extended(reports, learner.features, learner.tallied)
            news["last"] = reports[-1]
            if not job.stopped:  # otherwise the line says that it is being saved
                news["line"] = progress_text(reports[-1])
        messages = job.take_messages()
        if messages and not job.stopped:  # after a report, of which it is the end
            news["line"] = messages[-1]
        self._tell(job, **news)

    def _ended(self, text: str) -> None:
        """The run is done, or has failed: takes the last reports, and asks for a page that the run did not make."""
        self._poll()
        job = self._running
        assert job is not None  # it has just ended
        self._tell(job, line=text)
        if job is self.job and job.wanted not in (None, job.shown):
            self._page_changed()

    # -- pages of weights ---------------------------------------------------------------------------------------------

    def wanted_page(self) -> tuple[str, Position] | None:
        """The page of weights on show, if any, and the position on the board."""
        if self.tabs.select() != str(self.weights):
            return None
        return self.pages.chosen, self.app.session.position

    def _page_chosen(self) -> None:
        self.know(page=self.pages.chosen)
        self._page_changed()

    def _page_changed(self) -> None:
        """Another page is on show: a learner in training makes it (see `_poll`), otherwise another thread."""
        wanted = self.wanted_page()
        if wanted is None:
            return
        job = self.job
        if job is None:
            self._preview(wanted[0])
            return
        if job is self._running and self.task.busy and not job.trained:
            return

        def work(watch: Watch) -> Pages | None:
            return job.make_pages()

        job.wanted = wanted
        self._pages_task.start(work)

    def _tab_changed(self, event: object) -> None:
        self._page_changed()

    def _position_changed(self, position: Position) -> None:
        """Another position is on the board, which pages of weights may show."""
        if self.job is not None and self.wanted_page() != self.job.shown:
            self._page_changed()

    def _pages_made(self, pages: Pages | None) -> None:
        """Shows a page of a run that has ended."""
        if pages is not None and self.job is not None and pages is self.job.pages:
            self.know(pages=pages)

    def _preview(self, page: str) -> None:
        """Asks for a page of the model in use, "" for the first one, unless it is on show."""
        learner = self.known.learner
        if self.known.previewed == (learner, page):
            return
        model = self.app.session.settings.models.get(learner)

        def work(watch: Watch) -> Pages:
            return pages_in_use(learner, model, page)

        self.know(previewed=(learner, page))
        self._previewing.start(work)

    def _previewed(self, pages: Pages) -> None:
        """Shows a page of the model in use, unless a run has begun since it was asked for."""
        if self.job is not None:
            return
        self.know(pages=pages, line="" if isinstance(pages.page, str) else ABOUT_PREVIEW)
        self.know(previewed=(self.known.learner, self.pages.chosen))
        self.tabs.select(self.weights)

    def _not_previewed(self, sentence: str) -> None:
        """Says why there is no page of the model in use."""
        if self.job is None:
            self.know(pages=Pages((), capitalised(sentence)), line=sentence)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        super().set_theme(theme)
        self._scrolled.configure(background=theme.window)


def blank_run() -> dict[str, Any]:
    """What the window knows of a run before it reports anything."""
    blank = Training("")
    names = ("line", "run", "training", "last", "course", "match_result", "decided", "pages")
    return {name: getattr(blank, name) for name in names}


class LearnerPane(WindowPane[LearnerView]):
    """The learner and its options."""

    view = staticmethod(learner_view)
    window: TrainingWindow

    def draw(self, view: LearnerView, before: LearnerView | None) -> None:
        window = self.window
        window.chooser.current(list(LEARNERS).index(view.name))
        window.about.configure(text=view.about)
        window.show_form(view.name)
        window.length.configure(values=view.lengths)
        window.length.current(USUAL)

    def forget(self) -> None:
        """The form keeps what you have filled in."""


class RunPane(WindowPane[TrainingView]):
    """The buttons, and how far the run has come."""

    view = staticmethod(training_view)
    window: TrainingWindow

    def draw(self, view: TrainingView, before: TrainingView | None) -> None:
        window = self.window
        enable(window.start_button, view.start)
        enable(window.pause_button, view.pause)
        enable(window.stop_button, view.stop)
        enable(window.play_button, view.play)
        window.pause_button.configure(text=view.pause_label)
        window.bar.configure(value=view.share)
        window.line.configure(text=view.line)
        window.match_result.configure(text=view.match_result)
        if view.decision is None:
            window.decision.pack_forget()
            return
        enable(window.decisions["Keep both"], view.decision.both)
        window.about_discard.configure(text=view.decision.discard)
        window.decision.pack(fill="x", before=window.tabs)


class CoursePane(WindowPane[Course]):
    """The curves."""

    window: TrainingWindow

    @staticmethod
    def view(course: Course) -> Course:
        return course

    def draw(self, view: Course, before: Course | None) -> None:
        self.window.curves.show(view)


class WeightsPane(WindowPane[PageView]):
    """A page of weights."""

    view = staticmethod(page_view)
    window: TrainingWindow

    def draw(self, view: PageView, before: PageView | None) -> None:
        window = self.window
        window.pages.offer(view.names)
        window.pages.set(view.chosen)
        if isinstance(view.page, str):
            window.page_view.show_text(view.page)
        else:
            window.page_view.show(view.page)


def enable(button: ttk.Button, possible: bool) -> None:
    """Lets a button be pressed, or not."""
    button.configure(state="normal" if possible else "disabled")
