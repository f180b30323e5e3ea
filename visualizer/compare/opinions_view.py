"""What the window says about alpha-beta, Monte-Carlo tree search and exact values of one position.  It knows no Tk."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from c4.exact.comparison import Comparison, Effort, Opinions
from c4.exact.traps import TRAPS, Trap
from c4.game.columns import DIGITS, name_columns
from c4.game.position import Position
from c4.game.values import sign, value_text
from c4.text import pluralise, signed_text
from c4.tree.moments import history
from c4.tree.selection import Selection
from c4.tree.simulation_story import number_text, sum_text
from visualizer.ui.chart import Line, Plot
from visualizer.ui.theme import Theme

TABLE_COLUMNS = ("Column", "Exact score", "Alpha-beta", "Visits N", "Mean W / N", "Exploitation + exploration")
"""The titles of the table."""

START = "Choose a position and press Compare (Return)."

PLAIN = Selection(wins=False, proofs=False)
"""UCT as the textbooks have it: without the two rules that see endings."""

MOST_POINTS = 400
"""Of a curve."""

RESULTS = {1: "win", 0: "draw", -1: "loss"}


def trap_title(number: int) -> str:
    """The name of a trap in the list of positions."""
    return f"Trap {number + 1}: {TRAPS[number].moves}"


def traps() -> dict[str, Trap]:
    """The traps by their names in the list."""
    return {trap_title(number): trap for number, trap in enumerate(TRAPS)}


@dataclass(frozen=True, eq=False)
class Judged:
    """What the window knows.

    position    the position that is chosen; None before the first
    about       the explanation of a trap; "" for other positions
    comparison  what is on screen; None before the first
    compared_position   the position that it is of
    message     what is wrong, or how far it is
    busy        whether a comparison is running
    """

    position: Position | None = None
    about: str = ""
    comparison: Comparison | None = None
    compared_position: Position | None = None
    message: str = START
    busy: bool = False


class OpinionsView(NamedTuple):
    """What the window says.

    rows        the cells of the table, a row for each column
    verdict     who is right, in sentences
    """

    position: Position | None
    about: str
    rows: tuple[tuple[str, ...], ...]
    verdict: str
    message: str
    button: str
    comparison: Comparison | None


def opinions_view(
    position: Position | None,
    about: str,
    comparison: Comparison | None,
    compared_position: Position | None,
    message: str,
    busy: bool,
) -> OpinionsView:
    """What the window says about what it knows."""
    button = "Stop" if busy else "Compare"
    if comparison is None or compared_position is None:
        return OpinionsView(position, about, (), "", message, button, None)
    rows = tuple(row_of(one, comparison, compared_position) for one in comparison.columns)
    return OpinionsView(compared_position, about, rows, verdict(comparison), message, button, comparison)


def row_of(one: Opinions, comparison: Comparison, position: Position) -> tuple[str, ...]:
    """The cells of a column: stars mark what each of the three would play."""
    exact = "–" if one.exact is None else signed_text(one.exact)
    if comparison.keeping is not None and one.column in comparison.keeping:
        exact += " ★"
    tree = comparison.alphabeta.tree
    scale = 1 if tree is None else tree.scale
    alphabeta = "–" if one.alphabeta is None else value_text(one.alphabeta, position.ply, scale)
    if comparison.alphabeta.column == one.column:
        alphabeta += " ★"
    if one.simulated is None:
        return DIGITS[one.column], exact, alphabeta, "0", "–", "–"
    visits = f"{one.simulated.visits:,}"
    if comparison.simulated.column == one.column:
        visits += " ★"
    mean = number_text(one.simulated.mean, signed=True) if one.simulated.visits else "–"
    score = sum_text(one.simulated.score) if isfinite(one.simulated.score.total) else "∞"
    return DIGITS[one.column], exact, alphabeta, visits, mean, score


def verdict(comparison: Comparison) -> str:
    """Who is right, after how much effort, in three sentences."""
    assert comparison.alphabeta.column is not None, "both have searched"
    assert comparison.simulated.column is not None, "the game goes on"
    simulations = 0 if comparison.simulated.tree is None else len(comparison.simulated.tree.simulations or ())
    alphabeta = f"Alpha-beta at depth {depth_of(comparison)} plays column {DIGITS[comparison.alphabeta.column]}"
    sampled = f"MCTS plays column {DIGITS[comparison.simulated.column]} after {pluralise(simulations, 'simulation')}"
    if comparison.keeping is None:
        return f"{alphabeta}. {sampled}. There are no exact values on this board."
    best = max(one.exact for one in comparison.columns if one.exact is not None)
    keeping = name_columns(sorted(comparison.keeping))
    exact = f"The position is a {RESULTS[sign(best)]} for the side to move: {keeping} {kept(comparison)}."
    of_alphabeta = judged(comparison.alphabeta.column, comparison, comparison.alphabeta_work, "node")
    of_simulations = judged(comparison.simulated.column, comparison, comparison.simulated_work, "simulation")
    return f"{exact} {alphabeta}: {of_alphabeta} {sampled}: {of_simulations}"


def kept(comparison: Comparison) -> str:
    """That some columns keep the result."""
    assert comparison.keeping is not None, "the result is known"
    return "keeps that result" if len(comparison.keeping) == 1 else "keep that result"


def depth_of(comparison: Comparison) -> int:
    """The depth of alpha-beta's last search."""
    return 0 if comparison.alphabeta.tree is None else comparison.alphabeta.tree.depth


def judged(column: int, comparison: Comparison, effort: Effort, what: str) -> str:
    """Whether a column is right, and since when it would have been played."""
    assert comparison.keeping is not None, "the result is known"
    if column not in comparison.keeping:
        return "wrong."
    if effort.settled is None:
        return "right."
    since = f"from depth {effort.depth} on, after" if effort.depth else "after"
    return f"right, {since} {pluralise(effort.settled, what)}."


# -- the chart --------------------------------------------------------------------------------------------------------


def visits_plot(comparison: Comparison, theme: Theme) -> Plot:
    """How the visits of the replies to the root grew, a curve for each column."""
    tree = comparison.simulated.tree
    assert tree is not None, "the simulations were recorded"
    grown = history(tree)
    step = max(1, len(grown.visits) // MOST_POINTS)
    xs = list(range(1, len(grown.visits) + 1, step))
    inks = (theme.accent, theme.bad, theme.good, theme.text, theme.faint, theme.board, theme.line)
    dashes = ("-", "--", ":", "-.", "-", "--", ":")
    order = sorted(range(len(grown.rows)), key=lambda number: int(tree.move[grown.rows[number]]))
    lines = []
    for place, number in enumerate(order):
        column = DIGITS[int(tree.move[grown.rows[number]])]
        ys = grown.visits[::step, number].tolist()
        lines.append(Line(xs, ys, inks[place % len(inks)], f"column {column}", dashes[place % len(dashes)]))
    return Plot("Visits of the replies to the root", "simulations", tuple(lines), zero=True, outside=True)
