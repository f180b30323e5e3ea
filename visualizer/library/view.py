"""What the library window says, from what it knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.words import text_in_words
from c4.game.columns import DIGITS
from c4.library.library import StoredGame
from c4.library.positions import Branch
from c4.library.record import Record
from c4.text import capitalised, pluralise

PAGE_SIZE = 200
"""Games that are listed at a time."""

MOVES_LENGTH = 60
"""Letters of a game that the list shows."""

PLAYER_BY_LABEL = {entry.label.lower(): name for name, entry in AGENTS.items()} | {"a person": HUMAN}
"""The names under which players are stored, by what the list calls them."""

NO_GAMES = "no games yet: Import reads them from files; menu Game can save those that you finish"


@dataclass(frozen=True, eq=False)
class Found:
    """A page of the games that were found: the number of the first one, how many there are, and those of the page.

    `stored` is how many games the library has; None while that is unknown.
    """

    first: int = 0
    total: int = 0
    games: tuple[StoredGame, ...] = ()
    stored: int | None = None


NOTHING_FOUND = Found()


@dataclass(frozen=True, eq=False)
class Browsing:
    """What the library window knows.

    found      the games that are listed
    chosen     the number under which the chosen one is stored
    branches   what was played on the board's position
    problem    why there are no branches: "none" were played, or an error; "" before they have been looked up
    message    what the window said last
    share      how much of an import has been read, from 0 to 1; None while nothing is imported or exported
    """

    found: Found = NOTHING_FOUND
    chosen: int | None = None
    branches: tuple[Branch, ...] = ()
    problem: str = ""
    message: str = ""
    share: float | None = None


class GamesView(NamedTuple):
    """The list of games.

    rows           the number under which each game is stored, and the texts of its line
    range          which of the games found these are: "201 to 400 of 1,234 games"
    newer, older   whether there is a page before or behind it
    """

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    range: str
    newer: bool
    older: bool


def games_view(found: Found) -> GamesView:
    """The list of games."""
    rows = tuple((game.id, game_texts(game.record)) for game in found.games)
    last = found.first + len(found.games)
    text = f"{found.first + 1:,} to {last:,} of {pluralise(found.total, 'game')}" if rows else "no games"
    return GamesView(rows, text, found.first > 0, last < found.total)


def game_texts(record: Record) -> tuple[str, ...]:
    """A game in the list: date, players, result, moves, tags, and the game itself."""
    moves = record.moves
    if len(moves) > MOVES_LENGTH:
        moves = f"{moves[: MOVES_LENGTH - 3]}..."
    first = capitalised(text_in_words(record.first))
    second = capitalised(text_in_words(record.second))
    return record.date, first, second, record.result, str(len(record.moves)), ", ".join(record.tags), moves


class ActionsView(NamedTuple):
    """The chosen game, whether games can be exported, the message, and how far an import is."""

    chosen: int | None
    exportable: bool
    message: str
    share: float | None


def actions_view(found: Found, chosen: int | None, message: str, share: float | None) -> ActionsView:
    """What can be done with games, and what was done."""
    if not message and found.stored == 0:
        message = NO_GAMES
    numbers = [game.id for game in found.games]
    return ActionsView(chosen if chosen in numbers else None, bool(found.games), capitalised(message), share)


class BranchesView(NamedTuple):
    """What was played on the board's position: a heading, and a line for each column."""

    heading: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def branches_view(branches: tuple[Branch, ...], problem: str) -> BranchesView:
    """What was played on the board's position, or why there is nothing, such as on a board that turns."""
    heading = "Played on the board's position" + ("" if branches else f": {problem}")
    return BranchesView(heading, tuple((branch.column, branch_texts(branch)) for branch in branches))


def branch_texts(branch: Branch) -> tuple[str, ...]:
    """A line of the explorer: column, games, and how they ended in per cent."""
    column = DIGITS[branch.column]
    if branch.mirror is not None:
        column += f" or {DIGITS[branch.mirror]}"
    results = (branch.first, branch.draws, branch.second)
    ended = max(1, sum(results))
    shares = [str(round(100 * part / ended)) for part in results]
    return column, str(branch.games), " / ".join(shares) + " %"


def page_of(first: int, total: int, by: int) -> int:
    """The number of the first game `by` pages further, or of the last page."""
    last = max(0, total - 1) // PAGE_SIZE
    page = max(0, min(last, first // PAGE_SIZE + by))
    return page * PAGE_SIZE


def player_pattern(typed: str) -> str | None:
    """What a typed player is looked for as; None for any."""
    player = PLAYER_BY_LABEL.get(typed.lower(), typed)
    if player and "*" not in player:
        player = f"*{player}*"
    return player or None
