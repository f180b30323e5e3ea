"""`c4 search`: searches positions within a depth or other limits and prints or saves the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import isinf
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from c4.cli.options import (
    Integer,
    evaluator_options,
    files_of,
    json_option,
    options,
    positions_argument,
    read_positions,
    rules_options,
    show,
    tree_option,
    write_tree,
)
from c4.errors import C4Error
from c4.evaluators import PLAYOUTS
from c4.game.columns import format_columns, parse_order
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import number_text, points_text
from c4.scripts import is_script
from c4.search.decision import Decision
from c4.storage import keep_input
from c4.text import pluralise
from c4.tree.selection import ALGORITHM as MONTE_CARLO
from c4.tree.selection import SCALE, USUAL

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator
    from c4.tree.searchtree import SearchTree
    from c4.tree.simulation_story import Reply

ALGORITHMS = ("minimax", "alphabeta", "engine", MONTE_CARLO)
DEPTH = 6
TREE_ROWS = 1_000_000

ROWS_OF_REPLIES = 100
"""Rows that show the replies of the root, when no tree is saved."""

Search = Callable[[Position], Decision]

sampling_options = options(
    click.option("--simulations", type=Integer(min=1), help="Simulations per position (mcts).  [default: 1000]"),
    click.option(
        "--playouts",
        type=Integer(min=0),
        help="Random games that value a leaf (mcts).  [default: 1, or none if an --evaluator is named]",
    ),
    click.option(
        "--exploration", type=float, help=f"The constant c of the formula (mcts).  [default: {USUAL.exploration}]"
    ),
    click.option(
        "--temperature", type=float, help=f"Temperature of the priors (mcts).  [default: {USUAL.temperature}]"
    ),
    click.option("--wins/--no-wins", default=None, help="Whether a line is always completed (mcts).  [default: wins]"),
    click.option(
        "--proofs/--no-proofs", default=None, help="Whether decided games are passed upwards (mcts).  [default: proofs]"
    ),
    click.option("--seed", type=Integer(min=0), help="Seed of the random games (mcts).  [default: 1]"),
)


class TypedLimits(NamedTuple):
    """How far a search goes; None where nothing was typed."""

    depth: int | None
    time_ms: float | None
    nodes: int | None


class Sampling(NamedTuple):
    """The options of Monte-Carlo tree search; None where nothing was typed."""

    simulations: int | None
    playouts: int | None
    exploration: float | None
    temperature: float | None
    wins: bool | None
    proofs: bool | None
    seed: int | None

    def typed(self) -> dict[str, Any]:
        """The options that were typed, by their names."""
        return {name: value for name, value in self._asdict().items() if value is not None}


@click.command()
@positions_argument
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), default="alphabeta", show_default=True, help="The search to use."
)
@click.option(
    "--depth", type=Integer(min=1), help=f"Plies to look ahead.  [default: {DEPTH} if there is no other limit]"
)
@click.option(
    "--time-ms", type=click.FloatRange(min=0, min_open=True), help="Milliseconds per position (engine, mcts)."
)
@click.option("--nodes", type=Integer(min=1), help="Nodes per position (engine).")
@evaluator_options()
@click.option(
    "--order", metavar="COLUMNS", help="Order in which columns are tried.  [default: the middle first, 4352617]"
)
@sampling_options
@tree_option
@rules_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    positions: tuple[str, ...],
    algorithm: str,
    evaluator: str,
    model: str | None,
    order: str | None,
    out: str | None,
    as_json: bool,
    **more: Any,
) -> None:
    """Searches each POSITION and prints the best column, its value, and the columns that both sides would play.

    The side to move is MAX.  Values are in the evaluator's points for the side to move; those of your own file are what it
    says, with --json times "scale".  A won game is worth 1,000,000 minus the discs on the final board, a lost one the
    negative, a draw 0.  Of Monte-Carlo tree search (mcts) they are means of simulations, from -1 (lost) to +1 (won).
    """
    limits = TypedLimits(**{name: more.pop(name) for name in TypedLimits._fields})
    sampling = Sampling(**{name: more.pop(name) for name in Sampling._fields})
    rules = Rules(**more)  # the options of `rules_options` are what is left
    move_order = parse_order(order, rules)
    _check_limits(algorithm, limits, sampling)
    if out is not None:
        keep_input(out, *files_of(positions, rules), model, evaluator if is_script(evaluator) else None)
    rows = TREE_ROWS if out else 0
    if algorithm == MONTE_CARLO:
        leaf_evaluator = None
        if _values_leaves(context, sampling):
            leaf_evaluator = _load(evaluator, model)
        else:
            evaluator = PLAYOUTS
        scale = SCALE
        search = _monte_carlo(leaf_evaluator, limits.time_ms, sampling, move_order, rows)
    else:
        if limits == TypedLimits(None, None, None):
            limits = limits._replace(depth=DEPTH)
        horizon_evaluator = _load(evaluator, model)
        scale = horizon_evaluator.scale
        search = _alphabeta(algorithm, horizon_evaluator, limits, move_order, rows)
    last: Decision | None = None
    for text, position in read_positions(positions, rules):
        last = search(position)
        answer = Answer(text, last, algorithm, last.depth or limits.depth, evaluator, scale, rules.scoring)
        show(answer.to_json(), answer.in_words(), as_json)
    if out is not None:
        write_tree(last, out)


def _values_leaves(context: click.Context, sampling: Sampling) -> bool:
    """Whether an evaluator values the leaves of Monte-Carlo tree search.

    --evaluator has a default, which the other searches use.  Here random games are the default, so only an evaluator or
    a model that was typed counts, and --playouts 0.
    """
    sources = [context.get_parameter_source(name) for name in ("evaluator", "model")]
    return ParameterSource.COMMANDLINE in sources or sampling.playouts == 0


def _check_limits(algorithm: str, limits: TypedLimits, sampling: Sampling) -> None:
    """Raises C4Error for options that the algorithm does not have."""
    if algorithm == MONTE_CARLO:
        if limits.depth is not None or limits.nodes is not None:
            raise C4Error("mcts is limited by --simulations or --time-ms, not by --depth or --nodes")
        return
    if typed := list(sampling.typed()):
        raise C4Error(f"--{typed[0]} is an option of --algorithm {MONTE_CARLO}, not of {algorithm}")
    if algorithm != "engine" and (limits.time_ms is not None or limits.nodes is not None):
        raise C4Error(f"the depth of {algorithm} is fixed: use --algorithm engine with --time-ms or --nodes")


def _load(evaluator: str, model: str | None) -> Evaluator:
    """The evaluator; a user's own is announced."""
    from c4.evaluators import load

    loaded = load(evaluator, model)
    if loaded.form:
        click.echo(loaded.form, err=True)
    return loaded


def _alphabeta(
    algorithm: str, evaluator: Evaluator, limits: TypedLimits, move_order: tuple[int, ...] | None, rows: int
) -> Search:
    """Minimax, alpha-beta or the engine; the engine records up to `rows` rows."""
    if algorithm == "engine":
        from c4.engine import deepening

        return partial(
            deepening.search,
            depth=limits.depth,
            time_ms=limits.time_ms,
            nodes=limits.nodes,
            evaluator=evaluator,
            move_order=move_order,
            budget=rows,
        )
    from c4.search import fixed_depth

    assert limits.depth is not None, "the default has been filled in"
    return partial(
        fixed_depth.search, depth=limits.depth, evaluator=evaluator, algorithm=algorithm, move_order=move_order
    )


def _monte_carlo(
    evaluator: Evaluator | None,
    time_ms: float | None,
    sampling: Sampling,
    move_order: tuple[int, ...] | None,
    rows: int,
) -> Search:
    """Monte-Carlo tree search.  Raises C4Error for playouts beside an evaluator."""
    from c4.mcts import search

    typed = sampling.typed()
    simulations = typed.pop("simulations", None)
    seed = typed.pop("seed", 1)
    if evaluator is not None:
        typed.setdefault("playouts", 0)
        if typed["playouts"] != 0:
            raise C4Error("leaves are valued by --playouts or by an --evaluator, not by both")
    selection = replace(USUAL, **typed)
    recorded_rows = rows if rows > 0 else ROWS_OF_REPLIES
    return partial(
        search.search,
        simulations=simulations,
        evaluator=evaluator,
        selection=selection,
        time_ms=time_ms,
        seed=seed,
        move_order=move_order,
        budget=recorded_rows,
    )


@dataclass(frozen=True)
class Answer:
    """What a search found in the position `text`, and what it was asked with; `scale` is that of the values."""

    text: str
    decision: Decision
    algorithm: str
    depth: int | None
    evaluator: str
    scale: int
    scoring: str

    @property
    def sampled(self) -> SearchTree | None:
        """The tree of Monte-Carlo tree search, None for another search or a finished game."""
        tree = self.decision.tree
        return tree if tree is not None and tree.simulations is not None else None

    def to_json(self) -> dict[str, Any]:
        """The object that --json prints."""
        from c4.tree.searchtree import BOUNDS

        decision = self.decision
        value = decision.value
        columns = [
            {"column": column + 1, "value": value.points, "bound": BOUNDS[value.bound]}
            for column, value in decision.columns.items()
        ]
        result = {
            "position": self.text,
            "column": None if decision.column is None else decision.column + 1,
            "value": None if value is None else value.points,
            "bound": None if value is None else BOUNDS[value.bound],
            "nodes": decision.nodes,
            "pruned": decision.pruned,
            "seconds": round(decision.seconds, 6),
            "pv": [column + 1 for column in decision.principal_variation],
            "columns": columns,
            "algorithm": self.algorithm,
            "depth": self.depth,
            "evaluator": self.evaluator,
            "scale": self.scale,
            "scoring": self.scoring,
        }
        if self.sampled is not None:
            result |= samples_to_json(self.sampled)
        return result

    def in_words(self) -> str:
        """The line that is printed for people."""
        decision = self.decision
        best = "game over" if decision.column is None else f"column {decision.column + 1}"
        line = format_columns(decision.principal_variation) or "-"
        return f"{self.text}  {best}  value {self._value_in_words()}  pv {line}  {self._effort_in_words()}"

    def _value_in_words(self) -> str:
        if self.sampled is not None:
            return number_text(self.sampled.value[0], scale=self.sampled.scale)
        value = self.decision.value
        return "None" if value is None else points_text(value.points, self.scale)

    def _effort_in_words(self) -> str:
        decision = self.decision
        seconds = f"{decision.seconds:.3f} s"
        if self.sampled is not None:
            return f"{samples_in_words(self.sampled)}  {seconds}"
        counts = f"{pluralise(decision.nodes, 'node')}  {decision.pruned:,} pruned  {seconds}"
        return f"depth {decision.depth}  {counts}" if self.algorithm == "engine" else counts


def replies_by_column(tree: SearchTree) -> list[Reply]:
    """The replies of the root of a tree with simulations, from the left."""
    from c4.tree.simulation_story import replies_of

    return sorted(replies_of(tree, 0), key=attrgetter("column"))


def samples_to_json(tree: SearchTree) -> dict[str, Any]:
    """What --json prints in addition of Monte-Carlo tree search."""
    assert tree.simulations is not None, "only of a tree with simulations"
    replies = []
    for reply in replies_by_column(tree):
        exploration = None if isinf(reply.score.exploration) else round(reply.score.exploration, 4)
        replies.append(
            {
                "column": reply.column + 1,
                "visits": reply.visits,
                "mean": round(reply.mean, 4),
                "prior": round(reply.prior, 4),
                "exploitation": round(reply.score.exploitation, 4),
                "exploration": exploration,
                "proved": reply.result,
            }
        )
    return {"scale": tree.scale, "simulations": len(tree.simulations), "replies": replies}


def samples_in_words(tree: SearchTree) -> str:
    """The simulations and visits of Monte-Carlo tree search."""
    assert tree.simulations is not None, "only of a tree with simulations"
    visits = " ".join(f"{reply.column + 1}:{reply.visits:,}" for reply in replies_by_column(tree))
    return f"{pluralise(len(tree.simulations), 'simulation')}, visits {visits}"
