"""Agents as text: "alphabeta:depth=4,evaluator=windows", read and written.

NAME[:OPTION=VALUE,...]     NAME can be a Python file, a model file, or program:COMMAND (see `c4.agents.options.split`)
                            options: depth, evaluator, model, order, seed, time_ms, nodes (see `c4.agents.limits.Limits`),
                            of the engine each of `c4.engine.ingredients.INGREDIENTS`, "on" or "off", and of mcts
                            simulations and the fields of `c4.tree.selection.Selection`
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from c4 import agents, evaluators, models
from c4.agents import AGENTS, is_program
from c4.agents.base import Agent, LearningAgent
from c4.agents.limits import Limits
from c4.agents.options import EFFORT_OPTIONS, EVALUATOR_OPTIONS, GivenOptions, read_options, split
from c4.engine.ingredients import spoken
from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch


@dataclass(frozen=True)
class Specification:
    """An agent with everything that determines its play: its name in the registry and its limits."""

    name: str
    limits: Limits = field(default_factory=Limits)

    def __str__(self) -> str:
        """The text that `parse_agent` reads as this agent: its name and the options that differ from the defaults.

        What the agent has no use for is left out: an evaluator where Monte-Carlo tree search plays games to their end.
        Raises C4Error for a model with a comma.
        """
        usual = Limits()
        options: list[str] = []
        for each in fields(Limits):
            value = getattr(self.limits, each.name)
            differs = value != getattr(usual, each.name)
            belongs_to_model = each.name == "evaluator" and self._has_evaluators_model
            if (differs or belongs_to_model) and self._uses(each.name):
                options += _option_texts(each.name, value)
        if not options:
            return self.name
        between = "," if is_program(self.name) else ":"
        return self.name + between + ",".join(options)

    @property
    def _has_evaluators_model(self) -> bool:
        """Whether the model belongs to the evaluator, so that the text has to name both."""
        return self.limits.model is not None and asks_evaluator(self.name)

    def _uses(self, limit: str) -> bool:
        """Whether a field of Limits can be given to the agent; those of all agents are, even to one that ignores them."""
        entry = AGENTS[self.name]
        if limit == "options":
            return entry.deepens
        if limit in ("selection", "simulations"):
            return entry.samples
        if limit in EVALUATOR_OPTIONS:
            return not self.plays_out
        return True

    @property
    def plays_out(self) -> bool:
        """Whether it is Monte-Carlo tree search that plays out games, and needs no evaluator."""
        return AGENTS[self.name].samples and not self.limits.selection.uses_priors

    def load(self, seed: int | None = None) -> LoadedAgent:
        """A fresh agent; `seed` makes its random choices repeatable, unless it has a seed of its own.

        Raises C4Error for an unusable evaluator or model.
        """
        if asks_evaluator(self.name) and not self.plays_out:
            evaluators.load(self.limits.evaluator, self.limits.model)
        limits = self.limits if self.limits.seed is not None else replace(self.limits, seed=seed)
        return LoadedAgent(agents.load(self.name), limits)


def _option_texts(limit: str, value: Any) -> list[str]:
    """The options that say the value of a field of Limits, such as ["depth=4"].

    Raises C4Error for a model with a comma.
    """
    if limit == "options":
        return spoken(value)
    if limit == "selection":
        texts: list[str] = value.spoken()
        return texts
    if limit == "move_order":
        return [f"order={format_columns(value)}"]
    if limit == "model" and "," in value:
        raise C4Error(f"the model {value!r} has a comma in its name, which separates options: rename it")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return [f"{limit}={value}"]


class LoadedAgent(NamedTuple):
    """An agent with its limits, ready to be asked."""

    agent: Agent
    limits: Limits

    def choose(self, position: Position, watch: Watch | None = None) -> Decision:
        """The move of the side to move.  Raises C4Error when the game is over."""
        return self.agent.choose(position, self.limits, watch)

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Lets a learning agent learn from a finished game; does nothing for others.

        `side` is the player it was (see `c4.agents.base.LearningAgent`).
        """
        if isinstance(self.agent, LearningAgent):
            self.agent.learn(start, moves, side, self.limits)


def parse_agent(text: str, usual: Limits | None = None, *, typed_by_user: bool = True) -> Specification:
    """The agent of a text such as "greedy", "alphabeta:depth=4,evaluator=windows,model=mine.json", "engine:time_ms=20".

    `usual` has the values of options that the text does not give: depth, time and nodes together, evaluator and model
    together.  A model without an evaluator brings its own.  `typed_by_user`: code that the text names may be run (see
    `c4.evaluators.allow`).  Raises C4Error, one sentence, for an unknown name or option, an option given twice, or an
    invalid value.
    """
    name, options = _name_and_options(text, typed_by_user)
    given = read_options(name, options, text, typed_by_user)
    given = _with_evaluator(name, given, text)
    return Specification(name, _combined(usual or Limits(), given))


def _name_and_options(text: str, typed_by_user: bool) -> tuple[str, list[str]]:
    """The agent's name in the registry, and its options, each as it is typed; see `parse_agent`."""
    name, options = split(text)
    if typed_by_user:
        agents.allow(name)
    if name not in AGENTS and not agents.is_user_agent(name) and os.path.isfile(models.find(name)):
        name, options = _player_of(name, options)
    return agents.check_name(name, f" in {text!r}"), options


def _player_of(model: str, options: list[str]) -> tuple[str, list[str]]:
    """The agent that plays by a model file, and its options with the model.

    It is the agent of the learner, if there is one, otherwise "greedy" with the model's evaluator.  Raises C4Error for a
    file that is no model.
    """
    is_memory = Path(model).suffix in (".db", ".sqlite")
    learner = "patterns" if is_memory else evaluators.identify(model)
    if learner in AGENTS:
        return learner, [f"model={model}", *options]
    return "greedy", [f"evaluator={learner}", f"model={model}", *options]


def _with_evaluator(name: str, given: GivenOptions, text: str) -> GivenOptions:
    """The options that a text gives, with what they say about valuing positions.

    A model without an evaluator brings its own.  Monte-Carlo tree search that gets an evaluator plays out no games;
    raises C4Error if the text asks for both.
    """
    limits = given.limits
    selection = given.selection
    if "model" in limits and "evaluator" not in limits and asks_evaluator(name):
        limits = {**limits, "evaluator": evaluators.identify(limits["model"])}
    if AGENTS[name].samples and limits.keys() & EVALUATOR_OPTIONS:
        if selection.get("playouts", 0):
            raise C4Error(f"{text!r} has playouts and an evaluator: leaves are valued by one of them")
        selection = {**selection, "playouts": 0}
    return GivenOptions(limits, given.ingredients, selection)


def _combined(usual: Limits, given: GivenOptions) -> Limits:
    """The usual limits with the options that a text gives.  An option replaces its whole group (see `parse_agent`)."""
    plain = Limits()
    limits = usual
    if given.limits.keys() & EFFORT_OPTIONS:
        limits = replace(limits, depth=plain.depth, time_ms=None, nodes=None, simulations=None)
    if given.limits.keys() & EVALUATOR_OPTIONS:
        limits = replace(limits, evaluator=plain.evaluator, model=None)
    options = replace(limits.options, **given.ingredients)
    selection = replace(limits.selection, **given.selection)
    return replace(limits, options=options, selection=selection, **given.limits)


def name_of(text: str) -> str:
    """The name before an agent's options."""
    name, _ = split(text)
    return name


def asks_evaluator(name: str) -> bool:
    """Whether the agent of this name uses an evaluator, to which its model then belongs."""
    return AGENTS[name].searches or AGENTS[name].evaluates


def takes_model(name: str) -> bool:
    """Whether the agent of this name plays by a model of its own, and not by an evaluator."""
    return name in AGENTS and (AGENTS[name].learns or _is_learned_evaluator(name))


def _is_learned_evaluator(name: str) -> bool:
    """Whether it is also the name of an evaluator that is learned, such as "td-lambda"."""
    return name in evaluators.EVALUATORS and evaluators.EVALUATORS[name].learned


def find_opponent(text: str, depth: int, evaluator: str) -> Callable[[Position, int], int]:
    """A learner's opponent: an agent as `parse_agent` reads it.

    `depth` and `evaluator` are for a text that is only the name of an agent: options, and a model file, say what they
    leave open themselves.  Called with (position, seed) it returns a column from 0.  Raises C4Error as `parse_agent`
    does.
    """
    agent = parse_agent(text, typed_by_user=False)  # it may come from a memory that goes on learning
    is_only_name = text.strip() == agent.name
    limits = Limits(depth=depth, evaluator=evaluator) if is_only_name else agent.limits
    player = replace(agent, limits=limits).load().agent

    def column(position: Position, seed: int) -> int:
        chosen = player.choose(position, replace(limits, seed=seed)).column
        if chosen is None:
            raise C4Error(f"{text} found no move in {position!r}")
        return chosen

    return column
