"""The library window: search saved games, open and review them, see what was played in a position.

What is looked up, imported and exported is done in other threads.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import filedialog, ttk

from c4.agents import AGENTS, HUMAN
from c4.agents.specification import text_in_words
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.library.gamefile import write_games
from c4.library.library import SHORT_WAIT, WORDS, Branch, Library, Page, Query, StoredGame
from c4.search.watch import Watch
from c4.text import pluralise
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.widgets import Flow, choice, on, sentence, table, wrap

PAGE = 200
"""Games that are listed at a time."""

NAMED = {entry.label.lower(): name for name, entry in AGENTS.items()} | {"a person": HUMAN}
"""The names under which players are stored, by what the list calls them."""

RESULTS = {"any result": None, "first won": "first", "second won": "second", "drawn": "draw", "not finished": "open"}
FILES = [("Games", "*.c4game"), ("Move strings", "*.txt"), ("JSON lines", "*.jsonl"), ("Table", "*.csv"), ("All", "*")]


class LibraryWindow(ToolWindow):
    """`path` is the library's file, by default your own."""

    def __init__(self, context: Context, path: str | Path | None = None) -> None:
        self.library = Library(path, wait=SHORT_WAIT)
        super().__init__(context, "Library of games", "1000x620", (720, 480))
        self._listed: dict[str, StoredGame] = {}
        self._first = self._total = 0
        self._looked: Position | None = None
        self._progress = (0, 0)
        self._task = self.background("library files", self._ended, self._say, self._show_progress)
        self._finding = self.background("library games", self._show_games, self._say)
        self._exploring = self.background(
            "library position", self._show_branches, lambda text: self._show_branches([], text)
        )
        self._build_search()
        self._build_bottom()
        self._build_lists()
        self.bind("<Destroy>", self._gone, add="+")
        self.search()
        self.games.focus_set()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_search(self) -> None:
        top = Flow(self)
        top.pack(fill="x", padx=10, pady=(8, 4))
        self.fields: dict[str, tk.StringVar] = {}
        for label, width in (("Player", 12), ("Opening", 9), ("Tag", 9), ("Note", 12)):
            named = ttk.Frame(top)
            ttk.Label(named, text=label).pack(side="left", padx=(0, 4))
            self.fields[label] = tk.StringVar(self)
            entry = ttk.Entry(named, textvariable=self.fields[label], width=width)
            entry.pack(side="left", padx=(0, 4))
            top.add(named)
            entry.bind("<Return>", lambda _: self.search())
        self.result = choice(top, RESULTS, 12, self.search)
        top.add(self.result)
        top.add(ttk.Button(top, text="Search", command=self.search, width=7))
        self.here = tk.BooleanVar(self)
        ttk.Checkbutton(
            self, text="only games that reached the position on the board, or its mirror image", variable=self.here,
            command=self.search,
        ).pack(anchor="w", padx=10)  # fmt: skip

    def _build_bottom(self) -> None:
        bottom = ttk.Frame(self, padding=(10, 4, 10, 8))
        bottom.pack(side="bottom", fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        for label, action in (
            ("Open", partial(self.open, False)),
            ("Review", partial(self.open, True)),
            ("Remove", self.remove),
            ("Import...", self.ask_import),
            ("Export these...", self.ask_export),
        ):
            self.buttons[label] = ttk.Button(bottom, text=label, command=action, width=len(label) + 1)
            self.buttons[label].pack(side="left", padx=(0, 4))
        self.bar = ttk.Progressbar(bottom, length=120)
        self.message = wrap(ttk.Label(self, style="Faint.TLabel", padding=(10, 0)))
        self.message.pack(side="bottom", fill="x")

    def _build_lists(self) -> None:
        lists = ttk.Frame(self, padding=(10, 4))
        lists.pack(fill="both", expand=True)
        lists.columnconfigure(0, weight=1)
        lists.rowconfigure(0, weight=1)
        frame, self.games = table(
            lists,
            (
                ("Date", 96, "w"), ("First", 110, "w"), ("Second", 110, "w"), ("Result", 60, "center"),
                ("Moves", 52, "e"), ("Tags", 80, "w"), ("Game", 140, "w"),
            ),
            10, selectmode="browse",
        )  # fmt: skip
        for place in (0, 3, 4):
            self.games.column(place, stretch=False)
        frame.grid(row=0, column=0, sticky="nsew", padx=(0, 8))
        self._build_pages(lists)
        self.games.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        for keys, step in (("<Control-Next>", 1), ("<Control-Prior>", -1)):
            on(self.games, keys, partial(self.turn, step))
        for event in ("<Double-1>", "<Return>"):
            self.games.bind(event, lambda _: self.open(False))
        right = ttk.Frame(lists)
        right.grid(row=0, column=1, sticky="nsew")
        self.met = ttk.Label(right, style="Faint.TLabel")
        self.met.pack(anchor="w")
        frame, self.branches = table(
            right, (("Column", 64, "w"), ("Games", 60, "e"), ("1-0 / draw / 0-1", 120, "center")), 7
        )
        frame.pack(fill="both", expand=True)
        self.branches.bind("<Double-1>", lambda _: self.play_branch())
        self.branches.bind("<Return>", lambda _: self.play_branch())

    def _build_pages(self, lists: ttk.Frame) -> None:
        row = ttk.Frame(lists)
        row.grid(row=1, column=0, columnspan=2, sticky="w", pady=(4, 0))
        self.pages: dict[str, ttk.Button] = {}
        for label, step in (("Newer", -1), ("Older", 1)):
            self.pages[label] = ttk.Button(row, text=label, command=partial(self.turn, step), width=7)
            self.pages[label].pack(side="left", padx=(0, 4))
        self.range = ttk.Label(row, style="Faint.TLabel")
        self.range.pack(side="left", padx=6)

    # -- searching ----------------------------------------------------------------------------------------------------

    def query(self) -> Query:
        """The query in the fields.  Raises C4Error for an invalid one."""
        player, opening, tag, note = (self.fields[name].get().strip() for name in ("Player", "Opening", "Tag", "Note"))
        player = NAMED.get(player.lower(), player)
        if player and "*" not in player:
            player = f"*{player}*"
        result = RESULTS[self.result.get()]
        assert result is None or result in WORDS
        position = self.context.session.position if self.here.get() else None
        return Query(
            player=player or None, opening=opening or None, tag=tag or None, note=note or None, result=result,
            position=position,
        )  # fmt: skip

    def turn(self, pages: int) -> None:
        """Turns so many pages of the list, towards the older games; beyond the end to the last page."""
        last = max(0, self._total - 1) // PAGE
        page = max(0, min(last, self._first // PAGE + pages))
        if page * PAGE != self._first:
            self.search(page * PAGE)

    def search(self, first: int = 0) -> None:
        """Lists the games that match the fields, the newest first, a page of them from the one numbered `first`."""
        try:
            query = self.query()
        except C4Error as error:
            self._say(str(error))
            return
        path, size = self.library.path, PAGE

        def work(watch: Watch) -> tuple[int, Page, int]:
            with Library(path, wait=SHORT_WAIT) as library:
                page = library.find(query, limit=size, offset=first)
                if page.games or not page.total:
                    return first, page, len(library)
                last = (page.total - 1) // size * size  # the last game of its page was removed
                return last, library.find(query, limit=size, offset=last), len(library)

        self._say("")
        self._finding.start(work)

    def _show_games(self, result: tuple[int, Page, int]) -> None:
        first, page, stored = result
        self._first, self._total = first, page.total
        self._listed = {str(game.id): game for game in page.games}
        self.games.delete(*self.games.get_children())
        for name, (_, record) in self._listed.items():
            moves = record.moves if len(record.moves) <= 60 else f"{record.moves[:57]}..."
            first_player, second_player = (sentence(text_in_words(who)) for who in (record.first, record.second))
            tags = ", ".join(record.tags)
            values = record.date, first_player, second_player, record.result, len(record.moves), tags, moves
            self.games.insert("", "end", iid=name, values=values)
        if self._listed:
            self.games.selection_set(next(iter(self._listed)))
            self.games.focus(next(iter(self._listed)))
        else:
            self._chosen()
        shown = f"{first + 1:,} to {first + len(self._listed):,} of {pluralise(page.total, 'game')}"
        self.range.configure(text=shown if self._listed else "no games")
        self.pages["Newer"].state(["!disabled" if first else "disabled"])
        self.pages["Older"].state(["!disabled" if first + len(self._listed) < page.total else "disabled"])
        if not stored:
            self._say("no games yet: Import reads them from files; menu Game can save those that you finish")
        self._looked = None
        self.refresh()

    def refresh(self) -> None:
        """Follows the board: what was played there."""
        position, path = self.context.session.position, self.library.path
        if position == self._looked:
            return
        follow = self._looked is not None and self.here.get()
        self._looked = position
        if follow:
            self.search()
            return

        def work(watch: Watch) -> list[Branch]:
            with Library(path, wait=SHORT_WAIT) as library:
                return list(library.explore(position))

        self._exploring.start(work)

    def _show_branches(self, branches: list[Branch], problem: str = "none") -> None:
        """Lists what was played on the board's position, or says why there is nothing, such as on a board that turns."""
        self.branches.delete(*self.branches.get_children())
        self.met.configure(text="Played on the board's position" + ("" if branches else f": {problem}"))
        for branch in branches:
            self.branches.insert("", "end", iid=str(branch.column), values=branch_texts(branch))

    @property
    def chosen(self) -> StoredGame | None:
        """The game that is selected."""
        names = self.games.selection()
        return self._listed.get(names[0]) if names else None

    def _chosen(self) -> None:
        game = self.chosen
        self.buttons["Export these..."].configure(state="normal" if self._listed else "disabled")
        for label in ("Open", "Review", "Remove"):
            self.buttons[label].configure(state="disabled" if game is None else "normal")

    # -- one game -----------------------------------------------------------------------------------------------------

    def open(self, review: bool) -> None:
        """Puts the selected game on the board."""
        game = self.chosen
        if game is not None and self.context.open_record(game.record, "a game of the library") and review:
            self.context.review()

    def remove(self) -> None:
        """Removes the selected game from the library."""
        if (game := self.chosen) is not None:
            self.library.remove([game.id])
            self.search(self._first)

    def play_branch(self) -> None:
        """Plays the selected column of the explorer on the board."""
        chosen, session = self.branches.selection(), self.context.session
        if chosen:
            self.context.attempt(lambda: session.vary(session.game.tree.played(int(chosen[0]))))

    # -- many games ---------------------------------------------------------------------------------------------------

    def ask_import(self) -> None:
        """Asks for a file and imports its games."""
        path = filedialog.askopenfilename(parent=self, title="Import games", filetypes=FILES)
        if path:
            self.import_file(path)

    def import_file(self, path: str) -> None:
        """Imports the games of a file, with a progress bar."""
        library = self.library.path

        def work(watch: Watch) -> str:
            size = max(1, Path(path).stat().st_size) if Path(path).exists() else 1

            def report(read: int, games: int) -> None:
                if watch.stopped:
                    raise C4Error("the import was stopped: no game was added")
                self._progress = (read, size)

            with Library(library) as own:
                return f"{pluralise(own.import_file(path, report=report), 'game')} imported"

        self._start(work)

    def ask_export(self) -> None:
        """Asks for a file and exports the games found."""
        path = filedialog.asksaveasfilename(
            parent=self, title="Export games", defaultextension=".c4game", filetypes=FILES
        )
        if path:
            self.export(path)

    def export(self, path: str) -> None:
        """Writes the games found; the ending of the name gives the format."""
        library, query = self.library.path, self.query()

        def work(watch: Watch) -> str:
            with Library(library) as own:
                return f"{pluralise(write_games(path, own.export(query)), 'game')} exported"

        self._start(work)

    def _start(self, work: Callable[[Watch], str]) -> None:
        self._progress = (0, 0)
        self.bar.pack(side="right", padx=8)
        self._task.start(work)

    def _show_progress(self) -> None:
        done, total = self._progress
        self.bar.configure(maximum=max(1, total), value=done)

    def _ended(self, message: str) -> None:
        self.search()
        self._say(message)
        self.bar.pack_forget()

    def _say(self, text: str) -> None:
        self.message.configure(text=sentence(text))

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self.library.close()


def branch_texts(branch: Branch) -> tuple[str, int, str]:
    """A line of the explorer: column, games, and how they ended in per cent."""
    column = DIGITS[branch.column] + ("" if branch.mirror is None else f" or {DIGITS[branch.mirror]}")
    ended = max(1, branch.first + branch.draws + branch.second)
    shares = (round(100 * part / ended) for part in (branch.first, branch.draws, branch.second))
    return column, branch.games, " / ".join(map(str, shares)) + " %"
