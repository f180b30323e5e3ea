"""`c4 help`: a command explained, or what the commands share: positions, agents, evaluators, files."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import metadata
from typing import Any

import click

from c4 import agents, evaluators, models
from c4.cli import cli, unknown
from c4.cli.options import json_option, show
from c4.cli.table import COMMANDS
from c4.errors import DISTRIBUTION
from c4.library.library import default_path

TOPICS = {
    "positions": "how positions, values and scores are written",
    "agents": "who can play",
    "evaluators": "what can evaluate a position",
    "files": "where your files are",
}

POSITIONS = """A POSITION is one of these:

  4453               the columns played, counted from 1
  empty              nothing was played
  packed:NUMBER      a packed state with its own side to move (docs/formats.md)
  .../XO./XXO        a picture: rows from the top, X moved first; a board of that size
  -                  positions from standard input, one a line

Values are points for the side to move. Exact scores are those of the public solvers: +k, it wins with its k-th last
disc; 0, a draw; -k, it loses.

A board is written as its columns by its rows: the standard board is 7x6. 4,531,985,219,092 positions can be reached
on it."""

AGENTS = """An AGENT is a name, with options after a colon: engine:time_ms=100, alphabeta:depth=4,evaluator=windows.
Options: depth, time_ms, nodes, evaluator, model, seed, order; of mcts also simulations, playouts, exploration,
temperature, wins, proofs.

{}"""

EVALUATORS = """An evaluator is a name, or a Python file of your own (c4 check FILE --new evaluator).

{}"""

FILES = """Your own files:

  models     {models}   (C4_DATA names another folder)
  library    {library}
  kernels    compiled ahead by `c4 warm`, which says where; NUMBA_CACHE_DIR names another folder

Files from a newer version are refused with a message.  Opening a file never runs code."""


def documents() -> str:
    """Where the documents are that help texts call docs/NAME.md: the address that the package names, if it names one."""
    for line in metadata(DISTRIBUTION).get_all("Project-URL") or []:
        label, _, address = str(line).partition(", ")
        if label == "Documentation":
            return address
    return "the folder docs of the project's source"


def listed(entries: Mapping[str, Any]) -> str:
    """The entries of a registry, a line each."""
    width = max(map(len, entries))
    return "\n".join(f"  {name:<{width}}  {entry.about}" for name, entry in entries.items())


def explained(topic: str) -> str:
    """The text of one of TOPICS."""
    return {
        "positions": POSITIONS,
        "agents": AGENTS.format(listed(agents.AGENTS)),
        "evaluators": EVALUATORS.format(listed(evaluators.EVALUATORS)),
        "files": FILES.format(models=models.user_folder(), library=default_path()),
    }[topic]


@click.command()
@click.argument("topic", required=False)
@json_option
def command(topic: str | None, as_json: bool) -> None:
    """Explains a TOPIC (positions, agents, evaluators, files) or a command."""
    parent = click.Context(cli, info_name="c4")
    if topic is None:
        topics = "\n".join(f"  {name:<12}{about}" for name, about in TOPICS.items())
        text = f"{cli.get_help(parent)}\n\nTopics, for c4 help TOPIC:\n{topics}\n\nDocuments (docs/...): {documents()}"
    elif topic in TOPICS:
        text = explained(topic)
    elif (match := cli.get_command(parent, topic)) is not None:
        text = match.get_help(click.Context(match, info_name=topic, parent=parent))
    else:
        raise unknown("topic or command", topic, [*TOPICS, *COMMANDS])
    show({"topic": topic, "text": text}, text, as_json)
