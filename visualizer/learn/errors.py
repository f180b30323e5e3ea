"""The window "Evaluator errors": mistakes about exact values by ply, and the worst positions."""

from __future__ import annotations

from tkinter import ttk

import numpy as np

from c4.agents.limits import Limits
from c4.arena.errors import Error, Study, agent_of, bands, ends, measure
from c4.arena.ratings import Share
from c4.arena.suites import NAMES, TITLES, open_suite
from c4.game.values import number_text
from c4.search.watch import Watch
from c4.text import pluralise
from visualizer.board.board import Board
from visualizer.board.column_values import Score
from visualizer.board.picker import EvaluatorBox, EvaluatorChoice
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import pixels
from visualizer.ui.theme import STONES
from visualizer.ui.widgets import Anchor, Flow, Tooltip, choice, sentence, table, wrap

LEAST_DEPTH = 4
"""The depth of the tree that shows the error of an evaluator without search."""

MOST = 200
"""Mistakes that are listed, the worst first."""

DEPTHS = {"no search": 0, "depth 2": 2, "depth 4": 4, "depth 6": 6, "depth 8": 8}

SUITE = "d"
"""The suite at first."""

HELP = "Choose a group to list its mistakes. Enter or a double click opens one in the tree."


class ErrorsWindow(ToolWindow):
    """The errors of the evaluator that searches use, or of another."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Evaluator errors", "980x640", (760, 520))
        settings = context.session.settings
        name = settings.evaluator
        evaluator = EvaluatorChoice(name, settings.models.get(name))
        self.study: Study | None = None
        self.errors: list[Error] = []
        self._measured: tuple[EvaluatorChoice, int] = evaluator, 0
        self._progress = [0, 1]
        self._task = self.background("errors", self._done, self.say, self._look)
        self._build_choice(evaluator)
        self._build_groups()
        self._build_list()
        self.start()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self, evaluator: EvaluatorChoice) -> None:
        top = ttk.Frame(self, padding=(10, 8, 10, 0))
        top.pack(fill="x")
        row = Flow(top)
        row.pack(fill="x")
        self.chooser = EvaluatorBox(row, evaluator, self.start, self.say, width=18)
        self.depth = choice(row, DEPTHS, 9, self.start)
        with_suite = ttk.Frame(row)
        ttk.Label(with_suite, text="on").pack(side="left", padx=(4, 4))
        self.suite = choice(with_suite, TITLES.values(), 24, self.start)
        self.suite.pack(side="left")
        self.suite.current(list(TITLES).index(SUITE))
        Tooltip(self.suite, lambda: f"{sentence(NAMES[self._suite()])}.")
        self.button = ttk.Button(row, text="Measure", width=9, command=self._start_or_stop)
        for part in (self.chooser, self.depth, with_suite, self.button):
            row.add(part)
        self.message = wrap(ttk.Label(top, justify="left", padding=(0, 4)))
        self.message.pack(fill="x")
        self.bar = ttk.Progressbar(top, maximum=1.0)  # packed while it measures

    def _build_groups(self) -> None:
        panes = ttk.Frame(self, padding=(10, 4))
        panes.pack(fill="both", expand=True)
        columns: list[tuple[str, int, Anchor]] = [("Ply", 190, "w"), ("Positions", 70, "e")]
        columns += [("Mistakes", 150, "e"), ("Wrong winner", 150, "e")]
        frame, self.groups = table(panes, columns, 5, selectmode="browse")
        frame.pack(fill="both", expand=True)
        self.groups.bind("<<TreeviewSelect>>", lambda _: self._list())

    def _build_list(self) -> None:
        below = ttk.Frame(self, padding=(10, 4, 10, 8))
        below.pack(fill="both", expand=True)
        # Over the whole width: beside the board it would change the height, by which the board is as wide as it is.
        wrap(ttk.Label(below, text=HELP, style="Faint.TLabel")).pack(side="bottom", fill="x")
        lower = ttk.Frame(below)
        lower.pack(fill="both", expand=True)
        right = ttk.Frame(lower)
        right.pack(side="right", fill="both")
        right.pack_propagate(False)
        lower.bind(
            "<Configure>", lambda event: right.configure(width=max(pixels(self, 230), round(0.95 * event.height)))
        )
        self.board = Board(right, self.context.theme, lambda column: None, lambda: False)
        self.board.stones, self.board.animate = STONES[self.context.settings.stones], False
        self.board.configure(takefocus=False)
        self.board.pack(fill="both", expand=True)
        left = ttk.Frame(lower)
        left.pack(side="left", fill="both", expand=True)
        head = ttk.Frame(left)
        head.pack(fill="x")
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

    def escape(self) -> None:
        """Ends the measurement, or else closes the window."""
        self._task.stop() if self._task.busy else self.destroy()

    def say(self, text: str) -> None:
        """Shows a message above the pictures."""
        self.message.configure(text=sentence(text))

    # -- measuring ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Asks the chosen evaluator in every position of the suite; drops an earlier measurement."""
        evaluator, depth, suite = self.chooser.choice, DEPTHS[self.depth.get()], self._suite()
        self._measured, progress = (evaluator, depth), [0, 1]
        self._progress = progress

        def work(watch: Watch) -> Study:
            agent, size = agent_of(evaluator.name, evaluator.model, depth), len(open_suite(suite))

            def report(done: int) -> None:
                progress[:] = done, size

            return measure(agent, suite, watch, report)

        self.say("asking for a move in every position...")
        self._task.start(work)

    def _suite(self) -> str:
        """The name of the chosen suite."""
        return list(TITLES)[self.suite.current()]

    def _start_or_stop(self) -> None:
        if self._task.busy:
            self._task.stop()
            self.say("stopped")
        else:
            self.start()

    def _look(self) -> None:
        done, total = self._progress
        self.button.configure(text="Stop" if self._task.busy else "Measure")
        self.bar.configure(value=done / total)
        if not self._task.busy:
            self.bar.pack_forget()
        elif not self.bar.winfo_manager():
            self.bar.pack(fill="x")
        if self._task.busy and done:
            self.say(f"{done:,} of {pluralise(total, 'position')}, {100 * done // total} %")

    def _done(self, study: Study) -> None:
        self.study = study
        self.say(summary(study))
        self._show_groups()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show_groups(self) -> None:
        if self.study is not None:
            self.groups.delete(*self.groups.get_children())
            rows = [self.study.overall()._replace(name="all positions"), *self.study.groups()]
            for number, row in enumerate(rows):
                values = row.name, f"{row.positions:,}", interval(row.mistakes), interval(row.misjudged)
                self.groups.insert("", "end", str(number), values=values)
            self.groups.selection_set("0")
            self._list()

    def _list(self) -> None:
        """Lists the worst mistakes of the chosen group."""
        study = self.study
        if study is None:
            return
        which = np.ones(len(study), dtype=bool)
        chosen = int((self.groups.selection() or ("0",))[0])
        if chosen:
            which = bands(study.suite)[1] == chosen - 1
        total = int((study.mistake & which).sum())
        self.errors = study.worst(MOST, which)
        shown = f", the {MOST} worst" if total > MOST else ", the worst first"
        self.listed.configure(text=f"{pluralise(total, 'mistake')}{shown if total else ''}")
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
        """The selected mistake."""
        chosen = self.table.selection()
        return self.errors[int(chosen[0])] if chosen else None

    def _show_selected(self) -> None:
        error = self.selected()
        self.button_open.configure(state="disabled" if error is None else "normal")
        if error is None or self.study is None:
            return
        self.board.show(self.study.suite.positions[error.place], (0, 1))
        scores = {
            column: Score(f"{score:+d}".replace("+0", "0").replace("-", "−"), column in error.best, False,
                          (score > 0) - (score < 0))
            for column, score in error.scores.items()
        }  # fmt: skip
        self.board.show_scores(scores, (f"exact scores; it plays {error.played + 1}", "exact scores"))

    def open_selected(self) -> str:
        """Shows the selected position in the tree, searched by the evaluator that errs, beside the exact values."""
        error, (evaluator, depth) = self.selected(), self._measured
        if error is not None:
            limits = Limits(depth=depth or LEAST_DEPTH, evaluator=evaluator.name, model=evaluator.model)
            self.context.demonstrate(error.position, "alphabeta", limits)
            self.context.root.lift()
        return "break"


def summary(study: Study) -> str:
    """The result of a measurement, in a sentence."""
    row = study.overall()
    return (
        f"{pluralise(len(study), 'position')}: mistakes in {interval(row.mistakes)}, wrong winner in"
        f" {interval(row.misjudged)}."
    )


def interval(share: Share) -> str:
    """A share with its interval, in per cent; a dash for one of nothing."""
    if share.value != share.value:
        return "–"
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
