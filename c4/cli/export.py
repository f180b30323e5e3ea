"""`c4 export`: an agent as a program for another framework."""

from __future__ import annotations

import click

from c4.cli import Group
from c4.cli.options import complete_agent, json_option, show
from c4.errors import C4Error
from c4.storage import write_text

SEARCHES = ("alphabeta", "engine")


@click.group(cls=Group)
def command() -> None:
    """Writes an agent that runs elsewhere without this program."""


@command.command()
@click.option(
    "--agent",
    "agent_text",
    default="engine:evaluator=windows",
    show_default=True,
    shell_complete=complete_agent,
    help="Agent that the file plays as: alphabeta or engine, with one of the evaluators v2 and windows.",
)
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def connectx(agent_text: str, file: str, as_json: bool) -> None:
    """Writes FILE, a player for Kaggle's ConnectX in plain Python, for boards of every size.

    "alphabeta" looks its depth ahead, "engine" as deep as its time allows.  A move never takes more than three quarters
    of the time that ConnectX gives.
    """
    from c4.agents.specification import parse_agent
    from c4.frameworks.connectx import export

    agent = parse_agent(agent_text)
    if agent.name not in SEARCHES:
        same = "; minimax plays the moves of alphabeta" if agent.name == "minimax" else ""
        raise C4Error(f"a ConnectX file searches as {' or '.join(SEARCHES)}, not as {agent.name}{same}")
    limits = agent.limits
    if limits.nodes is not None:
        raise C4Error("a ConnectX file is limited by depth or time_ms, not by nodes")
    fixed = agent.name == "alphabeta" or ("depth=" in agent_text and limits.time_ms is None)
    evaluator = limits.evaluator
    write_text(file, export(agent_text, evaluator, limits.model, limits.depth if fixed else None, limits.time_ms))
    show({"file": file}, f"wrote {file}: `agent` is its last function, as ConnectX wants it", as_json)
