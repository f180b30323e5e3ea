"""Agents: anything that can sit in a seat and choose a column.  One file per agent; this is their registry.

Importing this package loads nothing heavy.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from c4 import scripts
from c4.engine.ingredients import USUAL, SearchOptions
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.scripts import is_script
from c4.search.decision import Decision
from c4.search.watch import Watch

HUMAN = "human"


@dataclass(frozen=True)
class Limits:
    """An agent's limits, evaluator and options; each agent uses those that concern it.

    `move_order` are columns from 0, None: the middle first; `model` is a model file of a learned evaluator, None for
    the built-in one.  `time_ms` (milliseconds per move) and `nodes` are for agents with iterative deepening; if one of
    them is given, `depth` is ignored.  `options` are the ingredients of the engine.
    """

    depth: int = 6
    evaluator: str = "v2"
    model: str | None = None
    move_order: tuple[int, ...] | None = None
    seed: int | None = None
    time_ms: float | None = None
    nodes: int | None = None
    options: SearchOptions = USUAL


class Agent(Protocol):
    """A player.  `choose` may be called in any thread; `watch.stop()` ends it with the best so far."""

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """The move of the side to move.  Raises C4Error when the game is over."""
        ...


@runtime_checkable
class LearningAgent(Agent, Protocol):
    """An agent that learns from the games it plays."""

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Learns from a finished game: its starting position, all columns played, and the agent's side (0 or 1).

        The caller calls it once per finished game for each side the agent played.  It reads the same model
        as `choose` and writes `limits.model` or the user's own file (`c4.models.own_path`), never the
        built-in one.  Raises C4Error when that fails.
        """
        ...


class Entry(NamedTuple):
    """A line of the registry: `label` for menus, one sentence `about` it, the class as "module:name".

    searches   depth and evaluator matter, and it records a tree
    judges     the evaluator matters, though it does not search
    deepens    it can be given a time instead of a depth
    repeats    with the same limits it always plays the same move in a position, so answers can be cached
    learns     it is a LearningAgent
    installed  it belongs to another package (see `find_installed`)
    """

    label: str
    about: str
    where: str
    searches: bool = False
    judges: bool = False
    deepens: bool = False
    repeats: bool = False
    learns: bool = False
    installed: bool = False


AGENTS: dict[str, Entry] = {
    "alphabeta": Entry(
        "Alpha-beta",
        "minimax without the replies that cannot matter",
        "c4.agents.searching:AlphaBeta",
        searches=True,
        repeats=True,
    ),
    "minimax": Entry(
        "Minimax", "tries every reply to the full depth", "c4.agents.searching:Minimax", searches=True, repeats=True
    ),
    "greedy": Entry(
        "Greedy",
        "plays the move with the best position after it, without searching",
        "c4.agents.greedy:Greedy",
        judges=True,
        repeats=True,
    ),
    "engine": Entry(
        "Engine",
        "the strong search: as deep as its time allows",
        "c4.agents.engine:Engine",
        searches=True,
        deepens=True,
    ),
    "perfect": Entry("Perfect", "knows the exact score of every column", "c4.agents.perfect:Perfect"),
    "strategy": Entry(
        "Strategy",
        "plays by marks on the board without searching; wins every game it begins",
        "c4.agents.strategist:Strategist",
    ),
    "toddler": Entry("Toddler", "drops every other stone anywhere, and likes lines", "c4.agents.levels:Toddler"),
    "child": Entry("Child", "makes lines, and often forgets that you do, too", "c4.agents.levels:Child"),
    "novice": Entry("Novice", "sees most of your threats and plans nothing", "c4.agents.levels:Novice"),
    "casual": Entry("Casual", "looks 4 plies ahead, not always carefully", "c4.agents.levels:Casual"),
    "amateur": Entry("Amateur", "looks 4 plies ahead and seldom slips", "c4.agents.levels:Amateur"),
    "club": Entry("Club player", "looks 6 plies ahead and hardly slips", "c4.agents.levels:Club"),
    "expert": Entry("Expert", "has learned from millions of games, looks 2 plies ahead", "c4.agents.levels:Expert"),
    "master": Entry("Master", "has learned from millions of games, looks 4 plies ahead", "c4.agents.levels:Master"),
    "nearly-perfect": Entry(
        "Nearly perfect",
        "knows every exact score, and plays the second best column in one move of 25",
        "c4.agents.levels:NearlyPerfect",
    ),
    "grandmaster": Entry(
        "Grandmaster", "has learned from millions of games, looks 8 plies ahead", "c4.agents.levels:Grandmaster"
    ),
    "td-lambda": Entry(
        "TD-lambda",
        "wins, blocks, stops open twos, then plays the highest learned value",
        "c4.agents.tdlambda:TDLambda",
    ),
    "td-lambda-value": Entry(
        "TD-lambda, value only",
        "wins if it can, otherwise plays the highest learned value",
        "c4.agents.tdlambda:TDLambdaValue",
    ),
    "sarsa": Entry(
        "Sarsa", "plays by a table of learned action values, and goes on learning", "c4.agents.sarsa:Sarsa", learns=True
    ),
    "patterns": Entry(
        "Patterns", "remembers what it saw in won and lost games", "c4.agents.patterns:Patterns", learns=True
    ),
    "trainer": Entry(
        "Trainer", "often completes its own rows and columns, and never blocks", "c4.agents.trainer:Trainer"
    ),
    "random": Entry("Random", "any legal column", "c4.agents.chance:Random"),
}
if find_spec("pyspiel"):  # the extra `openspiel`
    AGENTS["mcts"] = Entry("MCTS (OpenSpiel)", "plays out random games from every move", "c4.agents.openspiel:MCTS")


LEVELS = (
    "random",
    "toddler",
    "child",
    "novice",
    "casual",
    "amateur",
    "club",
    "expert",
    "master",
    "nearly-perfect",
    "grandmaster",
    "perfect",
)
"""The agents that are a ladder, the weakest first."""

STRENGTHS = Path(__file__).with_name("levels.json")
"""Their strength as `python -m benchmarks.levels` measured it: "elo" has [Elo, low, high] by name, chance being 0."""


@cache
def elo(name: str) -> int | None:
    """The measured strength of a level in Elo points above chance; None for agents that are none."""
    measured = json.loads(STRENGTHS.read_text(encoding="utf-8"))["elo"] if STRENGTHS.exists() else {}
    return round(measured[name][0] / 10) * 10 if name in measured else None


def title(name: str) -> str:
    """The label of an agent with its strength, where it is known: "Novice (Elo 640)"."""
    strength = elo(name)
    return AGENTS[name].label + ("" if strength is None else f" (Elo {strength:,})")


def load(name: str) -> Agent:
    """The agent of this name.  Raises C4Error for an unknown name."""
    check_name(name)
    given: tuple[str, ...] = ()
    where = AGENTS[name].where
    if is_own(name):
        given = (name,)
    elif AGENTS[name].installed:
        where, given = "c4.agents.own:of_module", (where,)
    module, _, make = where.partition(":")
    agent: Agent = getattr(import_module(module), make)(*given)
    return agent


PROGRAM = "program:"
"""What the name of an agent begins with that is another program; its command follows."""


def is_program(name: str) -> bool:
    """Whether a name is that of another program."""
    return name.startswith(PROGRAM)


def allow(name: str) -> str:
    """A person has named this agent: a Python file of one's own, or another program, may be run from now on.

    Nothing else puts it into the registry.  Returns the name.
    """
    if name not in AGENTS and is_program(name):
        command = name.removeprefix(PROGRAM)
        words = command.split()
        label = Path(next(filter(is_script, words), words[0])).name if words else command
        AGENTS[name] = Entry(label, f"is another program: {command}", "c4.agents.program:Program")
    elif name not in AGENTS and is_script(name):
        AGENTS[name] = Entry(Path(name).stem, f"plays by your own code, in {Path(name).name}", "c4.agents.own:Own")
    return name


def brought() -> list[str]:
    """The agents that people bring: their files, other programs, those of installed packages."""
    return [name for name, entry in list(AGENTS.items()) if is_own(name) or entry.installed]


def is_own(name: str) -> bool:
    """Whether a name is that of a Python file or of another program."""
    return is_script(name) or is_program(name)


def check_name(name: str, where: str = "") -> str:
    """The name, if there is such an agent.  Raises C4Error otherwise."""
    if name not in AGENTS:
        find_installed()
    if name in AGENTS:
        return name
    if is_own(name):
        raise C4Error(f"{name}{where} is code and is run only when a person names it")
    own = "a Python file of your own (.py), or program:COMMAND"
    raise C4Error(f"unknown agent {name!r}{where}: choose {', '.join(AGENTS)}, {own}")


def find_installed() -> None:
    """Puts the agents of installed packages into the registry: their entry points `c4.agents`.

    Each names a module with the functions of a file of one's own, or a class whose objects are agents.
    """
    for name, about, where in scripts.installed("c4.agents"):
        AGENTS.setdefault(name, Entry(name, about, where, installed=True))


def require_moves(position: Position) -> None:
    """Raises C4Error when there is no move to choose."""
    outcome = position.outcome()
    if outcome is not None:
        raise C4Error(f"there is no move to choose in {position!r}: {outcome.reason}")
