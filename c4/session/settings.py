"""Everything you can choose about a game: how agents search, who plays, and by which rules.  One class, saved as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from c4 import agents
from c4.agents import AGENTS, HUMAN, is_user_agent
from c4.agents.limits import Limits, check_depth, check_limits
from c4.agents.rating import FIRST_LEVEL
from c4.agents.specification import asks_evaluator, parse_agent
from c4.engine.ingredients import SearchOptions
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.rules import STANDARD, Rules
from c4.scripts import is_script
from c4.session.pace import DEFAULT_PACE, DEFAULT_PAUSE, LONGEST_PACE, LONGEST_PAUSE

DEFAULT_OPPONENT = FIRST_LEVEL
"""The agent that you meet in the window at the first start."""

SEARCH = "search"
LEARNED = "learned"
EXACT = "exact"
"""Where values over the columns come from."""

Value = TypeVar("Value")


def setting(default: Value, choices: Iterable[object] = ()) -> Value:
    """A field of settings with its default value and, if only some values are possible, its choices."""
    declared: Any = field(default=default, metadata={"choices": tuple(choices)})
    return declared  # type: ignore[no-any-return]


@dataclass(frozen=True, kw_only=True)
class Settings(Limits):
    """All settings: those of `Limits`, for every agent that has none of its own, and the following.

    rules       hold from the next game on, like the starter
    seats       who plays each seat: "human" or a name in `c4.agents.AGENTS`
    starter     the seat that begins, 0 or 1
    algorithm   the agent that searches for you, in Analyse
    analysis    its limits; None for those that hold for everybody.  Players keep theirs
    models      the model files in use, by the name of evaluator or agent; the others are built in
    learn       whether agents that can learn from a game do so
    own         the limits of one seat alone; gone when its agent, a limit or a model changes
    pace        seconds that a move takes at least when two agents play, so that one can follow
    pause       seconds that an agent's reply to a person takes at least
    keep_games  whether finished games go into your library
    matched     whether the agent opposite you is a level that fits your rating, chosen anew for every game
    """

    rules: Rules = STANDARD
    seats: tuple[str, str] = (HUMAN, "alphabeta")
    starter: int = setting(0, (0, 1))
    algorithm: str = "alphabeta"
    analysis: Limits | None = None
    models: Mapping[str, str] = field(default_factory=dict)
    learn: bool = True
    own: tuple[Limits | None, Limits | None] = field(default=(None, None), metadata={"saved": False})
    pace: float = 0.0
    pause: float = 0.0
    keep_games: bool = True
    matched: bool = False

    def __post_init__(self) -> None:
        for seat in self.seats:
            if seat != HUMAN:
                agents.check_name(seat)
        if not (self.algorithm in AGENTS and AGENTS[self.algorithm].records):
            raise C4Error(f"{self.algorithm!r} does not record a search")
        for limits in (self, *filter(None, (*self.own, self.analysis))):
            check_limits(limits)
            check_depth(limits.depth, self.rules)
        for what, seconds, most in (
            ("a move between computers", self.pace, LONGEST_PACE),
            ("a computer's reply", self.pause, LONGEST_PAUSE),
        ):
            if not (type(seconds) in (int, float) and 0 <= seconds <= most):
                raise C4Error(f"the least time for {what} must be from 0 to {most:g} seconds, not {seconds!r}")
        object.__setattr__(self, "models", MappingProxyType(dict(self.models)))

    @property
    def limits(self) -> Limits:
        """What an agent gets of these settings."""
        return Limits(**{one.name: getattr(self, one.name) for one in fields(Limits)})

    def changed(self, **changes: Any) -> Settings:
        """These settings with changes: changed(depth=8, seats=("human", "minimax")).

        New rules reset the move ordering and limit the depth to the squares of the board.  A seat keeps its own limits
        as long as its agent and everybody's limits stay the same.  Raises C4Error for an impossible value.
        """
        rules = changes.get("rules", self.rules)
        if rules != self.rules:
            changes = {**self._for_new_rules(rules, changes), **changes, "move_order": None}
        if set(changes.get("seats", self.seats)) != set(self.seats):
            changes = {"matched": False, **changes}
        if "own" not in changes:
            changes["own"] = self._own_limits_after(changes)
        return replace(self, **changes)

    def _for_new_rules(self, rules: Rules, changes: dict[str, Any]) -> dict[str, Any]:
        """What other rules change beside `changes`: depths that the board does not have."""
        more: dict[str, Any] = {"depth": min(self.depth, rules.cells)}
        if self.analysis is not None and "analysis" not in changes:
            depth = min(self.analysis.depth, rules.cells)
            more["analysis"] = replace(self.analysis, depth=depth, move_order=None)
        return more

    def _own_limits_after(self, changes: dict[str, Any]) -> tuple[Limits | None, Limits | None]:
        """The limits that each seat still has for itself after these changes."""
        shared = ("models", *Limits.__dataclass_fields__)
        if any(name in changes and changes[name] != getattr(self, name) for name in shared):
            return None, None
        rules = changes.get("rules", self.rules)
        seats = changes.get("seats", self.seats)
        kept: list[Limits | None] = [None, None]
        for seat in (0, 1):
            own = self.own[seat]
            if own is not None and seats[seat] == self.seats[seat] and own.depth <= rules.cells:
                kept[seat] = own
        return kept[0], kept[1]

    def seated(self, first: str | None, second: str | None) -> Settings:
        """These settings with agents in the seats, named as `parse_agent` reads them; None leaves a seat as it is.

        If a person sits opposite, the options of an agent become the limits that the window shows; otherwise they hold
        for its seat alone.  Raises C4Error as `parse_agent` does.
        """
        usual = self.limits_of(self.algorithm)
        seats = list(self.seats)
        own = list(self.own)
        for place, text in enumerate((first, second)):
            if text is not None:
                agent = None if text == HUMAN else parse_agent(text, usual)
                seats[place] = HUMAN if agent is None else agent.name
                own[place] = None if agent is None or agent.limits == usual else agent.limits
        changes: dict[str, Any] = {"seats": (seats[0], seats[1]), "own": (own[0], own[1])}
        for seat in (0, 1):
            limits = own[seat]
            if limits is None or seats[1 - seat] != HUMAN:
                continue
            models = dict(self.models)
            if limits.model is not None:
                name = limits.evaluator if asks_evaluator(seats[seat]) else seats[seat]
                models[name] = limits.model
            changes |= {"own": (None, None), "models": models}
            changes |= vars(replace(limits, model=None))
        return self.changed(**changes)

    def limits_of(self, agent: str, seat: int | None = None) -> Limits:
        """The limits for an agent in a seat: the seat's own, or else everybody's with the model file in use."""
        if seat is not None and (own := self.own[seat]) is not None:
            return own
        asks = agent in AGENTS and asks_evaluator(agent)
        return replace(self.limits, model=self.models.get(self.evaluator if asks else agent))

    def for_seat(self, seat: int, agent: str | None = None, **limits: Any) -> Settings:
        """These settings with another agent in a seat (0 or 1), and limits that hold for this seat alone.

        What is not named stays as it was for the seat: for_seat(1, depth=8), for_seat(0, "engine", time_ms=250).
        Naming an evaluator without a model takes the model in use for it.  Raises C4Error for an impossible value.
        """
        name = self.seats[seat] if agent is None else agent
        own = None
        if name != HUMAN and (limits or self.own[seat] is not None):
            usual = self.limits_of(name, seat)
            model = usual.model
            if "evaluator" in limits:
                model = self.models.get(limits["evaluator"])
            own = replace(usual, **{"model": model, **limits})
        if seat == 0:
            return self.changed(seats=(name, self.seats[1]), own=(own, self.own[1]))
        return self.changed(seats=(self.seats[0], name), own=(self.own[0], own))

    def analysis_limits(self) -> Limits:
        """The limits of what searches for you, with the model file in use."""
        limits = self.limits if self.analysis is None else self.analysis
        return replace(limits, model=self.models.get(limits.evaluator))

    def for_analysis(self, algorithm: str | None = None, **limits: Any) -> Settings:
        """These settings with another search for you in Analyse; the players keep theirs.

        Raises C4Error for an impossible value.
        """
        analysis = replace(self.limits if self.analysis is None else self.analysis, **limits)
        return self.changed(algorithm=algorithm or self.algorithm, analysis=analysis)

    def least_seconds(self) -> float:
        """The seconds that an agent's move takes at least."""
        return self.pause if HUMAN in self.seats else self.pace

    def with_options(self, options: SearchOptions) -> Settings:
        """These settings with other ingredients of the engine, for everybody; seats keep the limits they have."""
        first, second = (None if own is None else replace(own, options=options) for own in self.own)
        return self.changed(options=options, own=(first, second))

    def depth_governs(self) -> tuple[str, ...]:
        """Who searches to the depth that is set: "seats", "analysis", both or neither.

        Levels have a depth of their own, and whoever is given a time searches as deep as that allows.
        """

        def governed(name: str, seat: int | None) -> bool:
            entry = AGENTS.get(name)
            timed = name in AGENTS and self.limits_of(name, seat).time_ms is not None
            return entry is not None and entry.searches and not (entry.deepens and timed)

        seats = ("seats",) if any(governed(name, seat) for seat, name in enumerate(self.seats)) else ()
        return seats + (("analysis",) if self.analysis is None and governed(self.algorithm, None) else ())

    @property
    def timed(self) -> bool:
        """Whether anybody who searches can play by time."""
        return any(AGENTS[name].timed for name in (*self.seats, self.algorithm) if name in AGENTS)


WINDOW_DEFAULTS = Settings(
    seats=(HUMAN, DEFAULT_OPPONENT), pace=DEFAULT_PACE, pause=DEFAULT_PAUSE, matched=True, analysis=Limits(depth=4)
)
"""The settings at the first start of the window."""


def to_json(settings: Any) -> dict[str, Any]:
    """The fields of a dataclass as JSON can write them, but for those that are not saved."""
    values = {one.name: getattr(settings, one.name) for one in fields(settings) if one.metadata.get("saved", True)}
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    """A value of a setting as JSON can write it."""
    if is_dataclass(value):
        return to_json(value)
    return dict(value) if isinstance(value, Mapping) else value


def from_json(usual: Value, content: Mapping[str, Any]) -> Value:
    """A copy of a dataclass with the values that JSON has for its fields; other names are ignored.

    Raises C4Error for a value that is not of the declared type or not among the choices.
    """
    hints = get_type_hints(type(usual))
    values = {}
    if not isinstance(content, Mapping):
        raise C4Error(f"{content!r} are no settings")
    for one in fields(usual):  # type: ignore[arg-type]
        if one.name not in content or not one.metadata.get("saved", True):
            continue
        value = content[one.name]
        now = getattr(usual, one.name)
        nested = _nested(now, hints[one.name]) if isinstance(value, Mapping) else None
        values[one.name] = _of_type(one.name, value, hints[one.name]) if nested is None else from_json(nested, value)
        choices = one.metadata.get("choices")
        if choices and values[one.name] not in choices:
            raise C4Error(f"{one.name} cannot be {value!r}: choose {', '.join(map(str, choices))}")
    changed: Value = replace(usual, **values)  # type: ignore[type-var]
    return changed


def _nested(now: Any, hint: Any) -> Any:
    """The dataclass with which a field of such a type is read: its value now, or one with defaults; None for others."""
    if is_dataclass(now):
        return now
    kind = next((kind for kind in get_args(hint) if is_dataclass(kind)), None)
    return None if kind is None else kind()  # type: ignore[operator]  # a class, not an instance


def _of_type(name: str, value: Any, hint: Any) -> Any:
    """A value of JSON as its declared type: lists become tuples where those are declared."""
    kind = get_origin(hint)
    inside = get_args(hint)
    if kind in (Union, UnionType):
        fitting = [one for one in inside if _fits(value, one)]
        if fitting:
            return _of_type(name, value, fitting[0])
    elif _fits(value, hint):
        if kind is tuple:
            hints = inside[:1] * len(value) if inside[-1] is ... else inside
            return tuple(_of_type(name, one, inner) for one, inner in zip(value, hints, strict=True))
        if kind is not None:
            return {key: _of_type(name, one, inside[1]) for key, one in value.items()}
        return value
    raise C4Error(f"{name} cannot be {value!r}")


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value of JSON may be of a declared type; what is in tables is not looked at."""
    kind = get_origin(hint) or hint
    if kind is tuple:
        return isinstance(value, list) and (... in get_args(hint) or len(value) == len(get_args(hint)))
    return type(value) in {float: (int, float), Mapping: (dict,)}.get(kind, (kind,))


def without_missing(content: Mapping[str, Any]) -> dict[str, Any]:
    """What was saved, without what cannot be used any more.

    Left out are your own code, which runs only when you name it, model files that are gone, and a depth that no game on
    the board has.
    """
    known = dict(content)
    opponent = WINDOW_DEFAULTS.seats[1]
    rules = known.get("rules", {})
    if "seats" in known:
        known["seats"] = [opponent if is_user_agent(one) and one not in AGENTS else one for one in known["seats"]]
    if "evaluator" in known and is_script(known["evaluator"]) and known["evaluator"] not in EVALUATORS:
        del known["evaluator"]
    if "depth" in known:
        cells = rules.get("columns", STANDARD.columns) * rules.get("rows", STANDARD.rows)
        known["depth"] = min(known["depth"], cells)
    if "models" in known:
        known["models"] = {name: path for name, path in known["models"].items() if Path(path).is_file()}
    return known
