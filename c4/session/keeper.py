"""Keeper: puts finished games into a library, in a thread of its own.  Plain Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from c4.session.history import Game
from c4.session.records import record_of
from c4.session.settings import Settings
from c4.session.worker import Worker


class Keeper:
    """Keeps each finished line of a game once; while `path` is None, none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._worker: Worker[None] = Worker("keeper")
        self._kept: set[tuple[object, ...]] = set()

    def keep(self, game: Game, settings: Settings) -> None:
        """Puts a game into the library, unless this end of it was kept before."""
        end = (game.start, game.tree.moves(), game.starter, game.talks.ended)
        if self.path is None or end in self._kept or not game.at:
            return
        self._kept.add(end)
        tree = game.tree
        for later in tree.children(tree.at):  # taken back before the game was ended
            tree = tree.cut(later)
        record, path = record_of(replace(game, tree=tree), settings), self.path

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
