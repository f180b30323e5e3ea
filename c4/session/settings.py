"""Settings: everything a person can choose about a game and about how machines think.  Plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from c4 import agents, evaluators
from c4.agents import AGENTS, HUMAN, Limits
from c4.agents.specification import asks_evaluator, parse_agent
from c4.engine.ingredients import SearchOptions
from c4.game.numbers import whole
from c4.game.rules import STANDARD, C4Error, Rules
from c4.session.clock import TimeControl


@dataclass(frozen=True)
class Settings:
    """Everything a person can choose.

    seats       who plays each seat: "human" or a name in `c4.agents.AGENTS`
    starter     the seat that begins, 0 or 1; like the rules it holds from the next game on
    algorithm   the searching agent that gives hints
    models      the model files in use, by the name of evaluator or agent; the others are built in
    learn       whether agents that can learn from a game do so
    own         the limits of one seat alone; gone when its agent or any of `limits` changes
    control     the clocks, from the next game on
    pace        seconds that a move takes at least when two machines play without clocks, so that one can follow
    """

    rules: Rules = STANDARD
    seats: tuple[str, str] = (HUMAN, "alphabeta")
    starter: int = 0
    algorithm: str = "alphabeta"
    limits: Limits = field(default_factory=Limits)
    models: Mapping[str, str] = field(default_factory=dict)
    learn: bool = True
    own: tuple[Limits | None, Limits | None] = (None, None)
    control: TimeControl = field(default_factory=TimeControl)
    pace: float = 0.0

    def __post_init__(self) -> None:
        for seat in self.seats:
            if seat != HUMAN:
                agents.check_name(seat)
        if not (self.algorithm in AGENTS and AGENTS[self.algorithm].searches):
            raise C4Error(f"{self.algorithm!r} does not search")
        for limits in (self.limits, *filter(None, self.own)):
            check_limits(limits)
        if not (type(self.pace) in (int, float) and 0 <= self.pace <= 60):
            raise C4Error(f"the pace of two machines must be from 0 to 60 seconds per move, not {self.pace!r}")

    def changed(self, **changes: Any) -> Settings:
        """These settings with changes, limits included: changed(depth=8, seats=("human", "minimax")).

        New rules reset the move ordering; a searching agent that takes a seat also gives the hints.  Raises C4Error
        for an impossible value.
        """
        limits = {name: changes.pop(name) for name in list(changes) if name in Limits.__dataclass_fields__}
        settings = replace(self, **changes)
        settings = replace(settings, limits=replace(settings.limits, **limits))
        if "own" not in changes:
            alike = settings.limits == self.limits and settings.models == self.models
            first, second = (
                own if alike and seat == was else None for own, seat, was in zip(self.own, settings.seats, self.seats)
            )
            settings = replace(settings, own=(first, second))
        if settings.rules != self.rules and settings.limits.move_order is not None:
            settings = replace(settings, limits=replace(settings.limits, move_order=None))
        for seat in settings.seats:
            if seat in AGENTS and AGENTS[seat].searches and seat not in self.seats:
                settings = replace(settings, algorithm=seat)
        return settings

    def seated(self, first: str | None, second: str | None) -> Settings:
        """These settings with agents in the seats, named as `parse_agent` reads them; None leaves a seat as it is.

        If a person sits opposite, the options of an agent become the limits that the window shows; otherwise they hold
        for its seat alone.  Raises C4Error as `parse_agent` does.
        """
        usual, seats, own = self.limits_of(self.algorithm), list(self.seats), list(self.own)
        for place, text in enumerate((first, second)):
            if text is not None:
                agent = None if text == HUMAN else parse_agent(text, usual)
                seats[place] = HUMAN if agent is None else agent.name
                own[place] = None if agent is None or agent.limits == usual else agent.limits
        changes: dict[str, Any] = {"seats": (seats[0], seats[1]), "own": (own[0], own[1])}
        for limits, name, other in ((own[0], seats[0], seats[1]), (own[1], seats[1], seats[0])):
            if limits is not None and other == HUMAN:
                model = (
                    {} if limits.model is None else {limits.evaluator if asks_evaluator(name) else name: limits.model}
                )
                changes |= {"own": (None, None), "models": {**self.models, **model}}
                changes |= {"limits": replace(limits, model=None)}
        return self.changed(**changes)

    def limits_of(self, agent: str, seat: int | None = None) -> Limits:
        """The limits for an agent in a seat: the seat's own, or else `limits` with the model file in use."""
        if seat is not None and (own := self.own[seat]) is not None:
            return own
        asks = agent in AGENTS and asks_evaluator(agent)
        return replace(self.limits, model=self.models.get(self.limits.evaluator if asks else agent))

    def for_seat(self, seat: int, agent: str | None = None, **limits: Any) -> Settings:
        """These settings with another agent in a seat (0 or 1), and limits that hold for this seat alone.

        What is not named stays as it was for the seat: for_seat(1, depth=8), for_seat(0, "engine", time_ms=250).
        Naming an evaluator without a model takes the model in use for it.  Raises C4Error for an impossible value.
        """
        name = self.seats[seat] if agent is None else agent
        seats = (name, self.seats[1]) if seat == 0 else (self.seats[0], name)
        own = None
        if name != HUMAN and (limits or self.own[seat] is not None):
            usual = self.limits_of(name, seat)
            model = self.models.get(limits.get("evaluator", usual.evaluator)) if "evaluator" in limits else usual.model
            own = replace(usual, **{"model": model, **limits})
        return self.changed(seats=seats, own=(own, self.own[1]) if seat == 0 else (self.own[0], own))

    def for_hints(self, algorithm: str | None = None, **limits: Any) -> Settings:
        """These settings with hints that search otherwise; the seats keep the limits they have.

        Raises C4Error for an impossible value.
        """
        first, second = (None if name == HUMAN else self.limits_of(name, seat) for seat, name in enumerate(self.seats))
        return self.changed(algorithm=algorithm or self.algorithm, own=(first, second), **limits)

    def least_seconds(self) -> float:
        """The seconds that a machine's move takes at least."""
        return self.pace if HUMAN not in self.seats and self.control == TimeControl() else 0.0

    def with_options(self, options: SearchOptions) -> Settings:
        """These settings with other ingredients of the engine, for everybody; seats keep the limits they have."""
        first, second = (None if own is None else replace(own, options=options) for own in self.own)
        return self.changed(options=options, own=(first, second))

    def depth_governs(self) -> tuple[str, ...]:
        """Who searches to the depth that is set: "seats", "hints", both or nobody.

        Levels have a depth of their own, and whoever is given a time searches as deep as that allows.
        """

        def governed(name: str, seat: int | None) -> bool:
            entry = AGENTS.get(name)
            timed = name in AGENTS and self.limits_of(name, seat).time_ms is not None
            return entry is not None and entry.searches and not (entry.deepens and timed)

        seats = ("seats",) if any(governed(name, seat) for seat, name in enumerate(self.seats)) else ()
        return seats + (("hints",) if governed(self.algorithm, None) else ())

    @property
    def deepens(self) -> bool:
        """Whether anybody who searches can play by time instead of depth."""
        return any(AGENTS[name].deepens for name in (*self.seats, self.algorithm) if name in AGENTS)


def check_limits(limits: Limits) -> None:
    """Raises C4Error for a depth, an evaluator or a time that cannot be."""
    whole("the depth", limits.depth)
    evaluators.check_name(limits.evaluator)
    if limits.time_ms is not None and not (type(limits.time_ms) in (int, float) and 0 < limits.time_ms < 86_400_000):
        raise C4Error(
            f"the time per move must be a number of milliseconds above 0 and at most a day, not {limits.time_ms!r}"
        )
