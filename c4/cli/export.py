"""`c4 export`: an agent as a program, or a network's weights, for another framework."""

from __future__ import annotations

import click

from c4.cli import Group
from c4.cli.options import json_option, show
from c4.errors import C4Error
from c4.storage import keep_input, write_bytes, write_text

SEARCHES = ("alphabeta", "engine", "mcts")


@click.group(cls=Group)
def command() -> None:
    """Writes what runs elsewhere without this program: an agent, or the weights of a network."""


@command.command(short_help="Writes a player for Kaggle's ConnectX.")
@click.option(
    "--agent",
    "agent_text",
    default="engine:evaluator=windows",
    show_default=True,
    help="Agent that the file plays as: alphabeta or engine, with one of the evaluators v2 and windows, or mcts.",
)
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def connectx(agent_text: str, file: str, as_json: bool) -> None:
    """Writes FILE, a player for Kaggle's ConnectX in plain Python, for boards of every size.

    "alphabeta" looks its depth ahead, "engine" as deep as its time allows, and "mcts" plays random games.  A move never
    takes more than three quarters of the time that ConnectX gives.
    """
    from c4.agents.specification import parse_agent
    from c4.frameworks.connectx import export, export_sampling

    agent = parse_agent(agent_text)
    if agent.name not in SEARCHES:
        same = "; minimax plays the moves of alphabeta" if agent.name == "minimax" else ""
        raise C4Error(
            f"a ConnectX file searches as {', '.join(SEARCHES[:-1])} or {SEARCHES[-1]}, not as {agent.name}{same}"
        )
    limits = agent.limits
    keep_input(file, limits.model)
    if limits.nodes is not None:
        raise C4Error("a ConnectX file is limited by depth or time_ms, not by nodes")
    if agent.name == "mcts":
        seed = 1 if limits.seed is None else limits.seed
        text = export_sampling(agent_text, limits.simulations, limits.selection, seed, limits.time_ms)
        write_player(file, text, as_json)
        return
    fixed = agent.name == "alphabeta" or ("depth=" in agent_text and limits.time_ms is None)
    evaluator = limits.evaluator
    text = export(agent_text, evaluator, limits.model, limits.depth if fixed else None, limits.time_ms)
    write_player(file, text, as_json)


def write_player(file: str, text: str, as_json: bool) -> None:
    """Writes a player, and says so."""
    write_text(file, text)
    show({"file": file}, f"wrote {file}: `agent` is its last function, as ConnectX wants it", as_json)


@command.command(short_help="Writes the weights of the evaluator network.")
@click.option("--model", type=click.Path(), help="Model file of the evaluator network.  [default: the built-in model]")
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def safetensors(model: str | None, file: str, as_json: bool) -> None:
    """Writes FILE, the weights of the evaluator network as named float32 tensors; docs/frameworks.md has the layout."""
    from c4 import evaluators
    from c4.evaluators.network import Network, named_weights

    try:
        from safetensors.numpy import save
    except ImportError:
        raise C4Error("safetensors is not installed: python -m pip install safetensors") from None
    keep_input(file, model)
    evaluator = evaluators.load("network", model)
    assert isinstance(evaluator, Network)
    tensors = named_weights(evaluator)
    about = {"format": "c4-network", "version": "1", "source": evaluator.source}
    write_bytes(file, save(tensors, about))
    shapes = {name: list(tensor.shape) for name, tensor in tensors.items()}
    listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
    show({"file": file, "tensors": shapes}, f"wrote {file}: {listed}", as_json)
