"""Keeper: puts finished games into a library, in a thread of its own.  Plain Python."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from c4.agents import HUMAN
from c4.agents.specification import Specification
from c4.library.record import OPEN, Record, result_of
from c4.session.ending import outcome
from c4.session.history import Game
from c4.session.settings import Settings
from c4.session.worker import Worker


def record_of(game: Game, settings: Settings) -> Record:
    """A game as it is written down: players, today's date, variations; the line on the board is the main line."""
    tree = game.tree.promoted(game.tree.at)
    for later in tree.children(tree.at):  # taken back before the game was ended
        tree = tree.cut(later)
    names = [name_of((side + game.starter) % 2, settings) for side in (0, 1)]
    ended = outcome(tree.position(), game.talks)
    result = OPEN if ended is None else result_of(ended.winner)
    how = "" if game.talks.ended is None else game.talks.ended.how
    return Record(tree, names[0], names[1], result, how, date.today().isoformat())


def name_of(seat: int, settings: Settings) -> str:
    """Who sits in a seat (0 or 1), as `c4.agents.specification` writes agents; a person is "human"."""
    name = settings.seats[seat]
    return name if name == HUMAN else str(Specification(name, settings.limits_of(name, seat)))


class Keeper:
    """Keeps each finished line of a game once; without a `path` none."""

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
        record, path = record_of(game, settings), self.path

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
