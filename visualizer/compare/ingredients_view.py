"""What the window of the engine's ingredients says, from what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from c4.agents import AGENTS
from c4.engine.analysis import Saving
from c4.engine.ingredients import INGREDIENTS, SearchOptions
from c4.evaluators import EVALUATORS
from c4.game.notation import place_in_words
from c4.game.position import Position
from c4.session.plans import Plan
from c4.session.settings import SEARCH, Settings
from c4.text import capitalised, pluralise
from visualizer.state.searching import plan_of
from visualizer.state.sentences import time_text
from visualizer.state.state import GameState, Searches

UNUSED = "The engine plays neither side, gives no hints and computes no column values now."


@dataclass(frozen=True, eq=False)
class IngredientSavings:
    """What the window knows: what has been measured so far, whether it still is, and why it cannot be."""

    savings: Mapping[str, Saving] = field(default_factory=lambda: MappingProxyType({}))
    busy: bool = False
    error: str = ""


class Subject(NamedTuple):
    """What is measured: the search of a position, with these ingredients."""

    position: Position
    plan: Plan
    options: SearchOptions


def subject(game: GameState, settings: Settings) -> Subject:
    """What is to be measured now."""
    return Subject(game.position, plan_of(settings), settings.options)


class Ingredient(NamedTuple):
    """An ingredient: whether it is on, and what it saves."""

    on: bool
    saves: str


class IngredientsView(NamedTuple):
    """All ingredients in their order, what was measured, and whether the engine is used."""

    about: str
    ingredients: tuple[Ingredient, ...]
    unused: str


def ingredients_view(
    savings: Mapping[str, Saving], busy: bool, error: str, game: GameState, settings: Settings, searches: Searches
) -> IngredientsView:
    """What the window says."""
    options = settings.options
    waiting = "measuring..." if busy else ""
    ingredients = []
    for name in INGREDIENTS:
        saving = savings.get(name)
        text = waiting if saving is None else saving_text(saving, options)
        ingredients.append(Ingredient(getattr(options, name), text))
    about = capitalised(error) if error else about_text(savings, game, settings)
    return IngredientsView(about, tuple(ingredients), "" if uses_engine(settings, searches) else UNUSED)


def about_text(savings: Mapping[str, Saving], game: GameState, settings: Settings) -> str:
    """What is measured: the position, the evaluator, and the search."""
    evaluator = EVALUATORS[plan_of(settings).evaluator].label
    about = f"{capitalised(place_in_words(game.position))} · {evaluator}"
    first = next(iter(savings.values()), None)  # all have measured the same search
    if first is None:
        return about
    nodes = pluralise(first.nodes, "node")
    return f"{about} · depth {first.depth} · {nodes}, {time_text(first.time)}"


def uses_engine(settings: Settings, searches: Searches) -> bool:
    """Whether this game uses the engine."""
    names = (*settings.seats, settings.algorithm)
    return searches.source == SEARCH or any(name in AGENTS and AGENTS[name].deepens for name in names)


def saving_text(saving: Saving, options: SearchOptions) -> str:
    """What an ingredient saves: "38 % fewer nodes, 31 % less time"."""
    if saving.nodes == saving.other_nodes:
        forced = " without forced moves" if saving.name == "extensions" and not options.forced else ""
        return f"nothing here{forced}"
    if saving.more:
        return f"given up without it: over {saving.other_nodes // max(saving.nodes, 1)} times the nodes"
    nodes, time = saving.saved
    return f"{change_text(nodes, 'fewer', 'nodes')}, {change_text(time, 'less', 'time')}"


def change_text(saved: float, less: str, what: str) -> str:
    """A part that is saved, in words: "38 % fewer nodes", "3.1 times the time".

    `saved` is a share of what the search takes without the ingredient: below 0 it takes more with it, at −1 twice as much.
    """
    if saved <= -1:
        return f"{1 - saved:.1f} times the {what}"
    percent = round(100 * abs(saved))
    if not percent:
        return f"the same {what}"
    return f"{percent} % {less if saved > 0 else 'more'} {what}"
