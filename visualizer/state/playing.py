"""What you can do with the game on the board."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from c4.agents import HUMAN
from c4.agents.words import text_in_words
from c4.errors import C4Error
from c4.game.gametree import GameTree
from c4.game.notation import FORMATS, format_position
from c4.game.position import Position
from c4.lessons import ENDING as LESSON_ENDING
from c4.library.gamefile import left_out, write_games
from c4.library.gametext import format_game
from c4.library.library import default_path
from c4.library.reader import read_openable_file, read_pasted
from c4.library.record import SUFFIX, Record
from c4.review.rows import Lines
from c4.session.game import Game
from c4.session.records import game_of, record_of
from c4.storage import Stamp, stamp
from c4.text import join_words, pluralise
from visualizer.state.autosave import Autosave
from visualizer.state.core import Core
from visualizer.state.end_card import other_level
from visualizer.state.keys_in_sentences import by_keys
from visualizer.state.lessons import Lessons
from visualizer.state.opponents import COMPUTERS, MATCHED, opponent_of
from visualizer.state.preferences import ANALYSE, REVIEW, shows_board
from visualizer.state.puzzles import Puzzles
from visualizer.state.rated_games import Rating
from visualizer.state.requests import CopyText, PlaySound
from visualizer.state.searching import Searching
from visualizer.state.sentences import result
from visualizer.state.teaching import Teaching
from visualizer.state.trees import Trees
from visualizer.state.views import Views

BOTH_COMPUTERS = "amateur"
"""The agent for both sides when you choose `COMPUTERS` instead of a person."""

COMPUTERS_PACE = 1.0
"""Seconds that a move of computer vs computer takes at least, when you choose it."""

NO_BOARD = "the board is not shown here: the tab Play goes to your game"

SHORT_TEXT = 60
"""Characters of a text that a message quotes at most."""


class GameFile(NamedTuple):
    """The file from which a game was opened, or to which it was saved: the game's identity, the path, and the file's
    stamp then.
    """

    game: object
    path: str
    stamp: Stamp | None


class Playing:
    """The topic `app.game`."""

    def __init__(
        self,
        core: Core,
        tree: Trees,
        search: Searching,
        teaching: Teaching,
        views: Views,
        rating: Rating,
        autosave: Autosave,
        lessons: Lessons,
        puzzles: Puzzles,
    ) -> None:
        self._core = core
        self._autosave = autosave
        self._lessons = lessons
        self._puzzles = puzzles
        self._tree = tree
        self._search = search
        self._teaching = teaching
        self._rating = rating
        self._views = views
        self._file: GameFile | None = None

    # -- moves --------------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """A person drops a disc into a column (from 0), or hears why that is impossible."""
        core = self._core
        core.landed()
        if core.state.film is not None:
            core.change(film=None)
            return
        if self._puzzles.shown:
            self._puzzles.play(column)
            return
        if self._lessons.asks:
            self._lessons.answer_column(column)
            return
        reason = self.why_not_play(column)
        if reason:
            core.request(PlaySound("illegal"))
            core.say(reason)
            return
        self._teaching.play(column)

    def why_not_play(self, column: int) -> str:
        """Why no disc can be dropped into a column; "" if one can, or if the session will say why not."""
        core = self._core
        game = core.state.game
        rules = game.position.rules
        elsewhere = self.why_not_the_game()
        if elsewhere:
            return elsewhere
        if column >= rules.columns:
            return f"this board has {pluralise(rules.columns, 'column')}"
        if game.outcome is not None and game.studied is not None:
            return "the game ends here: go back a move first"
        if game.outcome is not None:
            begins = by_keys(core.state.preferences.keys, new_game="begins a new one")
            return f"{result(game, core.names())}. {begins}".rstrip()
        if column not in game.position.legal_columns():
            return f"column {column + 1} is full"
        return ""

    def why_not_the_game(self) -> str:
        """Why the board does not show the game, or is not to be seen; "" if it shows it."""
        state = self._core.state
        if not shows_board(state.shown.mode, state.lesson is not None):
            return NO_BOARD
        if state.film is not None:
            return "the board shows a film; Esc ends it"
        if not self._tree.replaying:
            return ""
        return (
            "the board shows the playback" if state.lesson is not None else "the board shows the playback; Esc ends it"
        )

    def undo(self) -> None:
        """Undoes the moves since your last turn, or that another game was begun, pasted or opened."""
        leaves = self._core.session.undo_leaves_game
        self._core.attempt(self._core.session.undo)
        if leaves:
            self._core.say("this is the game before; Redo returns to the other one", seconds=6)

    def redo(self) -> None:
        """Plays the moves again that you undid, or returns to the game that Undo has left."""
        leaves = self._core.session.redo_leaves_game
        self._core.attempt(self._core.session.redo)
        if leaves:
            self._core.say("this is the other game again; Undo returns to the one before", seconds=6)

    def go_to(self, number: int) -> None:
        """Puts the position after so many moves of the game on the board."""
        self._core.attempt(self._core.session.go_to, number)

    def go_to_end(self) -> None:
        """Puts the position after the last move of the game on the board."""
        self.go_to(len(self._core.state.game.game.moves))

    def step(self, moves: int) -> None:
        """Goes some moves forward, or back."""
        self.go_to(self._core.state.game.game.at + moves)

    def go_to_node(self, node: int) -> None:
        """Puts the position of a node of the game's tree on the board."""
        self.vary(self._core.session.game.tree.gone_to(node))

    def vary(self, tree: GameTree) -> bool:
        """Puts another node of the game, or a changed game, on the board; whether that was possible."""
        return self._core.attempt(self._core.session.vary, tree)

    def next_variation(self) -> None:
        """Goes to the next move that was tried instead of the last one."""
        tree = self._core.session.game.tree
        others = tree.siblings()
        place = (others.index(tree.at) + 1) % len(others)
        self.vary(tree.gone_to(others[place]))
        self._core.say(f"variation {place + 1} of {len(others)}")

    def cut(self) -> None:
        """Removes the last move and what follows it."""
        tree = self._core.session.game.tree
        self.vary(tree.cut(tree.at))

    def restore(self) -> None:
        """Restores what was removed."""
        self.vary(self._core.session.game.tree.restored())

    def choose_opponent(self, key: str) -> None:
        """Chooses an opponent by the key of its card (see `visualizer.state.opponents`).

        A game that goes on is played on against this opponent; after a game that is over, a new one begins, whichever
        of its moves is on the board.
        """
        core = self._core
        settings = core.session.settings
        is_over = core.state.game.end is not None
        mine, agent = opponent_of(settings)
        if key == COMPUTERS:
            if HUMAN in settings.seats:
                name = agent or BOTH_COMPUTERS
                self._search.change(seats=(name, name), pace=settings.pace or COMPUTERS_PACE)
        else:
            matched = key == MATCHED
            name = self._rating.level() if matched else key
            seats = (HUMAN, name) if mine == 0 else (name, HUMAN)
            self._search.change(seats=seats, matched=matched)
        if is_over and core.state.game.studied is None:
            self.new()

    def annotate(self, mark: str | None = None, comment: str | None = None) -> str:
        """Writes a mark or a comment at the move on the board.  Returns "", or why that is impossible."""
        core = self._core
        try:
            core.session.annotate(core.session.game.tree.at, mark=mark, comment=comment)
        except C4Error as error:
            return str(error)
        core.sync()
        return ""

    # -- games --------------------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Begins a new game."""
        self._rating.match()
        self._core.attempt(self._core.session.new_game)

    def rematch(self) -> None:
        """Begins a new game in which the other side begins."""
        session = self._core.session
        self._core.attempt(session.set, starter=1 - session.game.starter)
        self.new()

    def other_level(self) -> str:
        """The level that the card after a game offers; "" for none."""
        core = self._core
        end = core.state.game.end
        lost = False
        if end is not None and end.outcome is not None:
            lost = end.outcome.winner not in (None, core.names().mine)
        return other_level(core.session.settings, lost)

    def play_other_level(self) -> None:
        """Begins a new game against the level that is offered."""
        level = self.other_level()
        if level:
            self.choose_opponent(level)

    def resign(self) -> None:
        """Resigns for the person who plays, or for the side to move."""
        self._core.attempt(self._core.session.resign)

    def set_up(self, text: str) -> bool:
        """Sets up a position; whether that was possible."""
        return self._core.attempt(self._core.session.set_up, text)

    def open_record(self, record: Record, named: str, stored: bool = False) -> bool:
        """Puts a game on the board, its last move played, and says so; whether that was possible.

        `stored` says whether it is in a file or in the library.
        """
        core = self._core
        if not core.attempt(core.session.open_game, game_of(record, core.session.settings.starter), paused=True):
            return False
        if stored:
            self._autosave.saved(core.session.played)
        players = " – ".join(text_in_words(player) for player in (record.first, record.second) if player)
        core.say(f"opened {named}: {players}" if players else f"opened {named}", seconds=6)
        return True

    def open_file(self, path: str) -> None:
        """Opens the game, position, tree or lesson of a file; says so if there is none."""
        if Path(path).suffix.lower() == LESSON_ENDING:
            self._lessons.open_file(path)
            return
        try:
            opened = read_openable_file(Path(path))
        except C4Error as error:
            self._core.say(str(error), seconds=10)
            return
        self.show_opened(opened, path)

    def show_opened(self, opened: Record | Position | Path, path: str) -> None:
        """Shows what a file holds: a game or a position on the board, the tree of a file of trees in Analyse."""
        core = self._core
        if isinstance(opened, Path):
            self._views.show_mode(ANALYSE)
            self._tree.open_file(path)
            return
        if isinstance(opened, Record):
            shown = self.open_record(opened, path, stored=True)
        else:
            game = Game.set_up(format_position(opened), opened.rules, core.session.settings.starter)
            shown = core.attempt(core.session.open_game, game)
            self._autosave.saved(core.session.played)
        if shown and isinstance(opened, Record):
            self._note_file(path)
        elif shown:
            core.remember_file(path)

    def _note_file(self, path: str) -> None:
        """Remembers the file from which the game was opened, or to which it was saved."""
        self._core.remember_file(path)
        self._file = GameFile(self._core.session.played.identity, os.path.abspath(path), stamp(path))

    def file_of_game(self) -> str:
        """The file of the game that is played; "" if it has none yet."""
        file = self._file
        return file.path if file is not None and file.game == self._core.session.played.identity else ""

    def _changed_by_others(self, path: str) -> bool:
        """Whether this is the file of the game, and another program has changed it since."""
        file = self._file
        if file is None or os.path.abspath(path) != self.file_of_game():
            return False
        return stamp(path) not in (None, file.stamp)

    def open_recent(self, path: str) -> None:
        """Opens a file that was opened or saved before; one that is gone is said, and leaves the list."""
        core = self._core
        if os.path.isfile(path):
            self.open_file(path)
            return
        recent = tuple(other for other in core.state.preferences.recent if other != path)
        core.prefer(recent=recent)
        core.say(f"there is no file {path} any more", seconds=8)

    def record(self) -> Record:
        """The game as it is saved, with the review, its marks, and reasons where they are known."""
        game = self._core.session.played
        reviewed = self._core.state.review
        lines: dict[int, Lines] = {}
        if reviewed is not None and game.review is not None:
            same = reviewed.review.of_line(game.review.start, game.review.columns).rows
            lines = {row.ply: reviewed.lines[row.ply] for row in same if row.ply in reviewed.lines}
        return record_of(game, self._core.session.settings, lines)

    def save_file(self, path: str) -> None:
        """Saves the game in the format for the file's name, and says what that format leaves out.

        What another program has written into the game's file since is replaced only by saving once more.
        """
        core = self._core
        if self._changed_by_others(path):
            self._note_file(path)
            core.say(
                f"another program has changed {path}: save once more to replace it, or under another name", seconds=10
            )
            return
        record = self.record()
        try:
            missing = left_out(path, record)
            write_games(path, [record])
        except C4Error as error:
            core.say(str(error), seconds=10)
            return
        self._note_file(path)
        if not missing:
            self._autosave.saved(core.session.played)
        without = f", without its {join_words(missing)}" if missing else ""
        core.say(f"saved {path}{without}{self._unfinished_review()}", seconds=8)

    def _unfinished_review(self) -> str:
        """What to add after saving a game whose review, for which you have asked, still runs; "" otherwise."""
        reviewed = self._core.state.review
        asked = self._core.state.shown.mode == REVIEW or self._core.session.played.review is not None
        if not asked or reviewed is None or not reviewed.busy or reviewed.complete:
            return ""
        return f"; its review still runs ({reviewed.progress()}): save again once it is complete"

    def switch_keeping(self) -> None:
        """Lets finished games go into your library, or no longer."""
        core = self._core
        recorder = core.session.recorder
        recorder.path = default_path() if recorder.path is None else None
        core.attempt(core.session.set, keep_games=recorder.path is not None)
        core.say("finished games go into your library" if recorder.path else "finished games are not saved")

    def switch_learning(self) -> None:
        """Lets agents learn from their games, or no longer."""
        self._core.attempt(self._core.session.set, learn=not self._core.session.settings.learn)

    # -- the clipboard ------------------------------------------------------------------------------------------------

    def copy_position(self, form: str = "") -> None:
        """Copies the position, in one of `c4.game.notation.FORMATS` if one is named."""
        position = self._core.session.position
        try:
            self.copy(FORMATS[form](position) if form else format_position(position))
        except C4Error as error:
            self._core.say(str(error))

    def copy_game(self) -> None:
        """Copies the whole game."""
        self.copy(format_game(self.record()))

    def copy(self, text: str) -> None:
        """Copies a text, and says so."""
        self._core.request(CopyText(text))
        short = len(text) < SHORT_TEXT and "\n" not in text
        self._core.say(f"copied {text}" if short else "copied to the clipboard")

    def paste(self, text: str | None) -> None:
        """Sets up the position, or opens the game, that was pasted."""
        core = self._core
        if text is None or not text.strip():
            core.say("there is no text on the clipboard")
            return
        try:
            pasted = read_pasted(text, core.session.settings.rules)
        except C4Error as error:
            core.say(str(error))
            return
        if isinstance(pasted, Record):
            self.open_record(pasted, "the pasted game")
        elif self.set_up(text):
            core.say(f"set up {text.strip()[:SHORT_TEXT]}")


GAME_FILES = (("Games", f"*{SUFFIX}"), ("Move strings", "*.txt"), ("All files", "*"))
"""The files that games are saved in."""

OPENABLE_FILES = (
    ("Games, positions, trees, lessons", f"*{SUFFIX} *.txt *.json *.jsonl *.csv *.npz *{LESSON_ENDING}"),
    ("All files", "*"),
)
"""The files that can be opened."""
