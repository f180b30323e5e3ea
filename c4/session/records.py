"""A game of the session as it is written down, and back.  Plain Python."""

from __future__ import annotations

from time import strftime

from c4.agents import HUMAN
from c4.agents.specification import Specification
from c4.library.record import OPEN, RESULTS, Record, result_of
from c4.session.ending import AGREED, RESIGNED, TIME, Ended, Talks, outcome
from c4.session.history import Game
from c4.session.settings import Settings


def record_of(game: Game, settings: Settings) -> Record:
    """A game with who played it, today's date and its variations; the line of undo and redo is the main line."""
    tree = game.tree.promoted(game.tree.tip)
    names = [name_of((side + game.starter) % 2, settings) for side in (0, 1)]
    ended = outcome(tree.position(tree.tip), game.talks)
    result = OPEN if ended is None else result_of(ended.winner)
    how = "" if game.talks.ended is None else game.talks.ended.how
    return Record(tree, names[0], names[1], result, how, strftime("%Y-%m-%d"))


def name_of(seat: int, settings: Settings) -> str:
    """Who sits in a seat (0 or 1), as `c4.agents.specification` writes agents; a person is "human"."""
    name = settings.seats[seat]
    return name if name == HUMAN else str(Specification(name, settings.limits_of(name, seat)))


def game_of(record: Record, starter: int = 0) -> Game:
    """The game of a record with the end of its main line on the board; `starter` is the seat that begins.

    Nobody learns from it.
    """
    tree = record.tree.gone_to(record.tree.end_of(0))
    talks = Talks()
    if record.ended in (RESIGNED, TIME, AGREED) and tree.position().outcome() is None and record.result in RESULTS[:3]:
        talks = Talks(None, Ended((0, 1, None)[RESULTS.index(record.result)], record.ended))
    return Game(tree, starter, learned=True, talks=talks)
