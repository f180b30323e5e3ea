"""The opponents that you can choose: what each is called, does, and how strong it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.agents.levels import LEVELS, elo
from c4.agents.specification import Specification, asks_evaluator
from c4.evaluators import short_label_of
from c4.session.settings import Settings
from c4.text import capitalised, pluralise
from visualizer.state.state import Standing

MATCHED = "matched"
FRIEND = HUMAN
COMPUTERS = "computers"
"""The choices that are no agents: a level that fits your rating, another person, and two computers."""

STARS = 6
"""The stars of the strongest level."""


class Card(NamedTuple):
    """An opponent as it is offered: `key` is an agent's name, MATCHED, FRIEND or COMPUTERS; `stars` "" if unknown."""

    key: str
    name: str
    stars: str
    about: str


def stars_of(agent: str) -> str:
    """The strength of a level: "★★★☆☆☆"; "" for agents whose strength is not measured."""
    strength = elo(agent)
    strongest = elo(LEVELS[-1])
    if strength is None or not strongest:
        return ""
    filled = STARS * strength // strongest
    return "★" * filled + "☆" * (STARS - filled)


def card_of(agent: str) -> Card:
    """The card of an agent."""
    strength = elo(agent)
    about = capitalised(AGENTS[agent].about) + "."
    if strength:
        about += f" Rating\u00a0{strength:,}."
    return Card(agent, AGENTS[agent].label, stars_of(agent), about)


def pages(standing: Standing) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """All opponents on pages with a title: levels and people, then programs."""
    matched = Card(MATCHED, "Match me", "", f"A level that fits your results. {rating_text(standing)}")
    friend = Card(FRIEND, "A friend", "", "Two people play at this computer.")
    levels = tuple(card_of(name) for name in LEVELS)
    others = tuple(card_of(name) for name in AGENTS if name not in LEVELS)
    computers = Card(COMPUTERS, "Computer vs computer", "", "You watch; the controls are below the board.")
    return (("Levels and people", (matched, friend, *levels)), ("Programs", (*others, computers)))


def rating_text(standing: Standing) -> str:
    """Your rating in a sentence."""
    if not standing.games:
        return "You have no rating yet."
    return f"Your rating: {standing.rating:.0f} ({pluralise(standing.games, 'game')})."


def match_text(standing: Standing) -> str:
    """Why you have the level that you were given, in a sentence."""
    if not standing.games:
        return "A first opponent; your results decide who is next."
    return f"Chosen for your rating of {standing.rating:.0f} ({pluralise(standing.games, 'game')})."


def opponent_of(settings: Settings) -> tuple[int, str | None]:
    """Your seat (the first of two people), and the agent opposite; None for another person."""
    mine = settings.seats.index(HUMAN) if HUMAN in settings.seats else 0
    other = settings.seats[1 - mine]
    if other == HUMAN:
        return mine, None
    return mine, other


def chosen(settings: Settings) -> str:
    """The key of the choice in force."""
    _, agent = opponent_of(settings)
    if HUMAN not in settings.seats:
        return COMPUTERS
    if agent is None:
        return FRIEND
    return MATCHED if settings.matched else agent


def present_card(settings: Settings, standing: Standing) -> Card:
    """The card of the opponent whom you have."""
    key = chosen(settings)
    if key in (COMPUTERS, FRIEND):
        cards = {card.key: card for _, page in pages(standing) for card in page}
        return cards[key]
    mine, agent = opponent_of(settings)
    assert agent is not None, "an agent sits opposite"
    card = card_of(agent)
    about = capitalised(described(settings, 1 - mine)) + "."
    if settings.matched:
        about += f" {match_text(standing)}"
    elif agent in LEVELS:
        about += f" {rating_text(standing)}"
    return card._replace(about=about)


def described(settings: Settings, seat: int) -> str:
    """What the agent in a seat does, and its evaluator if that can be chosen."""
    agent = settings.seats[seat]
    about = AGENTS[agent].about
    own = "" if settings.own[seat] is None else "; it has settings of its own"
    limits = settings.limits_of(agent, seat)
    if not asks_evaluator(agent) or Specification(agent, limits).plays_out:
        return about + own
    evaluator = short_label_of(limits.evaluator)
    model = "" if limits.model is None else f" ({Path(limits.model).stem})"
    return f"{about}; evaluator {evaluator}{model}{own}"
