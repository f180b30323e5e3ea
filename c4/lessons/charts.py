"""The charts of lessons: how work grows with depth, and how weights are learned; numbers that the program works out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from c4.agents.specification import Specification
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.lessons.searches import check_running, read_search, tree_of
from c4.text import join_words

if TYPE_CHECKING:  # brings numpy, which the first paint of the window does without
    from c4.search.watch import Watch

NODES = "nodes"
WEIGHTS = "weights"
CHARTS = {NODES: "chart: nodes minimax:depth=6 alphabeta:depth=6", WEIGHTS: "chart: weights my threes, centre"}
"""The kinds of charts, each with an example: how many nodes searches visit, by depth; how weights change while a learner
plays against itself.
"""

FEATURES = {"centre": 1, "my twos": 3, "my threes": 4, "win now": 8}
"""The features of the learner Windows that a chart can name, with their places among its weights."""

GAMES = 1000
"""The games in which the weights are learned."""

GAMES_BETWEEN_POINTS = 20

LEARNING_SEED = 7
"""The seed of that training."""


class Series(NamedTuple):
    """One curve: its name and its points (x, y)."""

    name: str
    points: tuple[tuple[float, float], ...]


class Chart(NamedTuple):
    """A chart: its title, what it counts from left to right, its curves, and whether its y axis is logarithmic."""

    title: str
    across: str
    series: tuple[Series, ...]
    log: bool = False


class Wanted(NamedTuple):
    """The chart that a page asks for: one of CHARTS, and the searches or the features that it is about."""

    kind: str
    searches: tuple[Specification, ...] = ()
    features: tuple[str, ...] = ()


def read_chart(text: str) -> Wanted:
    """The chart that a line of a header asks for.  Raises C4Error."""
    kind, _, of = text.partition(" ")
    of = of.strip()
    if kind not in CHARTS:
        raise C4Error(f"chart cannot be {kind!r}: choose {' or '.join(CHARTS)}")
    if not of:
        raise C4Error(f"say what the chart is about, such as {CHARTS[kind]!r}")
    if kind == NODES:
        return Wanted(kind, searches=tuple(_read_deep_search(word) for word in of.split()))
    names = tuple(name.strip() for name in of.split(","))
    for name in names:
        if name not in FEATURES:
            raise C4Error(f"the learner has no feature {name!r}: choose {', '.join(FEATURES)}")
    return Wanted(kind, features=names)


def _read_deep_search(text: str) -> Specification:
    """A search that counts its work by depth.  Raises C4Error."""
    search = read_search(text)
    if search.name == "mcts":
        raise C4Error("Monte-Carlo tree search has no depth: choose minimax, alphabeta or engine")
    return search


def make_chart(wanted: Wanted, position: Position, watch: Watch | None = None) -> Chart:
    """The chart that a page asks for; `watch` can stop it.  Raises C4Error when it was stopped."""
    return MAKERS[wanted.kind](wanted, position, watch)


def chart_of_nodes(wanted: Wanted, position: Position, watch: Watch | None) -> Chart:
    """How many nodes each search visits, at each depth up to its own."""
    series = []
    for search in wanted.searches:
        points = []
        for depth in range(1, search.limits.depth + 1):
            shallower = replace(search, limits=replace(search.limits, depth=depth))
            points.append((float(depth), float(tree_of(position, shallower, watch).nodes)))
        series.append(Series(name_of(search, wanted.searches), tuple(points)))
    return Chart("Positions looked at", "moves ahead", tuple(series), log=True)


def name_of(search: Specification, among: tuple[Specification, ...]) -> str:
    """What a search is called beside others: its algorithm, and its order of columns if that tells them apart."""
    name = SEARCH_NAMES.get(search.name, search.name)
    same = [other for other in among if other.name == search.name]
    return name if len(same) == 1 else f"{name}, {order_text(search.limits.move_order)}"


SEARCH_NAMES = {"alphabeta": "alpha-beta"}


def order_text(order: tuple[int, ...] | None) -> str:
    """An order of columns in words."""
    if order is None:
        return "middle first"
    if list(order) == sorted(order):
        return "left to right"
    if list(order) == sorted(order, reverse=True):
        return "right to left"
    return "order " + "".join(DIGITS[column] for column in order)


def chart_of_weights(wanted: Wanted, position: Position, watch: Watch | None) -> Chart:
    """How weights of the learner Windows change while it plays against itself."""
    from c4 import learning as learners

    learner: Any = learners.load("windows").create(seed=LEARNING_SEED)
    points: dict[str, list[tuple[float, float]]] = {name: [] for name in wanted.features}
    while True:
        for name in wanted.features:
            points[name].append((float(learner.episodes), float(learner.weights[FEATURES[name]])))
        if learner.episodes >= GAMES:
            break
        check_running(watch)
        learner.train(GAMES_BETWEEN_POINTS)
    series = tuple(Series(name, tuple(points[name])) for name in wanted.features)
    return Chart("Weights", "games against itself", series)


MAKERS: dict[str, Callable[[Wanted, Position, Any], Chart]] = {NODES: chart_of_nodes, WEIGHTS: chart_of_weights}


def number_text(number: float) -> str:
    """A count, or a number with two decimals."""
    return f"{number:,.0f}" if number.is_integer() else f"{number:.2f}"


def chart_words(chart: Chart) -> str:
    """What a chart shows, for those who cannot see it: each curve with its last point."""
    ends = [f"{series.name} {number_text(series.points[-1][1])}" for series in chart.series]
    across = chart.series[0].points[-1][0]
    return f"{chart.title}, after {across:,.0f} {chart.across}: {join_words(ends)}"
