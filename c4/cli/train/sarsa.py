"""`c4 train sarsa`: the table learner of reference system 1, and its `ActionQ.json` in and out."""

from __future__ import annotations

import click

from c4.cli.options import make_rules, rules_options
from c4.cli.train.running import given, run, start, training_options


@click.command()
@training_options(episodes=100_000)
@click.option("--alpha", type=float, help="Learning rate.  [new model: 0.1]")
@click.option("--gamma", type=float, help="Discount a move.  [new model: 1]")
@click.option("--epsilon", type=float, help="Share of random moves.  [new model: 0.4]")
@click.option("--reward-step", type=float, help="Reward for a move.  [new model: 0]")
@click.option("--reward-draw", type=float, help="Reward for a draw.  [new model: 0; the author's: -10]")
@click.option("--reward-lose", type=float, help="Reward for a lost game.  [new model: -100]")
@click.option("--reward-win", type=float, help="Reward for a won game.  [new model: 100]")
@click.option("--reward-invalid", type=float, help="Reward for choosing a full column.  [new model: -2]")
@click.option(
    "--full-columns/--legal-columns",
    default=None,
    help="Whether it may choose full columns and must learn not to.  [new model: legal]",
)
@click.option(
    "--opponent", type=click.Choice(["trainer", "random", "self"]), help="Who sits opposite.  [new model: trainer]"
)
@click.option(
    "--starts", type=click.Choice(["alternate", "learner", "opponent"]), help="Who begins.  [new model: alternate]"
)
@click.option(
    "--mirrored/--not-mirrored",
    default=None,
    help="Whether mirror images share an entry, for good.  [new model: they do not]",
)
@click.option(
    "--author",
    is_flag=True,
    help="The author's settings where none are given: full columns, the learner begins, a draw costs 10.",
)
@click.option(
    "--statistics", is_flag=True, help="Print a line for every 10,000 games as they are played, and the last board."
)
@click.option(
    "--import", "source", type=click.Path(dir_okay=False), help="Begin with a table of system 1 (ActionQ.json)."
)
@click.option("--export", type=click.Path(dir_okay=False), help="Also write the table as ActionQ.json at the end.")
@click.option(
    "--width",
    type=click.Choice(["64", "32", "8"]),
    default="64",
    show_default=True,
    help="Bits of the numbers behind its keys.",
)
@rules_options
def command(
    episodes,
    seed,
    model,
    fresh,
    as_json,
    scoring,
    rows,
    columns,
    connect,
    mirrored,
    author,
    statistics,
    source,
    export,
    width,
    **settings,
) -> None:
    """Keeps the value of every column of every position it meets in a table.

    A model that exists is trained on, with the settings it has; those given here replace its own from now on.  The same seed, settings and
    number of games give the same table to the last bit, in one run or in several.  Ctrl-C saves what was learned.
    """
    from c4.learning import actionq
    from c4.learning.sarsa import AUTHOR

    settings = {**(AUTHOR if author else {}), **given(settings)}
    rules = make_rules(scoring, rows, columns, connect)
    learner, path = start("sarsa", model, seed, fresh, episodes, source, rules=rules, mirrored=mirrored, **settings)

    def written() -> str:
        number = actionq.write(export, learner.table(), int(width))
        return f"{number:,} of {learner.states:,} states written to {export}: those in which the learner began"

    told = Statistics(learner, episodes) if statistics else list
    run(learner, episodes, path, as_json, told=told, export=None if export is None else written)


HEAD = f"{'games':>12}{'done':>7}{'new states':>12}{'won':>8}{'drawn':>7}{'lost':>8}{'won/lost':>10}"


class Statistics:
    """The lines of statistics of a run (R1-10): a call gives those that are new, a head before them; then the result and the last field."""

    def __init__(self, learner, episodes: int) -> None:
        self._learner, self._episodes, self._before = learner, episodes, learner.episodes
        self._told, self._head, self._over = len(learner.history), [HEAD], False

    def __call__(self) -> list[str]:
        new = self._learner.history[self._told :]
        self._told += len(new)
        head, self._head = (self._head, []) if new else ([], self._head)
        return [*head, *map(self._line, new), *self._result()]

    def _result(self) -> list[str]:
        if self._over or self._learner.episodes < self._before + self._episodes or not self._episodes:
            return []
        self._over = True
        field = (" ".join(row) for row in self._learner.last_field.grid().split("\n"))
        return [f"Result: {self._learner.states:,} states; at the end of the last game (X began):", *field]

    def _line(self, line: dict) -> str:
        done = (line["episodes"] - self._before) / self._episodes
        return (
            f"{line['episodes']:>12,}{done:>7.0%}{line['new_states']:>12,}{line['won']:>8,}{line['drawn']:>7,}{line['lost']:>8,}"
            f"{line['win_lose_ratio']:>10.2f}"
        )
