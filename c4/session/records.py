"""Games of a session as records of the library, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import strftime
from typing import TYPE_CHECKING

from c4.agents import AGENTS, HUMAN
from c4.agents.specification import Specification, name_of
from c4.game.gametree import ROOT, GameTree
from c4.library.record import DRAWN, FIRST_WON, OPEN, SECOND_WON, Record, result_of
from c4.review.saved import review_of, with_review
from c4.session.game import AGREED, RESIGNED, TIME, Ended, Game, outcome
from c4.session.settings import Settings

if TYPE_CHECKING:
    from c4.review.rows import Lines, Review


def record_of(game: Game, settings: Settings, lines: Mapping[int, Lines] | None = None) -> Record:
    """The record of a game with all its variations, comments and marks, and with what a review of it gave.

    A new game gets the names of who plays, today's date, and what was played as its main line.  One that was opened
    keeps all headers.  Its main line stays, too, unless it is unfinished and was played on in another line.  `lines` are
    best play after the moves of the review by their ply, where it is known: comments then also say why.
    """
    record = unreviewed(game, settings)
    review = review_of_record(game, record)
    return record if review is None else with_review(record, review, lines)


def review_of_record(game: Game, record: Record) -> Review | None:
    """The review of a game as far as its moves are those of a record; None if nothing is reviewed."""
    review = None if game.review is None else game.review.of_line(record.start, record.columns)
    return review if review is not None and review.rows else None


def unreviewed(game: Game, settings: Settings) -> Record:
    """The record of a game without its review."""
    opened = game.opened
    tree = game.recorded()
    end = tree.end_of(ROOT)
    ended = game.ended if game.ended is not None and game.ended.node == end else None
    if game.seats is not None:
        settings = settings.changed(seats=game.seats)
    if opened is None:
        names = [player_name((side + game.starter) % 2, settings) for side in (0, 1)]
        headers = Record(GameTree(game.start), names[0], names[1], date=strftime("%Y-%m-%d"))
    elif tree.moves(end) == opened.columns and (ended is None or opened.result != OPEN):
        return replace(opened, tree=tree)
    else:
        headers = opened
    on_board = outcome(tree.position(end), ended)
    result = OPEN if on_board is None else result_of(on_board.winner)
    return replace(headers, tree=tree, result=result, ended="" if ended is None else ended.how)


def player_name(seat: int, settings: Settings) -> str:
    """Who sits in a seat (0 or 1), as `c4.agents.specification` writes agents; a person is "human"."""
    name = settings.seats[seat]
    return name if name == HUMAN else str(Specification(name, settings.limits_of(name, seat)))


WINNERS: dict[str, int | None] = {FIRST_WON: 0, SECOND_WON: 1, DRAWN: None}
"""The winner by the result of a finished game as records write it: 0 for the player who moved first, None for a draw."""


def game_of(record: Record, starter: int = 0) -> Game:
    """The game of a record with the end of its main line on the board; `starter` is the seat that begins.

    No agent learns from it.
    """
    end = record.tree.end_of(ROOT)
    tree = record.tree.gone_to(end)
    away = None
    if record.ended in (RESIGNED, TIME, AGREED) and tree.position().outcome() is None and record.result in WINNERS:
        away = Ended(WINNERS[record.result], record.ended, end)
    return Game(
        tree,
        starter,
        given=len(tree.nodes),
        learned=True,
        kept=() if record.result == OPEN else ((record.columns, away),),
        ended=away,
        main=end,
        opened=record,
        review=review_of(record),
        seats=seats_of(record, starter),
    )


def seats_of(record: Record, starter: int) -> tuple[str, str] | None:
    """Who sat in both seats of a finished game, by its names; None for a game that goes on or has no names.

    Where a name is that of no agent, two people have played: none of them need be you.
    """
    if record.result == OPEN or not (record.first and record.second):
        return None
    first, second = (name_of(text) for text in (record.first, record.second))
    if not (first in (HUMAN, *AGENTS) and second in (HUMAN, *AGENTS)):
        return HUMAN, HUMAN
    return (second, first) if starter else (first, second)
