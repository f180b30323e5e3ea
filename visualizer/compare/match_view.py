"""What the match window says, from what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from math import isnan
from typing import NamedTuple

from c4.agents.words import text_in_words
from c4.arena.depths import AtDepth, success_by_depth
from c4.arena.games import Game
from c4.arena.ratings import Table
from c4.text import capitalised, pluralise, signed_text
from visualizer.ui.chart import Line, Plot, columns
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Anchor

AGENTS_LARGEST = 8
"""Agents in a match."""

HELP = "Every pair plays each opening from both sides. Start continues a match that you stopped."
ABOUT_CELLS = "Elo relative to the mean, with its 95 % interval. The last columns are won-drawn-lost against 1, 2, ..."

COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("", 30, "e"),
    ("Agent", 190, "w"),
    ("Elo", 120, "center"),
    ("Score", 70, "center"),
    ("Games", 60, "e"),
)
DASHES = ("-", "--", ":")

OPPONENT_WIDTH = 70
"""Width of the column of an opponent, pixels at 100 %."""


@dataclass(frozen=True, eq=False)
class Match:
    """What the match window knows.

    agents    how many rows there are for agents
    playing   whether games are being played
    played    how many games there are
    wanted    how many there will be
    table     the newest table; None before the first
    message   what the window said last
    """

    agents: int = 0
    playing: bool = False
    played: int = 0
    wanted: int = 1
    table: Table | None = None
    message: str = ""


class MatchView(NamedTuple):
    """How far a match is.

    button    what the button is called: it starts or stops the match
    more      whether another agent can be added
    share     of the games that have been played, from 0 to 1; None while no match runs
    """

    button: str
    more: bool
    message: str
    share: float | None


def match_view(agents: int, playing: bool, played: int, wanted: int, message: str) -> MatchView:
    """How far a match is."""
    button = "Stop" if playing else "Start"
    return MatchView(button, agents < AGENTS_LARGEST, capitalised(message), played / wanted if playing else None)


class TableView(NamedTuple):
    """The crosstable: what its cells are, its columns, and its lines."""

    about: str
    columns: tuple[tuple[str, int, Anchor], ...]
    rows: tuple[tuple[str, ...], ...]


def table_view(table: Table | None) -> TableView:
    """The crosstable with ratings, the best agent first."""
    if table is None:
        return TableView(HELP, (), ())
    ranked = table.ranked
    opponents: list[tuple[str, int, Anchor]] = []
    for place in range(1, len(ranked) + 1):
        opponents.append((str(place), OPPONENT_WIDTH, "center"))
    rows = tuple(agent_texts(table, place, ranked) for place in range(len(ranked)))
    return TableView(ABOUT_CELLS, (*COLUMNS, *opponents), rows)


def agent_texts(table: Table, place: int, ranked: Sequence[str]) -> tuple[str, ...]:
    """The line of the agent at a place, from 0."""
    agent = ranked[place]
    total = table.total(agent)
    elo = ""
    score = ""
    if total.games:
        rating = table.rating(agent)
        elo = f"{signed_text(round(rating.elo))} ± {(rating.high - rating.low) / 2:.0f}"
        score = f"{100 * total.success.value:.1f} %"
    cells = ["" if other == agent else "-".join(map(str, table.tallies[agent, other])) for other in ranked]
    return str(place + 1), text_in_words(agent), elo, score, str(total.games), *cells


def depths_view(table: Table | None) -> dict[str, list[AtDepth]]:
    """For each evaluator that plays with several depths its success with each of them."""
    return {} if table is None or not table.games else success_by_depth(table)


def depths_plot(by_evaluator: dict[str, list[AtDepth]], theme: Theme) -> Plot:
    """The success of evaluators by the depth of the search."""
    lines = []
    styles = cycle((colour, dash) for dash in DASHES for colour in (theme.accent, theme.text, theme.bad))
    for (label, by_depth), (colour, dash) in zip(by_evaluator.items(), styles):
        known = [(one.depth, 100 * one.share.value) for one in by_depth if not isnan(one.share.value)]
        lines.append(Line(*columns(known), colour, label, dash, "o"))
    title = "Success by depth of search, %"
    return Plot(title, "depth (0: no search)", tuple(lines), bounds=(0, 100), outside=True)


def result_text(games: Sequence[Game]) -> str:
    """How many games were played, and how many of them differ."""
    differing = len({(game.first, game.second, game.moves) for game in games})
    different = "all different" if differing == len(games) else f"{differing:,} of them different"
    return f"{pluralise(len(games), 'game')}, {different}"
