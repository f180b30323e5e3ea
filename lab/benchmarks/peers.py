"""The program beside what you would use instead: plain Python, OpenSpiel, solvers, networkx, numpy; as ratios in one run."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from c4.cli.options import json_option, show
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.learning.tdlambda import TDLambdaLearner
from c4.learning.tdlambda import TDLambdaSettings as Settings
from c4.mcts.search import search as simulate
from c4.search.decision import Decision
from c4.search.fixed_depth import search
from c4.solver.solver import solve_many
from c4.solver.table import Table
from c4.tree.selection import USUAL, Selection
from lab.benchmarks import plain_alphabeta as plain
from lab.benchmarks import solve_lines, speed
from lab.benchmarks.sets import DISCS, Scored, positions_like, read_set
from lab.benchmarks.solver_peers import Peer, running_peers

if TYPE_CHECKING:
    from visualizer.state.tree.view import TreeView  # brings what the other parts do without

ROOT = Path(__file__).resolve().parents[2]

MOVES = "4453"
"""The position that is searched by alpha-beta, and whose tree is drawn."""

DEPTH = 6
"""How deep it is searched, in plies."""

OPENSPIEL_SCALE = 1000
"""OpenSpiel wants values from -1 to 1: points of V1 are divided by this."""

NODES_DRAWN = 300
"""Nodes in a picture of a tree, at least."""

SOLVED_SETS = ("end_easy", "middle_easy")
"""The sets of positions that are solved in one call."""

SOLVED_POSITIONS = 50
"""How many positions of each of these sets are solved."""

OPENSPIEL_MEGABYTES = 1000
"""The memory that OpenSpiel's search may take."""

SIMULATIONS = 10_000
"""Simulations of a search by Monte-Carlo tree search."""

PLAYED = ("", "4453", "444444333", "44444377")
"""Games whose last positions are searched by Monte-Carlo tree search."""

OF_THE_AUTHOR: dict[str, Any] = {
    "alpha": 0.003,
    "gamma": 0.9,
    "lambda_": 0.8,
    "eps_start": 1.0,
    "eps_end": 0.05,
    "eps_episodes": 1,
    "counts": False,
}
"""Settings of both learners: the author's, but for few random moves from the first game on."""

EPISODES = 12
"""Games that a learner in plain Python plays and learns from in one repeat."""

EPISODES_FACTOR = 300
"""How many times as many the compiled one plays, which takes far less time for each."""

LEAST_SECONDS = 0.05
"""Our work is repeated until it takes at least so long."""

SHORTEST_SECONDS = 1e-5
"""Work that takes less counts as taking so long, when the repeats are counted."""


class Pair(NamedTuple):
    """A piece of work, who else does it, and how long each took, in seconds, one entry a repeat."""

    work: str
    peer: str
    ours: list[float]
    theirs: list[float]

    def row(self) -> str:
        """A row of the table."""
        ratios = sorted(theirs / ours for ours, theirs in zip(self.ours, self.theirs))
        spread = f"{_short(median(ratios))} ({_short(ratios[0])} to {_short(ratios[-1])})"
        return f"| {self.work} | {self.peer} | {_time(self.ours)} | {_time(self.theirs)} | {spread} |"


class Missing(NamedTuple):
    """A peer that is not here, and how to get it."""

    work: str
    peer: str
    how: str

    def row(self) -> str:
        """A row of the table that says so."""
        return f"| {self.work} | {self.peer} | | *not here: {self.how}* | |"


class Learned(NamedTuple):
    """A learner's row, from games a second."""

    work: str
    peer: str
    ours: float
    theirs: float
    values: dict[str, float]
    """The summary that `td_lambda` returns."""

    def row(self) -> str:
        """A row of the table."""
        our_time = _time([1 / self.ours])
        their_time = _time([1 / self.theirs])
        spread = f"{self.values['ratio']:,} ({self.values['lowest']:,} to {self.values['highest']:,})"
        return f"| {self.work} | {self.peer} | {our_time} | {their_time} | {spread} |"


def _short(ratio: float) -> str:
    """A ratio: a whole number from 10 on, below with two digits."""
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def _time(seconds: list[float]) -> str:
    """The median of some times, with its unit."""
    middle = median(seconds)
    if middle >= 1:
        return f"{middle:.2f} s"
    if middle >= 1e-3:
        return f"{1e3 * middle:.3g} ms"
    return f"{1e6 * middle:.3g} µs"


def compare(work: str, peer: str, ours: Callable[[], object], theirs: Callable[[], object], repeats: int) -> Pair:
    """Both in turns; ours as often as fits into LEAST_SECONDS, the first time not counted."""
    ours()
    seconds = max(speed.seconds(ours), SHORTEST_SECONDS)
    times = max(1, round(LEAST_SECONDS / seconds))
    pair = Pair(work, peer, [], [])
    for _ in range(repeats):
        pair.ours.append(speed.seconds(ours, times))
        pair.theirs.append(speed.seconds(theirs))
    return pair


def points(decision: Decision) -> int:
    """The value of a search with a tree."""
    assert decision.value is not None
    return decision.value.points


def searching_in_python(repeats: int) -> Iterator[Pair]:
    """Recorded alpha-beta against the same in plain Python; both must count and value the same nodes."""
    position = Position.from_moves(MOVES, Rules(scoring=COUNT_LINES))
    state = plain.played([int(move) - 1 for move in MOVES])
    plain_search = plain.Search(DEPTH)
    plain_value = plain_search.run(state)
    decision = search(position, DEPTH, load("v1"))
    if plain_value != points(decision) or plain_search.nodes != decision.nodes:
        raise click.ClickException("the search in plain Python does not find what ours finds")

    def search_here() -> None:
        search(position, DEPTH, load("v1"))

    def search_in_python() -> None:
        plain.Search(DEPTH).run(state)

    yield compare(
        f"alpha-beta, depth {DEPTH}, {decision.nodes:,} nodes, all recorded",
        "reference system 4's method in plain Python",
        search_here,
        search_in_python,
        repeats,
    )


def openspiel(repeats: int) -> Iterator[Pair | Missing]:
    """Alpha-beta against OpenSpiel's with V1 written in Python: the same values, the columns in the same order."""
    work = f"alpha-beta, depth {DEPTH}, V1; only ours is recorded"
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search  # type: ignore[import-untyped]
    except ImportError:
        yield Missing(work, "OpenSpiel", "pip install open_spiel")
        return
    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()
    for move in MOVES:
        state.apply_action(int(move) - 1)

    def v1(state: pyspiel.State) -> float:
        return plain.value(plain.played(state.history())) / OPENSPIEL_SCALE

    def theirs() -> float:
        value_of_root, _ = alpha_beta_search(
            game, state=state, value_function=v1, maximum_depth=DEPTH, maximizing_player_id=0
        )
        return float(value_of_root)

    def ours() -> Decision:
        return search(Position.from_moves(MOVES), DEPTH, load("v1"), move_order=range(7))

    if round(OPENSPIEL_SCALE * theirs()) != points(ours()):
        raise click.ClickException("OpenSpiel's search does not find what ours finds")
    yield compare(work, f"OpenSpiel {version('open_spiel')}, alpha_beta_search, V1 in Python", ours, theirs, repeats)


def monte_carlo(repeats: int) -> Iterator[Pair | Missing]:
    """Monte-Carlo tree search with random playouts, recorded, against OpenSpiel's in C++, which records nothing.

    Both take the same constant c, in the same formula.  In the first rows neither knows of wins and proofs, and both
    run all simulations; in the last row each takes what it has of these.
    """
    try:
        import pyspiel
    except ImportError:
        yield Missing("Monte-Carlo tree search", "OpenSpiel", "pip install open_spiel")
        return
    game = pyspiel.load_game("connect_four")
    peer = f"OpenSpiel {version('open_spiel')}, MCTSBot, C++"
    without_proofs = [(moves, False) for moves in PLAYED]
    with_proofs = [(PLAYED[0], True)]
    for moves, solves in without_proofs + with_proofs:
        position = Position.from_moves(moves)
        state = game.new_initial_state()
        for column in position.moves or ():
            state.apply_action(column)
        selection = Selection(wins=solves, proofs=solves)

        where = f"after {moves}" if moves else "at the start"
        proofs = "proofs on" if solves else "no proofs"
        yield compare(
            f"{SIMULATIONS:,} simulations {where}, {proofs}; only ours is recorded",
            peer,
            partial(simulate_here, position, selection),
            partial(simulate_in_openspiel, game, state, solves),
            repeats,
        )


def simulate_here(position: Position, selection: Selection) -> None:
    """One recorded search of ours."""
    tree = simulate(position, SIMULATIONS, selection=selection).tree
    assert tree is not None
    assert tree.simulations is not None
    assert len(tree.simulations) == SIMULATIONS


def simulate_in_openspiel(game: Any, state: Any, solves: bool) -> None:
    """One search of OpenSpiel's, with proofs if it `solves`."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, USUAL.exploration, SIMULATIONS, OPENSPIEL_MEGABYTES, solves, 1, False)
    root = bot.mcts_search(state)
    assert root.explore_count == SIMULATIONS


def solving(repeats: int, binaries: tuple[str, ...]) -> Iterator[Pair | Missing]:
    """Exact scores, no book, against bitbully and any solver program; every score must agree.

    A program is measured from its standard input to its standard output, as `c4 solve -` is.
    """
    if binaries:
        for name in DISCS:
            yield from solving_lines(name, repeats, binaries)
    try:
        bitbully = f"bitbully {version('bitbully')}"
    except PackageNotFoundError:
        yield Missing("exact score of a position", "bitbully", "pip install bitbully")
        return
    with running_peers(sys.executable, (), bitbully) as peers:
        for name in SOLVED_SETS:
            yield from solving_set(name, peers, repeats)


def solving_set(name: str, peers: list[Peer], repeats: int) -> Iterator[Pair]:
    """Positions of a set, solved here in one call, and by each peer one after another; seconds for a position."""
    positions = read_set(name)[:SOLVED_POSITIONS]
    boards = [Position.from_moves(position.moves) for position in positions]
    solve_here = partial(solve_many, boards, table=Table())
    solve_here()  # the first time loads what is loaded once
    for peer in peers:
        seconds_of(peer, positions)
    ours = []
    theirs: list[list[float]] = [[] for _ in peers]
    for _ in range(repeats):
        ours.append(speed.seconds(solve_here) / len(positions))
        for peer, seconds in zip(peers, theirs):
            seconds.append(seconds_of(peer, positions) / len(positions))
    for peer, seconds in zip(peers, theirs):
        yield Pair(f"exact score, {in_words(name)}", peer.name, ours, seconds)


def seconds_of(peer: Peer, positions: list[Scored]) -> float:
    """The seconds that a peer takes for positions.  Raises ClickException if a score is wrong."""
    answers = peer.answer_all(positions)
    if answers.wrong:
        raise click.ClickException("a peer's scores differ from the published ones")
    return answers.seconds


def solving_lines(name: str, repeats: int, binaries: tuple[str, ...]) -> Iterator[Pair]:
    """`c4 solve -` and solver programs, from input to output, in positions like those of a set."""
    positions = positions_like(name, solve_lines.POSITIONS, seed=1)
    costs = solve_lines.costs(positions, repeats, binaries)
    seconds = {program: [cost.processor / 1e6 for cost in used] for program, used in costs.items()}
    ours = seconds.pop(solve_lines.OUR_PROGRAM)
    for program, theirs in seconds.items():
        yield Pair(f"`{solve_lines.OUR_PROGRAM}`, {in_words(name)}, input to output", program, ours, theirs)


def in_words(name: str) -> str:
    """The name of a set as a table shows it."""
    return name.replace("_", " ")


def drawing(repeats: int) -> Iterator[Pair]:
    """A picture of at least NODES_DRAWN nodes against networkx.draw of the same graph."""
    import networkx as nx
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from visualizer.state.tree.glyphs import build_graph
    from visualizer.state.tree.view import TreeView
    from visualizer.tree.export import picture

    tree = search(Position.from_moves(MOVES), DEPTH, load("v2")).tree
    assert tree is not None
    view = TreeView(tree)
    unfold(view, NODES_DRAWN)
    graph = nx.DiGraph(build_graph(view).edges)  # without attributes
    names = {key: str(tree.value[key]) if isinstance(key, int) else "" for key in graph}
    root = next(key for key, degree in graph.in_degree if degree == 0)

    def ours() -> None:
        picture(view).canvas.draw()

    def theirs(place: Callable[..., object]) -> None:
        figure = Figure(figsize=(14, 10), dpi=72)
        FigureCanvasAgg(figure)
        nx.draw(graph, place(graph), ax=figure.add_subplot(), labels=names, node_size=60, font_size=6)
        figure.canvas.draw()

    for name, place in (
        ("spring_layout, its default", nx.spring_layout),
        ("bfs_layout", partial(nx.bfs_layout, start=root)),
    ):
        yield compare(
            f"a picture of {len(graph)} nodes of a tree, with values",
            f"networkx {nx.__version__}, draw, {name}",
            ours,
            partial(theirs, place),
            repeats,
        )


def unfold(view: TreeView, nodes: int) -> None:
    """Unfolds a view ply by ply until it shows at least so many nodes."""
    rows = [0]
    for row in rows:  # the list grows meanwhile: the replies to each row come last
        view.expand(row)
        rows += view.searched_children(row)
        if len(view.glyphs) >= nodes:
            break


def td_lambda(repeats: int) -> dict[str, float]:
    """Ratio of the episodes a second, with its spread, in games with few random moves."""
    sys.path.insert(0, str(ROOT / "tests" / "helpers"))  # where the learner in plain Python is
    from plain_tdlambda import PlainLearner

    ratios = []
    plain_rates = []
    compiled_rates = []
    for seed in range(1, repeats + 1):
        in_python = PlainLearner(seed, **OF_THE_AUTHOR)
        compiled = TDLambdaLearner(seed, Settings(**OF_THE_AUTHOR))
        compiled.train(0)
        started = process_time()
        for _ in range(EPISODES):
            in_python.play()
        plain_rate = EPISODES / (process_time() - started)
        compiled.train(EPISODES)
        assert compiled.weights.tolist() == in_python.weights, "the two do not learn the same"
        many_episodes = EPISODES * EPISODES_FACTOR
        started = process_time()
        compiled.train(many_episodes)
        compiled_rate = many_episodes / (process_time() - started)
        ratios.append(compiled_rate / plain_rate)
        plain_rates.append(plain_rate)
        compiled_rates.append(compiled_rate)
    return {
        "ratio": round(median(ratios)),
        "lowest": round(min(ratios)),
        "highest": round(max(ratios)),
        "plain_per_second": round(median(plain_rates), 1),
        "compiled_per_second": round(median(compiled_rates)),
    }


def learning(repeats: int) -> Iterator[Learned]:
    """Games learned from, against plain renderings that learn the very same weights."""
    summary = td_lambda(repeats)
    yield Learned(
        work="td-lambda: one game played and learned from",
        peer="the same in plain Python",
        ours=summary["compiled_per_second"],
        theirs=summary["plain_per_second"],
        values=summary,
    )


PARTS = ("search", "openspiel", "mcts", "solver", "drawing", "learning")


@click.command()
@click.option(
    "--repeats", type=click.IntRange(min=1), default=5, show_default=True, help="Times that each is measured."
)
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Only this part; repeatable.")
@click.option("--peer-binary", "binaries", multiple=True, type=click.Path(path_type=Path), help="A solver program.")
@json_option
def main(repeats: int, parts: tuple[str, ...], binaries: tuple[Path, ...], as_json: bool) -> None:
    """Prints one table: ours, beside what one would use instead."""
    work: dict[str, Callable[[], Iterator[Pair | Missing | Learned]]] = {
        "search": partial(searching_in_python, repeats),
        "openspiel": partial(openspiel, repeats),
        "mcts": partial(monte_carlo, repeats),
        "solver": partial(solving, repeats, tuple(map(str, binaries))),
        "drawing": partial(drawing, repeats),
        "learning": partial(learning, repeats),
    }
    versions = {"python": platform.python_version(), "numba": version("numba"), "repeats": repeats}
    head = f"Python {versions['python']}, numba {versions['numba']}, one thread, processor time, {repeats} repeats\n\n"
    head += "| work | peer | ours | peer's | peer's time by ours: median (lowest to highest) |\n|---|---|--:|--:|--:|"
    show(versions, head, as_json)
    for part in parts or PARTS:
        for row in work[part]():
            show(row._asdict(), row.row(), as_json)
