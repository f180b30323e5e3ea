"""`c4 search`: searches positions within a depth or other limits and prints or saves the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import isinf
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from c4.cli.options import (
    Integer,
    evaluator_options,
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
from c4.search.decision import Decision
from c4.text import pluralise
from c4.tree.selection import ALGORITHM as MONTE_CARLO
from c4.tree.selection import SCALE, USUAL

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator
    from c4.tree.searchtree import SearchTree

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

SAMPLING = ("simulations", "playouts", "exploration", "temperature", "wins", "proofs", "seed")


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
    limits = {name: more.pop(name) for name in ("depth", "time_ms", "nodes")}
    sampling = {name: more.pop(name) for name in SAMPLING}
    rules = Rules(**more)
    move_order = parse_order(order, rules)
    _check_limits(algorithm, limits, sampling)
    rows = TREE_ROWS if out else 0
    if algorithm == MONTE_CARLO:
        sources = [context.get_parameter_source(name) for name in ("evaluator", "model")]
        values_leaves = ParameterSource.COMMANDLINE in sources or sampling["playouts"] == 0
        if not values_leaves:
            evaluator = PLAYOUTS
        loaded = _load(evaluator, model) if values_leaves else None
        scale = SCALE
        search = _monte_carlo(loaded, limits["time_ms"], sampling, move_order, rows)
    else:
        searched = _load(evaluator, model)
        scale = searched.scale
        search = _alphabeta(algorithm, searched, limits, move_order, rows)
    last: Decision | None = None
    for text, position in read_positions(positions, rules):
        last = search(position)
        about = {
            "algorithm": algorithm,
            "depth": last.depth or limits["depth"],
            "evaluator": evaluator,
            "scale": scale,
            "scoring": rules.scoring,
        }
        _show(text, last, about, as_json)
    if out is not None:
        write_tree(last, out)


def _check_limits(algorithm: str, limits: dict[str, Any], sampling: dict[str, Any]) -> None:
    """Fills in the default depth.  Raises C4Error for options that the algorithm does not have."""
    if algorithm == MONTE_CARLO:
        if limits["depth"] is not None or limits["nodes"] is not None:
            raise C4Error("mcts is limited by --simulations or --time-ms, not by --depth or --nodes")
        return
    if given := [name for name, value in sampling.items() if value is not None]:
        raise C4Error(f"--{given[0]} is an option of --algorithm {MONTE_CARLO}, not of {algorithm}")
    if algorithm != "engine" and (limits["time_ms"] is not None or limits["nodes"] is not None):
        raise C4Error(f"the depth of {algorithm} is fixed: use --algorithm engine with --time-ms or --nodes")
    if all(limit is None for limit in limits.values()):
        limits["depth"] = DEPTH


def _load(evaluator: str, model: str | None) -> Evaluator:
    """The evaluator; a user's own is announced."""
    from c4.evaluators import load

    loaded = load(evaluator, model)
    if loaded.form:
        click.echo(loaded.form, err=True)
    return loaded


def _alphabeta(
    algorithm: str, evaluator: Evaluator, limits: dict[str, Any], move_order: tuple[int, ...] | None, rows: int
) -> Search:
    """Minimax, alpha-beta or the engine; the engine records up to so many rows."""
    if algorithm == "engine":
        from c4.engine import deepening

        return partial(deepening.search, evaluator=evaluator, move_order=move_order, budget=rows, **limits)
    from c4.search import fixed_depth

    depth = limits["depth"]
    return partial(fixed_depth.search, depth=depth, evaluator=evaluator, algorithm=algorithm, move_order=move_order)


def _monte_carlo(
    evaluator: Evaluator | None,
    time_ms: float | None,
    sampling: dict[str, Any],
    move_order: tuple[int, ...] | None,
    rows: int,
) -> Search:
    """Monte-Carlo tree search.  Raises C4Error for playouts beside an evaluator."""
    from c4.mcts import search

    given = {name: value for name, value in sampling.items() if value is not None}
    simulations = given.pop("simulations", None)
    seed = given.pop("seed", 1)
    if evaluator is not None and given.setdefault("playouts", 0):
        raise C4Error("leaves are valued by --playouts or by an --evaluator, not by both")
    selection = replace(USUAL, **given)
    return partial(
        search.search,
        simulations=simulations,
        evaluator=evaluator,
        selection=selection,
        time_ms=time_ms,
        seed=seed,
        move_order=move_order,
        budget=rows or ROWS_OF_REPLIES,
    )


def _show(text: str, decision: Decision, about: dict[str, Any], as_json: bool) -> None:
    """Prints what a search found in a position."""
    from c4.tree.searchtree import BOUNDS

    value, bound = (None, None) if decision.value is None else (decision.value.points, BOUNDS[decision.value.bound])
    result = {
        "position": text,
        "column": None if decision.column is None else decision.column + 1,
        "value": value,
        "bound": bound,
        "nodes": decision.nodes,
        "pruned": decision.pruned,
        "seconds": round(decision.seconds, 6),
        "pv": [column + 1 for column in decision.principal_variation],
        "columns": [
            {"column": column + 1, "value": value.points, "bound": BOUNDS[value.bound]}
            for column, value in decision.columns.items()
        ],
        **about,
    }
    best = "game over" if decision.column is None else f"column {decision.column + 1}"
    line = format_columns(decision.principal_variation) or "-"
    counts = f"{pluralise(decision.nodes, 'node')}  {decision.pruned:,} pruned  {decision.seconds:.3f} s"
    shown = str(value) if value is None else points_text(value, about["scale"])
    if about["algorithm"] == "engine":
        counts = f"depth {decision.depth}  {counts}"
    elif decision.tree is not None and decision.tree.simulations is not None:
        samples, counts = _samples(decision.tree)
        result |= samples
        counts = f"{counts}  {decision.seconds:.3f} s"
        shown = number_text(decision.tree.value[0], scale=decision.tree.scale)
    show(result, f"{text}  {best}  value {shown}  pv {line}  {counts}", as_json)


def _samples(tree: SearchTree) -> tuple[dict[str, Any], str]:
    """What Monte-Carlo tree search found in addition: for JSON, and in a line."""
    from c4.tree.simulation_story import replies_of

    assert tree.simulations is not None, "only of a tree with simulations"
    replies = sorted(replies_of(tree, 0), key=lambda reply: reply.column)
    result = {
        "scale": tree.scale,
        "simulations": len(tree.simulations),
        "replies": [
            {
                "column": reply.column + 1,
                "visits": reply.visits,
                "mean": round(reply.mean, 4),
                "prior": round(reply.prior, 4),
                "exploitation": round(reply.score.exploitation, 4),
                "exploration": None if isinf(reply.score.exploration) else round(reply.score.exploration, 4),
                "proved": reply.result,
            }
            for reply in replies
        ],
    }
    visits = " ".join(f"{reply.column + 1}:{reply.visits:,}" for reply in replies)
    return result, f"{pluralise(len(tree.simulations), 'simulation')}, visits {visits}"
