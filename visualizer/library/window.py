"""The library window: search saved games, open and review them, see what was played in a position.

What is looked up, imported and exported is done in other threads.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import filedialog, ttk

from c4.errors import C4Error
from c4.game.position import Position
from c4.library.gamefile import write_games
from c4.library.library import SHORT_LOCK_TIMEOUT_SECONDS, Library, StoredGame
from c4.library.positions import Branch
from c4.library.query import WORDS, Query
from c4.search.watch import Watch
from c4.storage import keep_input
from c4.text import pluralise
from visualizer.board.app_window import AppWindow, PositionFollower, WindowPane
from visualizer.library.view import (
    PAGE_SIZE,
    ActionsView,
    BranchesView,
    Browsing,
    Found,
    GamesView,
    actions_view,
    branches_view,
    games_view,
    page_of,
    player_pattern,
)
from visualizer.state.app import App
from visualizer.state.preferences import REVIEW
from visualizer.ui.widgets import Anchor, Flow, choice, list_rows, on, table, wrap

RESULTS = {"any result": None, "first won": "first", "second won": "second", "drawn": "draw", "not finished": "open"}

FILES = [("Games", "*.c4game"), ("Move strings", "*.txt"), ("JSON lines", "*.jsonl"), ("Table", "*.csv"), ("All", "*")]

FIELDS = {"Player": 12, "Opening": 9, "Tag": 9, "Note": 12}
"""Widths of the fields, in letters."""

GAME_COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Date", 96, "w"),
    ("First", 110, "w"),
    ("Second", 110, "w"),
    ("Result", 60, "center"),
    ("Moves", 52, "e"),
    ("Tags", 80, "w"),
    ("Game", 140, "w"),
)
NARROW_COLUMNS = (0, 3, 4)
"""Columns of the games that do not grow with the window."""

BRANCH_COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Column", 64, "w"),
    ("Games", 60, "e"),
    ("1-0 / draw / 0-1", 120, "center"),
)


class LibraryWindow(AppWindow):
    """`path` is the library's file, by default your own."""

    known: Browsing

    def __init__(self, app: App, parent: tk.Misc, path: str | Path | None = None) -> None:
        self.library = Library(path, wait=SHORT_LOCK_TIMEOUT_SECONDS)
        super().__init__(app, parent, "Library of games", "1000x620", (720, 480))
        self.known = Browsing()
        self._bytes_read = (0, 1)
        """Bytes of a file that were read, and how many it has; written by the thread that imports."""
        self._transferring = self.background("library files", self._ended, self._failed, self._show_progress)
        self._finding = self.background("library games", self._found, self.say)
        self._exploring = self.background("library position", self._explored, self._not_explored)
        self._build_search()
        self._build_bottom()
        self._build_lists()
        self.panes += [GamesPane(self), ActionsPane(self), BranchesPane(self), PositionFollower(self._position_changed)]
        self.bind("<Destroy>", self._gone, add="+")
        self.show_known()
        self.search()
        self.games.focus_set()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_search(self) -> None:
        top = Flow(self)
        top.pack(fill="x", padx=10, pady=(8, 4))
        self.fields: dict[str, tk.StringVar] = {}
        for label, width in FIELDS.items():
            self._add_field(top, label, width)
        self.result = choice(top, RESULTS, 12, self.search)
        top.add(self.result)
        top.add(ttk.Button(top, text="Search", command=self.search, width=7))
        self.here = tk.BooleanVar(self)
        about = "only games that reached the position on the board, or its mirror image"
        ttk.Checkbutton(self, text=about, variable=self.here, command=self.search).pack(anchor="w", padx=10)

    def _add_field(self, top: Flow, label: str, width: int) -> None:
        named = ttk.Frame(top)
        ttk.Label(named, text=label).pack(side="left", padx=(0, 4))
        self.fields[label] = tk.StringVar(self)
        entry = ttk.Entry(named, textvariable=self.fields[label], width=width)
        entry.pack(side="left", padx=(0, 4))
        on(entry, "<Return>", self.search)
        top.add(named)

    def _build_bottom(self) -> None:
        bottom = ttk.Frame(self, padding=(10, 4, 10, 8))
        bottom.pack(side="bottom", fill="x")
        actions: dict[str, Callable[[], object]] = {
            "Open": self.open,
            "Review": self.review,
            "Remove": self.remove,
            "Import...": self.ask_import,
            "Export these...": self.ask_export,
        }
        self.buttons: dict[str, ttk.Button] = {}
        for label, action in actions.items():
            self.buttons[label] = ttk.Button(bottom, text=label, command=action, width=len(label) + 1)
            self.buttons[label].pack(side="left", padx=(0, 4))
        self.bar = ttk.Progressbar(bottom, length=120, maximum=1.0)
        self.message = wrap(ttk.Label(self, style="Faint.TLabel", padding=(10, 0)))
        self.message.pack(side="bottom", fill="x")

    def _build_lists(self) -> None:
        lists = ttk.Frame(self, padding=(10, 4))
        lists.pack(fill="both", expand=True)
        lists.columnconfigure(0, weight=1)
        lists.rowconfigure(0, weight=1)
        frame, self.games = table(lists, GAME_COLUMNS, 10, selectmode="browse")
        for place in NARROW_COLUMNS:
            self.games.column(place, stretch=False)
        frame.grid(row=0, column=0, sticky="nsew", padx=(0, 8))
        self._build_pages(lists)
        self.games.bind("<<TreeviewSelect>>", self._game_chosen)
        on(self.games, "<Control-Next>", partial(self.turn, 1))
        on(self.games, "<Control-Prior>", partial(self.turn, -1))
        on(self.games, "<Double-1>", self.open)
        on(self.games, "<Return>", self.open)
        right = ttk.Frame(lists)
        right.grid(row=0, column=1, sticky="nsew")
        self.heading = ttk.Label(right, style="Faint.TLabel")
        self.heading.pack(anchor="w")
        frame, self.branches = table(right, BRANCH_COLUMNS, 7)
        frame.pack(fill="both", expand=True)
        on(self.branches, "<Double-1>", self.play_branch)
        on(self.branches, "<Return>", self.play_branch)

    def _build_pages(self, lists: ttk.Frame) -> None:
        row = ttk.Frame(lists)
        row.grid(row=1, column=0, columnspan=2, sticky="w", pady=(4, 0))
        self.newer = ttk.Button(row, text="Newer", command=partial(self.turn, -1), width=7)
        self.newer.pack(side="left", padx=(0, 4))
        self.older = ttk.Button(row, text="Older", command=partial(self.turn, 1), width=7)
        self.older.pack(side="left", padx=(0, 4))
        self.range = ttk.Label(row, style="Faint.TLabel")
        self.range.pack(side="left", padx=6)

    # -- searching ----------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is looked up, imported or exported."""
        return self._transferring.busy or self._finding.busy or self._exploring.busy

    def query(self) -> Query:
        """The query in the fields.  Raises C4Error for an invalid one."""
        texts = {label: field.get().strip() or None for label, field in self.fields.items()}
        result = RESULTS[self.result.get()]
        assert result is None or result in WORDS
        return Query(
            player=player_pattern(texts["Player"] or ""),
            opening=texts["Opening"],
            tag=texts["Tag"],
            note=texts["Note"],
            result=result,
            position=self.app.session.position if self.here.get() else None,
        )

    def turn(self, pages: int) -> None:
        """Turns so many pages of the list, towards the older games; beyond the end to the last page."""
        found = self.known.found
        first = page_of(found.first, found.total, pages)
        if first != found.first:
            self.search(first)

    def search(self, first: int = 0) -> None:
        """Lists the games that match the fields, the newest first, a page of them from the one numbered `first`."""
        try:
            query = self.query()
        except C4Error as error:
            self.say(str(error))
            return
        path = self.library.path

        def work(watch: Watch) -> Found:
            return find(path, query, first)

        self.say("")
        self._finding.start(work)

    def _found(self, found: Found) -> None:
        chosen = found.games[0].id if found.games else None
        self.know(found=found, chosen=chosen)
        self.explore()

    def _position_changed(self, position: Position) -> None:
        """Follows the board: the games that reached it, and what was played there."""
        if self.here.get():
            self.search()
        else:
            self.explore()

    def explore(self) -> None:
        """Looks up what was played in the position on the board."""
        position = self.app.session.position
        path = self.library.path

        def work(watch: Watch) -> tuple[Branch, ...]:
            with Library(path, wait=SHORT_LOCK_TIMEOUT_SECONDS) as library:
                return tuple(library.explore(position))

        self._exploring.start(work)

    def _explored(self, branches: tuple[Branch, ...]) -> None:
        self.know(branches=branches, problem="none")

    def _not_explored(self, problem: str) -> None:
        self.know(branches=(), problem=problem)

    @property
    def chosen(self) -> StoredGame | None:
        """The chosen game."""
        for game in self.known.found.games:
            if game.id == self.known.chosen:
                return game
        return None

    def _game_chosen(self, event: object) -> None:
        names = self.games.selection()
        self.know(chosen=int(names[0]) if names else None)

    # -- one game -----------------------------------------------------------------------------------------------------

    def open(self) -> bool:
        """Puts the chosen game on the board; whether that was possible."""
        game = self.chosen
        return game is not None and self.app.game.open_record(game.record, "a game of the library", stored=True)

    def review(self) -> None:
        """Puts the chosen game on the board and reviews it."""
        if self.open():
            self.app.show_mode(REVIEW)

    def remove(self) -> None:
        """Removes the chosen game from the library."""
        game = self.chosen
        if game is not None:
            self.library.remove([game.id])
            self.search(self.known.found.first)

    def play_branch(self) -> None:
        """Plays the chosen column of the explorer on the board."""
        chosen = self.branches.selection()
        if chosen:
            self.app.game.vary(self.app.session.game.tree.played(int(chosen[0])))

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
                self._bytes_read = (read, size)

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
        library = self.library.path
        try:
            query = self.query()
        except C4Error as error:
            self.say(str(error))
            return

        def work(watch: Watch) -> str:
            with Library(library) as own:
                keep_input(path, own.path)
                return f"{pluralise(write_games(path, own.export(query)), 'game')} exported"

        self._start(work)

    def _start(self, work: Callable[[Watch], str]) -> None:
        self._bytes_read = (0, 1)
        self._transferring.start(work)

    def _show_progress(self) -> None:
        read, size = self._bytes_read
        self.know(share=read / size if self._transferring.busy else None)

    def _ended(self, message: str) -> None:
        self.search()
        self.say(message)

    def _failed(self, message: str) -> None:
        self.say(message)

    def say(self, text: str) -> None:
        """Shows a message above the buttons."""
        self.know(message=text)

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self.library.close()


def find(path: Path, query: Query, first: int) -> Found:
    """A page of the games that match a query, from the one numbered `first`; the last page if there is none so far."""
    with Library(path, wait=SHORT_LOCK_TIMEOUT_SECONDS) as library:
        page = library.find(query, limit=PAGE_SIZE, offset=first)
        if page.total and not page.games:  # the last game of its page was removed
            first = page_of(page.total, page.total, 0)
            page = library.find(query, limit=PAGE_SIZE, offset=first)
        return Found(first, page.total, tuple(page.games), len(library))


class GamesPane(WindowPane[GamesView]):
    """The list of games and its pages."""

    view = staticmethod(games_view)
    window: LibraryWindow

    def draw(self, view: GamesView, before: GamesView | None) -> None:
        window = self.window
        games = window.games
        list_rows(games, [(str(number), texts) for number, texts in view.rows])
        window.range.configure(text=view.range)
        window.newer.state(["!disabled" if view.newer else "disabled"])
        window.older.state(["!disabled" if view.older else "disabled"])


class ActionsPane(WindowPane[ActionsView]):
    """The chosen game, the buttons and the message; it is drawn after the list of games."""

    view = staticmethod(actions_view)
    window: LibraryWindow

    def draw(self, view: ActionsView, before: ActionsView | None) -> None:
        window = self.window
        wanted = () if view.chosen is None else (str(view.chosen),)
        if window.games.selection() != wanted:
            window.games.selection_set(wanted)
            window.games.focus("" if view.chosen is None else str(view.chosen))
        for label in ("Open", "Review", "Remove"):
            window.buttons[label].configure(state="disabled" if view.chosen is None else "normal")
        window.buttons["Export these..."].configure(state="normal" if view.exportable else "disabled")
        window.message.configure(text=view.message)
        if view.share is None:
            window.bar.pack_forget()
        else:
            window.bar.configure(value=view.share)
            window.bar.pack(side="right", padx=8)


class BranchesPane(WindowPane[BranchesView]):
    """What was played on the board's position."""

    view = staticmethod(branches_view)
    window: LibraryWindow

    def draw(self, view: BranchesView, before: BranchesView | None) -> None:
        window = self.window
        window.heading.configure(text=view.heading)
        list_rows(window.branches, [(str(column), texts) for column, texts in view.rows])
