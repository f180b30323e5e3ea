"""Makes the lesson "How the first player wins" from the strategy that ships: thirty positions, by the reason of the win."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from c4.exact.comparison import exact_scores
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.lessons import path_of
from c4.storage import write_text
from c4.strategy import reasons
from c4.strategy.answers import answer
from c4.strategy.strategies import Strategy, load

NAME = "first-player"
"""The name of the lesson."""

PER_THEME = 6
"""Positions of each theme."""

MOST_ANSWERS = 2
"""The most columns that win in a position of the lesson: one that asks something has few."""

FEWEST_DISCS = 4
"""The fewest discs on the board of a position of the lesson."""

MAX_GAMES = 4000
"""The most games that are played in search of positions."""


class Theme(NamedTuple):
    """Positions that are won for the same reason.

    kind   the kind of reason, of `c4.strategy.reasons`
    title  the title of its pages
    about  what its first page says
    hint   the first hint of every page
    """

    kind: str
    title: str
    about: str
    hint: str


THEMES = (
    Theme(
        reasons.FORCED,
        "Forced moves",
        "You are Red, who began in the middle. A threat that can be played now has to be answered. So whoever makes one"
        " threat after the other decides where both sides play, until one answer is not enough.",
        "Which move has to be answered at once? And which one then?",
    ),
    Theme(
        reasons.DOUBLE,
        "Two threats at once",
        "Yellow can stop one threat with a move, and never two.",
        "Look for a move after which two squares complete four in a row.",
    ),
    Theme(
        reasons.THREAT,
        "A threat that waits",
        "Nobody wants to play below this threat. The other columns fill up, and then Yellow has to.",
        "Which move makes a threat on an odd row, or keeps the one that is there?",
    ),
    Theme(
        reasons.LINES,
        "Lines that share squares",
        "Yellow cannot take every square that matters: what stops one line leaves another open.",
        "Which square belongs to several open lines of Red?",
    ),
    Theme(
        reasons.AT_ONCE,
        "The harvest",
        "In the end Yellow has to play below a threat, and Red completes the line. Look for it before you count anything.",
        "Is there a line that lacks a single square?",
    ),
)

BEGINNING = """# How the first player wins

Positions of the win from the middle, by their reason.
"""


@click.command()
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the replies.")
@click.option("--out", type=Path, default=None, help="The file; by default that of the lesson.")
def command(seed: int, out: Path | None) -> None:
    """Makes the lesson of the first player's win."""
    path = out if out is not None else path_of(NAME)
    write_text(path, lesson_text(seed))
    click.echo(f"wrote {path}")


def lesson_text(seed: int) -> str:
    """The lesson as Markdown.  Raises ValueError if a theme has too few positions."""
    by_kind = positions_by_kind(seed)
    pages = [theme_pages(theme, by_kind[theme.kind]) for theme in THEMES]
    return "\n".join([BEGINNING, *pages])


def positions_by_kind(seed: int) -> dict[str, list[Position]]:
    """PER_THEME positions for the kind of each theme.  Raises ValueError if there are too few."""
    by_kind: dict[str, list[Position]] = {theme.kind: [] for theme in THEMES}
    for position in positions(load(), seed):
        kind = reasons.why(position).kind
        is_wanted = kind in by_kind and len(by_kind[kind]) < PER_THEME
        if is_wanted and asks_something(position):
            by_kind[kind].append(position)
        if all(len(chosen) == PER_THEME for chosen in by_kind.values()):
            return by_kind
    lacking = [kind for kind, chosen in by_kind.items() if len(chosen) < PER_THEME]
    raise ValueError(f"too few positions of {lacking}")


def positions(strategy: Strategy, seed: int) -> Iterator[Position]:
    """Different positions in which the strategy is to move, in games against random replies."""
    random_replies = random.Random(seed)
    seen: set[tuple[int, int]] = set()
    for _ in range(MAX_GAMES):
        position = Position()
        while position.outcome() is None:
            if position.to_move == strategy.owner:
                if position.ply >= FEWEST_DISCS and position.stones not in seen:
                    seen.add(position.stones)
                    yield position
                position = position.play(answer([strategy], position).column)
            else:
                position = position.play(random_replies.choice(position.legal_columns()))


def asks_something(position: Position) -> bool:
    """Whether some column wins, but few do, and not all."""
    scores = exact_scores(position)
    winning = sum(score > 0 for score in scores.values())
    return 1 <= winning <= MOST_ANSWERS and winning < len(scores)


def theme_pages(theme: Theme, chosen: list[Position]) -> str:
    """The pages of a theme, those with fewer discs first."""
    ordered = sorted(chosen, key=number_of_discs)
    return "\n".join(page_text(theme, number, position) for number, position in enumerate(ordered, start=1))


def number_of_discs(position: Position) -> int:
    """How many discs are on the board."""
    return position.ply


def page_text(theme: Theme, number: int, position: Position) -> str:
    """A page: the position, the question, and hints, of which the last is the reason itself."""
    assert position.moves is not None, "the game is known"
    about = theme.about if number == 1 else "Red is to move, and wins."
    # {{...}} becomes {...}: the name of a fact, which the reader of lessons fills in.
    return f"""## {theme.title}: position {number} of {PER_THEME}

<!--
position: {format_columns(position.moves)}
show: threats
ask: win
hint: {theme.hint}
hint: {{reason}}
-->

{about} {{discs}} discs are on the board.
"""
