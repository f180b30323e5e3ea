"""An agent's thinking in the terminal: a bar while it thinks, Ctrl-C to end it, and its answer in words."""

from __future__ import annotations

import sys
from concurrent.futures import Future
from threading import Thread

import click

from c4.agents.specification import LoadedAgent
from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.game.values import value_text
from c4.search.decision import Decision
from c4.search.watch import Snapshot, Watch

EVERY = 0.1
"""Seconds between two looks at a running search."""

WIDTH = 24
"""Characters of the bar."""


def think(agent: LoadedAgent, position: Position) -> Decision:
    """What the agent plays; on a terminal with a bar, which Ctrl-C ends: then it plays the best column so far.

    Ctrl-C before there is one ends the command.  Raises C4Error as the agent does.
    """
    if not sys.stderr.isatty():
        return agent.choose(position)
    watch: Watch = Watch()
    answer: Future[Decision] = Future()

    def work() -> None:
        try:
            answer.set_result(agent.choose(position, watch))
        except BaseException as error:  # handed on to who waits
            answer.set_exception(error)

    worker = Thread(target=work, daemon=True)
    worker.start()
    while worker.is_alive():
        try:
            worker.join(EVERY)
            snapshot = watch.snapshot()
            if worker.is_alive() and snapshot is not None:
                show(bar(snapshot, agent, position))
        except KeyboardInterrupt:
            watch.stop()
    show("")
    decision = answer.result()
    if decision.column is None:
        raise click.Abort
    return decision


def show(text: str) -> None:
    """Puts a line of progress in the place of the last one; "" takes it away."""
    click.echo(f"\r\033[K{text}", err=True, nl=False)


def bar(snapshot: Snapshot, agent: LoadedAgent, position: Position) -> str:
    """How far a search is: of its time, or of the columns at its root."""
    time_ms = agent.limits.time_ms
    if time_ms is not None:
        done = 1000 * snapshot.seconds / time_ms
    else:
        done = len(snapshot.columns) / max(1, len(position.legal_columns()))
    filled = round(WIDTH * min(1.0, done))
    depth = f"  depth {snapshot.depth}" if snapshot.depth else ""
    best = "" if snapshot.best is None else f"  column {snapshot.best + 1}"
    nodes = count(snapshot.nodes, "node")
    return f"[{'#' * filled}{'-' * (WIDTH - filled)}] {snapshot.seconds:.1f} s{depth}  {nodes}{best}  (Ctrl-C plays it)"


def told(decision: Decision, position: Position) -> str:
    """A decision in words, in one line or two: "4: expects 44; values 1 -3, 2 0, ..."."""
    if decision.column is None:
        raise C4Error(f"nothing was found in {position!r}")
    reason = f": {decision.reason}" if decision.reason else ""
    scale = decision.scale if decision.tree is None else decision.tree.scale
    values = [
        f"{column + 1} {text}"
        for column, value in sorted(decision.columns.items())
        if (text := value_text(value, position.ply, scale))
    ]
    if not values:
        return f"{decision.column + 1}{reason}"
    return f"{decision.column + 1}{reason}\n{decision.estimate or 'values'}: {', '.join(values)}"
