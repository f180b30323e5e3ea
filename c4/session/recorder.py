"""The thread that puts finished games into the library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from c4.session.game import Game
from c4.session.records import record_of
from c4.session.settings import Settings
from c4.session.worker import Worker


class GameRecorder:
    """Puts finished games into the library at `path`; while it is None, nowhere."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._worker: Worker[None] = Worker("game recorder")

    def keep(self, game: Game, settings: Settings) -> Game:
        """Puts a game that has ended on the board into the library, unless it is there.  Returns it with `Game.kept`."""
        kept = (game.tree.moves(), game.ended_here)
        if self.path is None or kept in game.kept or not game.at:
            return game
        self._add(game, settings, self.path)
        return replace(game, kept=(*game.kept, kept))

    def _add(self, game: Game, settings: Settings, path: Path) -> None:
        """Writes a finished game into a library, in a thread."""
        tree = game.tree
        for later in tree.children(tree.at):  # taken back before the game was ended
            tree = tree.cut(later)
        if game.was_over:
            game = replace(game, opened=None)  # that game was over: this one was played by the seats
        record = record_of(replace(game, tree=tree, main=tree.at), settings)

        def work() -> None:
            from c4.library.library import Library

            path.parent.mkdir(parents=True, exist_ok=True)
            with Library(path) as library:
                library.add(record)

        self._worker.tell(work)

    def failures(self) -> list[BaseException]:
        """What went wrong, each once."""
        return self._worker.failures()

    def close(self) -> None:
        """Ends the thread, once all games are kept."""
        self._worker.close()
