"""Names: what Tab completes where a command wants an agent, an evaluator or a suite.  Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

import click
from click.shell_completion import CompletionItem

from c4 import agents, evaluators
from c4.agents import AGENTS, HUMAN, PROGRAM, is_program
from c4.agents.specification import options_of, split
from c4.cli.shells import OPEN, files
from c4.engine.ingredients import INGREDIENTS
from c4.evaluators import EVALUATORS

SUITES = ("p", "d", "d-held-back", "decisive")
"""The suites of `c4.arena.suites` by name, which imports numpy."""


def complete_agent(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Agents, the options of one, and their values; files, as an agent may be one or another program."""
    if is_program(typed):
        return files(typed.removeprefix(PROGRAM), PROGRAM)
    name, options = split(typed)
    if options:
        return _option(name, options, typed)
    agents.find_installed()
    people = {HUMAN: "a person"} if ctx.info_name == "play" else {}
    return beginning(people | {one: entry.about for one, entry in AGENTS.items()}, typed) or [
        CompletionItem(typed, type="file")
    ]


def _option(name: str, options: list[str], typed: str) -> list[CompletionItem]:
    """The last of the options after an agent's name, or its value."""
    key, equals, value = options[-1].partition("=")
    if not equals:
        given = {one.partition("=")[0] for one in options[:-1]}
        before = typed.removesuffix(key)
        return [
            CompletionItem(f"{before}{one}=", type=OPEN)
            for one in options_of(name)
            if one.startswith(key) and one not in given
        ]
    before = typed.removesuffix(value)
    if key == "evaluator":
        return beginning(_evaluators(), value, before) or files(value, before)
    if key == "model":
        return files(value, before)
    return beginning(("on", "off"), value, before) if key in INGREDIENTS else []


def complete_evaluator(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Evaluators; else files."""
    return beginning(_evaluators(), typed) or [CompletionItem(typed, type="file")]


def complete_switch(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """An ingredient of the engine, on or off."""
    return beginning(chain.from_iterable((f"{name}=on", f"{name}=off") for name in INGREDIENTS), typed)


def complete_suite(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Suites of solved positions; else files."""
    return beginning(SUITES, typed) or [CompletionItem(typed, type="file")]


def _evaluators() -> dict[str, str]:
    evaluators.find_installed()
    return {one: entry.about for one, entry in EVALUATORS.items()}


def beginning(names: Iterable[str], typed: str, before: str = "") -> list[CompletionItem]:
    """Those of the names that begin as typed, with what is said about them, after what stands `before` in the word."""
    about = names if isinstance(names, Mapping) else {}
    return [CompletionItem(before + name, help=about.get(name)) for name in names if name.startswith(typed)]
