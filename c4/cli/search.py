"""`c4 search`: searches positions within a depth or other limits and prints or saves the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Timer
from typing import Any

import click

from c4.cli.options import (
    Integer,
    complete_switch,
    evaluator_options,
    json_option,
    make_rules,
    positions_argument,
    print_json,
    read_positions,
    rules_options,
)
from c4.engine.ingredients import INGREDIENTS, USUAL, SearchOptions, read_switch
from c4.errors import C4Error
from c4.game.columns import format_columns, parse_order
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.text import pluralise

ALGORITHMS = ("minimax", "alphabeta", "engine", "exact")
DEPTH = 6
TREE_ROWS = 1_000_000


@click.command()
@positions_argument
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), default="alphabeta", show_default=True, help="The search to use."
)
@click.option(
    "--depth", type=Integer(min=1), help=f"Plies to look ahead.  [default: {DEPTH} if there is no other limit]"
)
@click.option(
    "--time-ms", type=click.FloatRange(min=0, min_open=True), help="Milliseconds per position (engine, exact)."
)
@click.option("--nodes", type=Integer(min=1), help="Nodes per position (engine).")
@evaluator_options
@click.option(
    "--order", metavar="COLUMNS", help="Order in which columns are tried.  [default: the middle first, 4352617]"
)
@click.option(
    "--option",
    "switches",
    multiple=True,
    metavar="NAME=on|off",
    shell_complete=complete_switch,
    help=f"Switch an ingredient of the engine; may be repeated.  NAME is {', '.join(INGREDIENTS)}.",
)
@click.option(
    "--tree",
    type=click.Path(dir_okay=False),
    help="Write the tree of the last position to this file as JSON, for other programs.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False),
    help="Save the tree of the last position as a tree file (.npz), for the window (menu Tree, Open tree...)"
    " and `c4 verify`.",
)
@rules_options
@json_option
def command(
    positions: tuple[str, ...],
    algorithm: str,
    depth: int | None,
    time_ms: float | None,
    nodes: int | None,
    evaluator: str,
    model: str | None,
    order: str | None,
    switches: tuple[str, ...],
    tree: str | None,
    save: str | None,
    as_json: bool,
    **board: Any,
) -> None:
    """Searches each POSITION and prints the best column, its value, and the columns that both sides would play.

    The side to move is MAX.  Values are in the evaluator's points for the side to move.  A won game is worth
    1,000,000 minus the discs on the final board, a lost one the negative, a draw 0.  The algorithm "exact" solves
    the position; it needs no depth and no evaluator.
    """
    recording = tree is not None or save is not None
    check_limits(algorithm, depth, time_ms, nodes, recording)
    rules = make_rules(**board)
    ingredients = ingredients_of(switches, algorithm)
    move_order = parse_order(order, rules)
    search = searcher(algorithm, depth, time_ms, nodes, evaluator, model, move_order, ingredients, recording)
    from c4.tree.searchtree import BOUNDS

    last: Decision | None = None
    for text, position in read_positions(positions, rules):
        last = search(position)
        value, bound = (None, None) if last.value is None else (last.value.points, BOUNDS[last.value.bound])
        result = {
            "position": text,
            "column": None if last.column is None else last.column + 1,
            "value": value,
            "bound": bound,
            "nodes": last.nodes,
            "pruned": last.pruned,
            "seconds": round(last.seconds, 6),
            "pv": [column + 1 for column in last.principal_variation],
            "columns": [
                {"column": column + 1, "value": value.points, "bound": BOUNDS[value.bound]}
                for column, value in last.columns.items()
            ],
            "algorithm": algorithm,
            "depth": None if algorithm == "exact" else last.depth or depth or DEPTH,
            "evaluator": None if algorithm == "exact" else evaluator,
            "scoring": rules.scoring,
        }
        if as_json:
            print_json(result)
        else:
            best = (
                f"column {last.column + 1}"
                if last.column is not None
                else "game over"
                if last.complete
                else "not solved in time"
            )
            line = format_columns(last.principal_variation) or "-"
            reached = f"depth {last.depth}  " if algorithm == "engine" else ""
            counts = f"{pluralise(last.nodes, 'node')}  {last.pruned:,} pruned  {last.seconds:.3f} s"
            click.echo(f"{text}  {best}  value {value}  pv {line}  {reached}{counts}")
    if recording:
        write_tree(last, tree, save)


def write_tree(last: Decision | None, tree: str | None, save: str | None) -> None:
    """Writes the tree of the last position to the files `tree` and `save`.  Raises C4Error if there is none."""
    if last is None:
        raise C4Error("there is no tree to write, because no position was given")
    if last.tree is None:
        raise C4Error("there is no tree to write, because the game is over in the last position")
    if tree is not None:
        from c4.tree.export import write_json

        write_json(tree, last.tree)
        click.echo(f"wrote {pluralise(len(last.tree), 'row')} to {tree}", err=True)
    if save is not None:
        from c4.tree import treefile

        treefile.save(save, last.tree)
        click.echo(f"saved {pluralise(len(last.tree), 'row')} in {save}", err=True)


def check_limits(algorithm: str, depth: int | None, time_ms: float | None, nodes: int | None, recording: bool) -> None:
    """Raises C4Error for limits that do not fit the algorithm, or a tree that it cannot record."""
    if algorithm in ("minimax", "alphabeta") and (time_ms is not None or nodes is not None):
        raise C4Error(f"the depth of {algorithm} is fixed: use --algorithm engine with --time-ms or --nodes")
    if algorithm == "exact" and (depth is not None or nodes is not None):
        raise C4Error("--algorithm exact takes no --depth and no --nodes: only --time-ms can limit it")
    if algorithm == "exact" and recording and time_ms is not None:
        raise C4Error("a tree of exact values needs all columns solved: do without --time-ms")


def ingredients_of(switches: tuple[str, ...], algorithm: str) -> SearchOptions:
    """The ingredients as `--option` switches them.  Raises C4Error for one that is none, or where there are none."""
    if switches and algorithm != "engine":
        raise C4Error(f"{algorithm} has no ingredients to switch: use --option with --algorithm engine")
    parts = (text.partition("=") for text in switches)
    return replace(USUAL, **dict(read_switch(name, state, f"--option {name}={state}") for name, _, state in parts))


def searcher(
    algorithm: str,
    depth: int | None,
    time_ms: float | None,
    nodes: int | None,
    evaluator: str,
    model: str | None,
    move_order: tuple[int, ...] | None,
    options: SearchOptions,
    recording: bool,
) -> Callable[[Position], Decision]:
    """The search to use, as a function of the position."""
    if algorithm == "exact":
        from c4.exact.tree import decide
        from c4.solver.table import Table

        def exactly(position: Position) -> Decision:
            watch = Watch()
            timer = Timer((time_ms or 0) / 1000, watch.stop)
            if time_ms is not None:
                timer.start()
            try:
                return decide(position, table=Table(), watch=watch, line=True, recording=recording)
            finally:
                timer.cancel()

        return exactly
    from c4.evaluators import load

    loaded = load(evaluator, model)
    if loaded.form:
        click.echo(loaded.form, err=True)
    if algorithm == "engine":
        from c4.engine import deepening as engine

        depth = DEPTH if depth is None and time_ms is None and nodes is None else depth
        rows = TREE_ROWS if recording else 0
        return lambda position: engine.search(
            position,
            loaded,
            depth=depth,
            nodes=nodes,
            time_ms=time_ms,
            options=options,
            move_order=move_order,
            budget=rows,
        )
    from c4.search import fixed_depth

    return lambda position: fixed_depth.search(position, depth or DEPTH, loaded, algorithm, move_order=move_order)
