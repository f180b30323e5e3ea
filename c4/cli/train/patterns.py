"""`c4 train patterns`: the memory of reference system 2 plays games and remembers them; its XML in and out."""

from __future__ import annotations

import click

from c4.agents import AGENTS
from c4.cli.options import make_rules, rules_options
from c4.cli.train.running import given, run, start, training_options
from c4.evaluators import EVALUATORS

OPPONENTS = ["self", *(name for name in AGENTS if name != "patterns")]


@click.command()
@training_options(episodes=200)
@click.option("--opponent", type=click.Choice(OPPONENTS), help="Who sits opposite.  [new: novice]")
@click.option("--depth", type=click.IntRange(min=1), help="Plies that the opponent looks ahead.  [new: 3]")
@click.option("--evaluator", type=click.Choice(list(EVALUATORS)), help="The opponent's evaluator.  [new: v2]")
@click.option(
    "--import",
    "source",
    type=click.Path(dir_okay=False),
    help="Begin with a memory of system 2 (ConnectFourPatterns.xml).",
)
@click.option("--export", type=click.Path(dir_okay=False), help="Also write the memory as XML at the end.")
@rules_options
def command(episodes, seed, model, fresh, as_json, scoring, rows, columns, connect, source, export, **settings) -> None:
    """Remembers the patterns of the games it plays, and how they ended.

    A memory that exists is added to.  The same seed, opponent and number of games give the same memory, in one run or in several.  Ctrl-C saves
    what was learned.
    """
    from c4.learning import pattern_xml

    rules = make_rules(scoring, rows, columns, connect)
    learner, path = start("patterns", model, seed, fresh, episodes, source, rules=rules, **given(settings))

    def written() -> str:
        return f"{pattern_xml.write(export, learner.memory):,} patterns written to {export}"

    run(learner, episodes, path, as_json, export=None if export is None else written)
