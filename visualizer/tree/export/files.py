"""Export and Open: two small windows that write the tree on screen to a file, or open one that was saved.

Imports tkinter and the exporter.

The work is done in a thread of its own (`c4.session.worker`); the window stays alive, shows how far it is, and Escape
stops it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Any

from c4.game.rules import C4Error, count
from c4.search.watch import Watch
from c4.session.worker import Worker, describe
from c4.tree import treefile
from visualizer.kit.later import Later
from visualizer.kit.scale import scale
from visualizer.kit.widgets import on_written
from visualizer.tree.export.formats import FORMATS, MOST, RECORD, Stopped, Wanted, ending, export
from visualizer.tree.protocol import Pane
from visualizer.tree.view import TreeView

POLL = 40


class Progress:
    """How far some work is: `part` of it, from 0 to 1.  The thread that does it keeps this, and not the window."""

    part = 0.0

    def told(self, watch: Watch) -> Callable[[float], None]:
        """What the thread calls with the part that is done; stops it when the person has."""

        def tell(part: float) -> None:
            if watch.stopped:
                raise Stopped
            self.part = part

        return tell


class FileDialog(tk.Toplevel):
    """A name, a button that does the work with it, and a line that says how it goes.

    `last` keeps the name for the next time.
    """

    last = ""

    def __init__(self, parent: tk.Misc, title: str, button: str) -> None:
        super().__init__(parent)
        self.title(title)
        self.transient(parent.winfo_toplevel())
        self.resizable(False, False)
        self.configure(background=ttk.Style(parent).lookup(".", "background"))
        self.worker: Worker[object] = Worker("files")
        self.progress = Progress()
        self._looking = Later(self, self._look)
        self.body = ttk.Frame(self, padding=14)
        self.body.pack(fill="both", expand=True)
        self.body.columnconfigure(1, weight=1)
        self.name = tk.StringVar(self, type(self).last or str(Path.home() / "connect4-tree.png"))
        ttk.Label(self.body, text="File").grid(row=8, column=0, sticky="w", pady=6)
        self.entry = ttk.Entry(self.body, textvariable=self.name, width=52)
        self.entry.grid(row=8, column=1, sticky="ew", padx=8)
        ttk.Button(self.body, text="Browse...", command=self.browse).grid(row=8, column=2)
        self.said = ttk.Label(self.body, wraplength=520, justify="left")
        self.said.grid(row=9, column=0, columnspan=3, sticky="w", pady=(4, 0))
        self.bar = ttk.Progressbar(self.body, maximum=1.0)
        self.bar.grid(row=10, column=0, columnspan=3, sticky="ew", pady=8)
        self.bar.grid_remove()
        foot = ttk.Frame(self.body)
        foot.grid(row=11, column=0, columnspan=3, sticky="e")
        self.button = ttk.Button(foot, text=button, command=self.start, default="active")
        self.button.pack(side="right")
        self.leave = ttk.Button(foot, text="Close", command=self.cancel)
        self.leave.pack(side="right", padx=8)
        self.bind("<Return>", lambda event: None if isinstance(event.widget, ttk.Button) else self.start())
        self.bind("<Escape>", lambda _: self.cancel())
        self.protocol("WM_DELETE_WINDOW", self.destroy)
        self.entry.focus_set()
        self.entry.icursor("end")

    def browse(self) -> None:
        """Lets the desktop's own window choose the name."""
        raise NotImplementedError

    def work(self) -> Callable[[Watch], object]:
        """What the thread is to do; may raise C4Error."""
        raise NotImplementedError

    def done(self, result: Any) -> None:
        """Takes what the thread has done."""
        raise NotImplementedError

    def start(self) -> None:
        """Begins, unless it is going on already."""
        if self.worker.busy:
            return
        type(self).last = self.name.get()
        try:
            work = self.work()
        except C4Error as error:
            self.said.configure(text=str(error))
            return
        self.progress.part = 0.0
        self.button.state(["disabled"])
        self.leave.configure(text="Stop")
        self.said.configure(text="working...")
        self.worker.ask(work)
        self._look()

    def _look(self) -> None:
        self.bar.configure(value=self.progress.part)
        self.bar.grid()
        answer = self.worker.answer()
        if answer is None:
            self._looking.after(POLL)
            return
        self._rest()
        error = answer.exception()
        if error is None:
            self.bar.configure(value=1.0)
            self.done(answer.result())
        else:
            self.bar.configure(value=0.0)
            self.said.configure(
                text="stopped: nothing was written" if isinstance(error, Stopped | CancelledError) else describe(error)
            )

    def _rest(self) -> None:
        self.button.state(["!disabled"])
        self.leave.configure(text="Close")
        self.bar.grid_remove()

    def cancel(self) -> None:
        """Stops the work, or closes the window when nothing is going on."""
        if not self.worker.busy:
            self.destroy()
            return
        self.worker.drop()
        self._looking.drop()
        self._rest()
        self.bar.configure(value=0.0)
        self.said.configure(text="stopped")

    def destroy(self) -> None:
        self.worker.close()
        super().destroy()


class ExportDialog(FileDialog):
    """Writes the tree of a pane; the format follows the name's ending, and the list of formats changes the ending."""

    def __init__(
        self,
        parent: tk.Misc,
        pane: Pane,
        names: tuple[str, str],
        bookmarks: list[treefile.Bookmark],
        say: Callable[[str], None],
    ) -> None:
        super().__init__(parent, "Export the tree", "Export")
        self.pane, self._names, self._bookmarks, self._say = pane, names, bookmarks, say
        assert pane.view is not None, "there is no tree to export"
        self._view = pane.view
        ttk.Label(self.body, text="Format").grid(row=0, column=0, sticky="w", pady=3)
        self.format = ttk.Combobox(
            self.body, state="readonly", values=[f"{what}  ({end})" for end, what in FORMATS.items()]
        )
        self.format.grid(row=0, column=1, columnspan=2, sticky="ew", padx=(8, 0))
        self.format.bind("<<ComboboxSelected>>", lambda _: self._format_chosen())
        ttk.Label(self.body, text="What").grid(row=1, column=0, sticky="nw", pady=3)
        self.what = tk.StringVar(self, "view")
        self._choices = []
        for row, (value, text) in enumerate((("view", "What is unfolded, as it is on screen"), ("whole", "")), start=1):
            choice = ttk.Radiobutton(self.body, text=text, value=value, variable=self.what)
            choice.grid(row=row, column=1, columnspan=2, sticky="w", padx=(8, 0))
            self._choices.append(choice)
        on_written(self, self.name, self._named)
        self._named()

    def _named(self) -> None:
        """The name has changed: the format in the list follows, and what can be chosen."""
        try:
            end = ending(self.name.get())
        except C4Error as error:
            self.said.configure(text=str(error))
            return
        self.said.configure(text="")
        self.format.current(list(FORMATS).index(end))
        record = end in RECORD
        self._choices[0].state(["disabled" if record else "!disabled"])
        rows = f"{len(self._view.tree):,} rows"
        self._choices[1].configure(
            text=f"The whole record: {rows}"
            if record
            else f"The whole tree, unfolded to at most {count(MOST[end], 'node')}"
        )
        if record:
            self.what.set("whole")

    def _format_chosen(self) -> None:
        end, name = list(FORMATS)[self.format.current()], Path(self.name.get())
        stem = name.name
        for other in sorted(FORMATS, key=len, reverse=True):
            if stem.lower().endswith(other):
                stem = stem[: -len(other)]
                break
        self.name.set(str(name.with_name((stem or "connect4-tree") + end)))

    def browse(self) -> None:
        types = [(what, f"*{end}") for end, what in FORMATS.items()]
        path = Path(self.name.get())
        chosen = filedialog.asksaveasfilename(
            parent=self, filetypes=types, initialdir=path.parent, initialfile=path.name
        )
        if chosen:
            self.name.set(chosen)

    def work(self) -> Callable[[Watch], object]:
        path, pane, tree = self.name.get(), self.pane, self._view.tree
        kind = ending(path)
        view = lens = None
        size = (1000.0, 700.0)
        if kind not in RECORD and self.what.get() == "view":
            view = TreeView(tree, max_glyphs=self._view.max_glyphs)
            view.folding = self._view.folding
            unit = scale(pane.widget)
            size = (pane.widget.winfo_width() / unit, pane.widget.winfo_height() / unit)
            lens = pane.lens.scaled(1 / unit)
        wanted = Wanted(view, lens, size, pane.theme, pane.caption, self._names, self._bookmarks)
        told = self.progress.told
        return lambda watch: (path, export(path, tree, wanted, told(watch)))

    def done(self, result: Any) -> None:
        path, shown = result
        self.said.configure(text=f"wrote {path}\n{shown}")
        self._say(f"wrote {path}")


class OpenDialog(FileDialog):
    """Opens a saved tree; `take(saved)` gets it."""

    def __init__(self, parent: tk.Misc, take: Callable[[treefile.Saved], None]) -> None:
        super().__init__(parent, "Open a saved tree", "Open")
        self._take = take
        if not self.name.get().endswith((".npz", ".json", ".json.gz")):
            self.name.set(str(Path.home() / "connect4-tree.npz"))
        self.said.configure(
            text="A tree file (.npz) that was exported here, or saved with `c4 search 4453 --save tree.npz`."
        )

    def browse(self) -> None:
        path = Path(self.name.get())
        types = [("Tree files", "*.npz"), ("Tree files of earlier versions", "*.json *.json.gz"), ("All files", "*")]
        chosen = filedialog.askopenfilename(parent=self, filetypes=types, initialdir=path.parent)
        if chosen:
            self.name.set(chosen)

    def work(self) -> Callable[[Watch], object]:
        path = self.name.get()
        return lambda watch: treefile.load(path)

    def done(self, result: Any) -> None:
        self.destroy()
        self._take(result)
