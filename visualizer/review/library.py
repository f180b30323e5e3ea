"""The library window: search kept games, open and review them, tags and notes, what was played in a position.

Imports tkinter.  Queries run in the window's thread (they take milliseconds); import and export run in another.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import filedialog, ttk

from c4.agents import AGENTS, HUMAN
from c4.agents.specification import text_in_words
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.library.gamefile import write_games
from c4.library.library import Branch, Kept, Library
from c4.library.query import WORDS, Query
from c4.library.record import Record, split_tags
from c4.search.watch import Watch
from visualizer.kit.errand import Errand
from visualizer.kit.flow import Flow
from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import choice, on, sentence, table, wrap

PAGE = 500
"""Games that are listed at a time."""

NAMED = {entry.label.lower(): name for name, entry in AGENTS.items()} | {"a person": HUMAN}
"""How the players of kept games are written, by what the list calls them."""

MANY = 1 << 30
"""More pages than there are."""

RESULTS = {"any result": None, "first won": "first", "second won": "second", "drawn": "draw", "not finished": "open"}
FILES = [("Games", "*.c4game"), ("Move strings", "*.txt"), ("JSON lines", "*.jsonl"), ("Table", "*.csv"), ("All", "*")]


class LibraryWindow(tk.Toplevel):
    """`on_open(record, review)` opens a game, and reviews it at once if `review`.

    `path` is the library's file, by default the user's own.
    """

    def __init__(
        self, host: Host, thread: str, on_open: Callable[[Record, bool], object], path: str | Path | None = None
    ) -> None:
        super().__init__(host.root)
        self.title("Library of games")
        self.geometry("1000x620")
        self.minsize(720, 480)
        self._host, self._on_open = host, on_open
        self.library = Library(path)
        self._kept: dict[str, Kept] = {}
        self._first = self._total = 0
        self._looked: Position | None = None
        self._progress = (0, 0)
        self._errand: Errand[str] = Errand(
            self, host.session.worker(thread), self._ended, self._say, self._show_progress
        )
        self._build_search()
        self._build_foot()
        self._build_lists()
        self.bind("<Escape>", lambda _: self.destroy())
        self.bind("<Destroy>", self._gone, add="+")
        self.set_theme(host.theme)
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

    def _build_foot(self) -> None:
        foot = ttk.Frame(self, padding=(10, 4, 10, 8))
        foot.pack(side="bottom", fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        for label, action in (
            ("Open", partial(self.open, False)),
            ("Review", partial(self.open, True)),
            ("Remove", self.remove),
            ("Import...", self.ask_import),
            ("Export these...", self.ask_export),
        ):
            self.buttons[label] = ttk.Button(foot, text=label, command=action, width=len(label) + 1)
            self.buttons[label].pack(side="left", padx=(0, 4))
        self.bar = ttk.Progressbar(foot, length=120)
        self.players = wrap(ttk.Label(foot, style="Faint.TLabel", padding=(6, 0)))
        self.players.pack(side="left", fill="x", expand=True)
        self.told = wrap(ttk.Label(self, style="Faint.TLabel", padding=(10, 0)))
        self.told.pack(side="bottom", fill="x")
        row = ttk.Frame(self, padding=(10, 2))
        row.pack(side="bottom", fill="x")
        self.edited: dict[str, tk.StringVar] = {}
        self.buttons["Save"] = ttk.Button(row, text="Save", command=self.save, width=6)
        self.buttons["Save"].pack(side="right")
        for label, width in (("Tags", 24), ("Note", 40)):
            ttk.Label(row, text=f"{label} of this game").pack(side="left", padx=(0, 4))
            self.edited[label] = tk.StringVar(self)
            entry = ttk.Entry(row, textvariable=self.edited[label], width=width)
            entry.pack(side="left", padx=(0, 10), fill="x", expand=True)
            entry.bind("<Return>", lambda _: self.save())

    def _build_lists(self) -> None:
        lists = ttk.Frame(self, padding=(10, 4))
        lists.pack(fill="both", expand=True)
        lists.columnconfigure(0, weight=1)
        lists.rowconfigure(0, weight=1)
        frame, self.games = table(
            lists,
            (
                ("Date", 84, "w"), ("First", 110, "w"), ("Second", 110, "w"), ("Result", 60, "center"),
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
        for label, step in (("Newest", -MANY), ("Newer", -1), ("Older", 1), ("Oldest", MANY)):
            self.pages[label] = ttk.Button(row, text=label, command=partial(self.turn, step), width=7)
            self.pages[label].pack(side="left", padx=(0, 4))
        self.range = ttk.Label(row, style="Faint.TLabel")
        self.range.pack(side="left", padx=6)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)

    # -- searching ----------------------------------------------------------------------------------------------------

    def query(self) -> Query:
        """The query in the fields.  Raises C4Error for an invalid one."""
        player, opening, tag, note = (self.fields[name].get().strip() for name in ("Player", "Opening", "Tag", "Note"))
        player = NAMED.get(player.lower(), player)
        if player and "*" not in player:
            player = f"*{player}*"
        result = RESULTS[self.result.get()]
        assert result is None or result in WORDS
        position = self._host.session.position if self.here.get() else None
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
            found = self.library.find(self.query(), limit=PAGE, offset=first)
        except C4Error as error:
            self._say(str(error))
            return
        if not found.games and found.total:  # the last of its page was removed
            self.search((found.total - 1) // PAGE * PAGE)
            return
        self._first, self._total = first, found.total
        self._kept = {str(kept.id): kept for kept in found.games}
        self.games.delete(*self.games.get_children())
        for name, (_, entry) in self._kept.items():
            moves = entry.moves if len(entry.moves) <= 60 else f"{entry.moves[:57]}..."
            values = (
                entry.date,
                sentence(text_in_words(entry.first)),
                sentence(text_in_words(entry.second)),
                entry.result,
                len(entry.moves),
                ", ".join(entry.tags),
                moves,
            )
            self.games.insert("", "end", iid=name, values=values)
        if self._kept:
            self.games.selection_set(next(iter(self._kept)))
            self.games.focus(next(iter(self._kept)))
        else:
            self._chosen()
        shown = f"{first + 1:,} to {first + len(self._kept):,} of {count(found.total, 'game')}"
        self.range.configure(text=shown if self._kept else "no games")
        for label, more in (("Newest", first > 0), ("Oldest", first + len(self._kept) < found.total)):
            for button in (self.pages[label], self.pages["Newer" if label == "Newest" else "Older"]):
                button.state(["!disabled" if more else "disabled"])
        empty = "no games yet: Import reads them from files, and Keep finished games (menu Game) adds those you play"
        self._say("" if len(self.library) else empty)
        self._looked = None
        self.refresh()

    def refresh(self) -> None:
        """Follows the board: what was played there."""
        position = self._host.session.position
        if position == self._looked:
            return
        follow = self._looked is not None and self.here.get()
        self._looked = position
        if follow:
            self.search()
            return
        self.branches.delete(*self.branches.get_children())
        found, told = [], "Played on the board's position"
        try:
            found = self.library.explore(position)
            told += "" if found else ": none"
        except C4Error as error:  # a board that turns
            told += f": {error}"
        self.met.configure(text=told)
        for branch in found:
            self.branches.insert("", "end", iid=str(branch.column), values=branch_texts(branch))

    @property
    def chosen(self) -> Kept | None:
        """The game that is selected."""
        names = self.games.selection()
        return self._kept.get(names[0]) if names else None

    def _chosen(self) -> None:
        kept = self.chosen
        self.edited["Tags"].set("" if kept is None else ", ".join(kept.entry.tags))
        self.edited["Note"].set("" if kept is None else kept.entry.note)
        players = (
            [] if kept is None else [text_in_words(name) for name in (kept.entry.first, kept.entry.second) if name]
        )
        self.players.configure(text=sentence(" – ".join(players)))
        self.buttons["Export these..."].configure(state="normal" if self._kept else "disabled")
        for label in ("Open", "Review", "Remove", "Save"):
            self.buttons[label].configure(state="disabled" if kept is None else "normal")

    # -- one game -----------------------------------------------------------------------------------------------------

    def open(self, review: bool) -> None:
        """Puts the selected game on the board."""
        kept = self.chosen
        if kept is None:
            return
        try:
            self._on_open(kept.entry.record(), review)
        except C4Error as error:
            self._say(str(error))

    def save(self) -> None:
        """Saves tags and note of the selected game from the fields."""
        kept = self.chosen
        if kept is None:
            return
        tags = split_tags(self.edited["Tags"].get())
        try:
            self.library.tag([kept.id], add=tags, remove=[tag for tag in kept.entry.tags if tag not in tags])
            self.library.note(kept.id, self.edited["Note"].get().strip())
        except C4Error as error:
            self._say(str(error))
            return
        entry = self.library.get(kept.id)
        self._kept[str(kept.id)] = Kept(kept.id, entry)
        self.games.set(str(kept.id), 5, ", ".join(entry.tags))
        self._say("saved")

    def remove(self) -> None:
        """Takes the selected game out of the library."""
        kept = self.chosen
        if kept is not None:
            self.library.remove([kept.id])
            self.search(self._first)

    def play_branch(self) -> None:
        """Plays the selected column of the explorer on the board."""
        chosen, session = self.branches.selection(), self._host.session
        if chosen:
            self._host.attempt(lambda: session.vary(session.game.tree.played(int(chosen[0]))))

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
                self._progress = (read + (size if games else 0), 2 * size)

            def look() -> None:
                if watch.stopped:
                    raise C4Error("the import was stopped; whole batches are kept")

            with Library(library) as mine:
                return f"{count(mine.import_file(path, report=report, look=look), 'game')} imported"

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
            with Library(library) as mine:
                return f"{count(write_games(path, mine.export(query)), 'game')} exported"

        self._start(work)

    def _start(self, work: Callable[[Watch], str]) -> None:
        self._progress = (0, 0)
        self.bar.pack(side="right", padx=8, before=self.players)
        self._errand.start(work)

    def _show_progress(self) -> None:
        done, whole = self._progress
        self.bar.configure(maximum=max(1, whole), value=done)

    def _ended(self, said: str) -> None:
        self.search()
        self._say(said)
        self.bar.pack_forget()

    def _say(self, text: str) -> None:
        self.told.configure(text=sentence(text))

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self.library.close()


def branch_texts(branch: Branch) -> tuple[str, int, str]:
    """A line of the explorer: column, games, and how they ended in per cent."""
    column = DIGITS[branch.column] + ("" if branch.mirror is None else f" or {DIGITS[branch.mirror]}")
    ended = max(1, branch.first + branch.draws + branch.second)
    shares = (round(100 * part / ended) for part in (branch.first, branch.draws, branch.second))
    return column, branch.games, " / ".join(map(str, shares)) + " %"
