"""`c4 help`: a command explained, or what commands have in common: positions, agents, evaluators, learners, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from c4 import agents, evaluators, models
from c4.cli.options import completions
from c4.errors import C4Error
from c4.library.library import default_path


def listed(about: Mapping[str, Any]) -> str:
    """The entries of a registry, a line each."""
    width = max(map(len, about))
    return "\n".join(f"  {name:<{width}}  {entry.about}" for name, entry in about.items())


def positions() -> str:
    return """A POSITION is one of these:

  4453               the columns played, counted from 1
  empty              nothing was played
  packed:NUMBER      a packed state with its own side to move (docs/formats.md)
  .../XO./XXO        a picture: rows from the top, X moved first; a board of that size
  -                  positions from standard input, one a line

Values are points for the side to move. Exact scores are those of the public solvers: +k, it wins with its k-th last
disc; 0, a draw; -k, it loses."""


def about_agents() -> str:
    return (
        "An AGENT is a name, with options after a colon: engine:time_ms=100, alphabeta:depth=4,evaluator=windows.\n"
        f"Options: depth, time_ms, nodes, evaluator, model, seed, order.\n\n{listed(agents.AGENTS)}"
    )


def about_evaluators() -> str:
    return (
        f"An evaluator is a name, or a Python file of your own (c4 new evaluator).\n\n{listed(evaluators.EVALUATORS)}"
    )


def about_files() -> str:
    return f"""Your own files:

  models     {models.user_folder()}   (C4_DATA names another folder)
  library    {default_path()}
  kernels    compiled ahead by `c4 warm`, which says where; NUMBA_CACHE_DIR names another folder

A file that a newer program wrote is refused in a sentence; nothing that is merely opened is run."""


TOPICS: dict[str, tuple[str, Callable[[], str]]] = {
    "positions": ("how positions, values and scores are written", positions),
    "agents": ("who can play", about_agents),
    "evaluators": ("what can judge a position", about_evaluators),
    "files": ("where your files are", about_files),
}


def complete_topic(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Topics and commands."""
    from c4.cli import COMMANDS

    return completions({name: about for name, (about, _) in TOPICS.items()} | COMMANDS, typed)


@click.command()
@click.argument("topic", required=False, shell_complete=complete_topic)
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Explains a TOPIC (positions, agents, evaluators, files) or a command."""
    from c4.cli import COMMANDS, cli

    if topic is None:
        click.echo(cli.get_help(click.Context(cli, info_name="c4")))
        click.echo("\nTopics, for c4 help TOPIC:")
        click.echo("\n".join(f"  {name:<12}{about}" for name, (about, _) in TOPICS.items()))
    elif topic in TOPICS:
        click.echo(TOPICS[topic][1]())
    elif topic in COMMANDS:
        parent = click.Context(cli, info_name="c4")
        explained = cli.get_command(parent, topic)
        assert explained is not None
        click.echo(explained.get_help(click.Context(explained, info_name=topic, parent=parent)))
    else:
        raise C4Error(f"there is no topic or command {topic!r}: choose {', '.join(TOPICS)}, or a command")
