"""The window "Trainings side by side": choose two trainings of a sweep, see their curves, and compare their weights,
play and errors in the windows for that.  Imports matplotlib.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from pathlib import Path
from tkinter import filedialog, ttk

from c4.arena.sweep import Results, Training
from c4.arena.sweep_plan import CHOOSE, MISTAKES, REPORT, spoken
from c4.game.rules import C4Error, count
from c4.learning import LEARNERS, options
from visualizer.kit.chart import Chart
from visualizer.kit.host import Host
from visualizer.kit.plot import Band, Line, Plot
from visualizer.kit.theme import Theme, mixed
from visualizer.kit.widgets import sentence, table, wrap
from visualizer.learn.bands import curve, grouped, title
from visualizer.play.chooser import Choice

HELP = "A sweep trains with many settings and seeds; the command c4 sweep makes its folder."
TWO = "Choose two: Ctrl and a click, or Shift and the arrows."
SHADED = "The shade is the range of a setting's seeds."

PARTS = {CHOOSE: "compared", REPORT: "best, again"}
"""What the parts of a sweep are called: all settings are compared, and the best one is trained once more."""

Both = Callable[[Choice, Choice], object]


class RunsWindow(tk.Toplevel):
    """`compare` has, by what a button says, what is called with the models of the two that are chosen."""

    def __init__(self, host: Host, compare: Mapping[str, Both]) -> None:
        super().__init__(host.root)
        self.title("Trainings side by side")
        self.geometry("940x600")
        self.minsize(720, 480)
        self.theme = host.theme
        self.results: Results | None = None
        self.learner = ""
        self.trainings: list[Training] = []
        top = ttk.Frame(self, padding=(10, 8))
        top.pack(fill="x")
        ttk.Button(top, text="Open a sweep...", command=self.ask).pack(side="left")
        self.told = wrap(ttk.Label(top, text=HELP, justify="left", padding=(10, 0)))
        self.told.pack(side="left", fill="x", expand=True)
        foot = ttk.Frame(self, padding=(10, 6))
        foot.pack(side="bottom", fill="x")
        self.buttons = {
            text: ttk.Button(foot, text=text, command=lambda do=do: self._compare(do))  # type: ignore[misc]
            for text, do in compare.items()
        }
        for button in self.buttons.values():
            button.pack(side="left", padx=(0, 6))
        self.chart = Chart(self)
        self.chart.widget.pack(side="bottom", fill="both", expand=True, padx=10)
        frame, self.table = table(
            self,
            [("", 24, "center"), ("Setting", 330, "w"), ("Seed", 60, "e"), ("Part", 84, "w"), ("Games", 90, "e"),
             ("CPU s", 70, "e"), ("Mistakes", 80, "e")],
            8,
            selectmode="extended",
        )  # fmt: skip
        frame.pack(fill="both", padx=10)
        for place in (0, *range(2, 7)):
            self.table.column(place, stretch=False)
        self.table.bind("<<TreeviewSelect>>", lambda _: self._show())
        self.bind("<Escape>", lambda _: self.destroy())
        self.set_theme(host.theme)
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self._show()

    def ask(self) -> None:
        """Asks for the folder of a sweep."""
        folder = filedialog.askdirectory(parent=self, title="The folder of a sweep")
        if folder:
            self.open(folder)

    def open(self, folder: str | Path) -> None:
        """Lists the trainings of a sweep, those with the fewest mistakes first; says why there are none."""
        results = Results(folder)
        try:
            self.learner, found = results.learner(), results.trainings()
        except C4Error as error:
            self.told.configure(text=sentence(str(error)))
            return
        self.results = results
        self.trainings = sorted(found, key=lambda one: one.last.get(MISTAKES, 1.0))
        self.table.delete(*self.table.get_children())
        titles = {one.name: one.title for one in options(self.learner)}
        for number, one in enumerate(self.trainings):
            last = one.points[-1]
            mistakes = f"{100 * one.last[MISTAKES]:.1f} %" if MISTAKES in one.last else ""
            words = spoken({titles.get(name, name): value for name, value in one.settings.items()})
            row = (
                "",
                words,
                one.seed,
                PARTS.get(one.part, one.part),
                f"{last.episodes:,}",
                f"{last.seconds:.1f}",
                mistakes,
            )
            self.table.insert("", "end", str(number), values=row)
        label = LEARNERS[self.learner].label
        self.told.configure(text=f"{label}: {count(len(found), 'training')}. {TWO} {SHADED}")
        self.table.selection_set([str(number) for number in range(min(2, len(found)))])

    def chosen(self) -> list[Training]:
        """The two that are chosen, in the order of the list; fewer or more are no two."""
        return [self.trainings[int(name)] for name in self.table.selection()]

    def _show(self) -> None:
        """Draws the curves of what is chosen."""
        chosen = self.chosen()
        for name in self.table.get_children():
            place = self.table.selection().index(name) if name in self.table.selection() else 2
            self.table.set(name, 0, "AB"[place] if place < 2 and len(chosen) == 2 else "")
        for button in self.buttons.values():
            button.configure(state="normal" if len(chosen) == 2 else "disabled")
        self.chart.show(self.theme, *plots(chosen, self.trainings, self.theme))

    def _compare(self, do: Both) -> None:
        assert self.results is not None  # two are chosen
        one, other = (
            Choice(self.learner, str(self.results.folder / "models" / str(training.model)))
            for training in self.chosen()
        )
        do(one, other)


def plots(chosen: list[Training], trainings: list[Training], theme: Theme) -> list[Plot]:
    """A picture for each figure: the curves of two trainings, with the range of the same setting's other seeds."""
    if len(chosen) != 2:
        return [Plot(note="Choose two trainings to see their curves.")]
    figures = [figure for figure in chosen[0].last if figure in chosen[1].last]
    found = []
    for number, figure in enumerate(figures):
        lines: list[Line] = []
        bands: list[Band] = []
        for one, name, colour, dash in zip(chosen, "AB", (theme.good, theme.bad), ("-", "--")):
            kin = next(same for same in grouped(trainings).values() if one in same)
            band, line = curve(kin, figure), curve([one], figure)
            pale = mixed(colour, theme.panel, 0.65)
            if not bands or (band.episodes, band.low, band.high) != bands[0][:3]:
                bands.append(Band(band.episodes, band.low, band.high, pale))
            label = "" if number else name
            lines.append(Line(line.episodes, line.mean, colour, label, dash, "o"))
        found.append(Plot(title(figure).capitalize(), "games of training", tuple(lines), tuple(bands)))
    return found
