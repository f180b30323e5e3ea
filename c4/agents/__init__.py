"""The registry of agents, which is anything that can sit in a seat and choose a column; it imports none of them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from c4.agents.base import Agent
from c4.errors import C4Error
from c4.printable import one_line
from c4.scripts import is_script

HUMAN = "human"
"""What the name of a seat is if a person sits there; no agent has it."""


class Entry(NamedTuple):
    """A line of the registry: `label` for menus, one sentence `about` it, the class as "module:name".

    searches   depth and evaluator matter, and it records a tree
    evaluates  the evaluator matters, though it does not search
    deepens    it can be given a time instead of a depth
    samples    it is Monte-Carlo tree search: simulations and their settings matter, and it records a tree
    repeats    with the same limits it always plays the same move in a position, so answers can be cached
    learns     it is a LearningAgent
    """

    label: str
    about: str
    where: str
    searches: bool = False
    evaluates: bool = False
    deepens: bool = False
    samples: bool = False
    repeats: bool = False
    learns: bool = False

    @property
    def records(self) -> bool:
        """Whether it records the tree of its search."""
        return self.searches or self.samples

    @property
    def timed(self) -> bool:
        """Whether it can be given a time for a move."""
        return self.deepens or self.samples


AGENTS: dict[str, Entry] = {
    "alphabeta": Entry(
        "Alpha-beta",
        "minimax, skipping replies that can't change the result",
        "c4.agents.search:AlphaBeta",
        searches=True,
        repeats=True,
    ),
    "minimax": Entry(
        "Minimax", "searches every reply to the full depth", "c4.agents.search:Minimax", searches=True, repeats=True
    ),
    "greedy": Entry(
        "Greedy",
        "plays the move that leads to the best position, without searching",
        "c4.agents.search:Greedy",
        evaluates=True,
        repeats=True,
    ),
    "engine": Entry(
        "Engine",
        "the strongest search: as deep as its time allows",
        "c4.agents.engine:Engine",
        searches=True,
        deepens=True,
    ),
    "mcts": Entry(
        "MCTS",
        "Monte-Carlo tree search: plays random games from a growing tree, more of them where they go well",
        "c4.agents.monte_carlo:MonteCarlo",
        evaluates=True,
        samples=True,
    ),
    "perfect": Entry("Perfect", "never makes a mistake", "c4.agents.perfect:Perfect"),
    "strategy": Entry(
        "Strategy",
        "plays by marks on the board, without searching; wins every game when it moves first, punishes other first moves",
        "c4.agents.perfect:Strategist",
    ),
    "toddler": Entry("Toddler", "plays half its discs at random, and likes lines", "c4.agents.levels:Toddler"),
    "child": Entry("Child", "builds lines but often misses yours", "c4.agents.levels:Child"),
    "novice": Entry("Novice", "sees most of your threats but doesn't plan", "c4.agents.levels:Novice"),
    "casual": Entry("Casual", "thinks ahead, sometimes carelessly", "c4.agents.levels:Casual"),
    "amateur": Entry("Amateur", "thinks ahead and rarely slips", "c4.agents.levels:Amateur"),
    "club": Entry("Club player", "thinks further ahead and almost never slips", "c4.agents.levels:Club"),
    "expert": Entry("Expert", "has learned from millions of games", "c4.agents.levels:Expert"),
    "master": Entry("Master", "has learned from millions of games and thinks ahead", "c4.agents.levels:Master"),
    "nearly-perfect": Entry(
        "Nearly perfect",
        "plays the best column, but once in 25 moves the second best",
        "c4.agents.perfect:NearlyPerfect",
    ),
    "grandmaster": Entry(
        "Grandmaster", "has learned from millions of games and thinks far ahead", "c4.agents.levels:Grandmaster"
    ),
    "td-lambda": Entry(
        "TD-lambda", "wins, blocks, stops open twos, then plays the highest learned value", "c4.agents.learned:TDLambda"
    ),
    "sarsa": Entry(
        "Sarsa", "plays by a table of learned action values, and keeps learning", "c4.agents.learned:Sarsa", learns=True
    ),
    "patterns": Entry(
        "Patterns", "remembers patterns from won and lost games", "c4.agents.learned:Patterns", learns=True
    ),
    "trainer": Entry(
        "Trainer", "often completes its own rows and columns, but never blocks", "c4.agents.search:Trainer"
    ),
    "disc-counter": Entry(
        "Disc counter",
        "looks three moves ahead but only counts discs: sees wins and threats, else plays the leftmost column",
        "c4.agents.search:DiscCounter",
        repeats=True,
    ),
    "random": Entry("Random", "drops its discs at random", "c4.agents.search:Random"),
}


def load(name: str) -> Agent:
    """The agent of this name.  Raises C4Error for an unknown name."""
    check_name(name)
    module, _, cls = AGENTS[name].where.partition(":")
    make = getattr(import_module(module), cls)
    agent: Agent = make(name) if is_user_agent(name) else make()
    return agent


MODEL_ENDINGS = (".json", ".npz", ".npy", ".sqlite", ".db")
"""How the names of model files end, which can stand in place of an agent's."""

PROGRAM = "program:"
"""Begins the name of an agent that is another program; its command follows."""


def is_program(name: str) -> bool:
    """Whether a name is that of another program."""
    return name.startswith(PROGRAM)


def allow(name: str) -> str:
    """Registers an agent that the user has named: a Python file or another program may be run from now on.

    Nothing else registers it.  Returns the name.
    """
    if name not in AGENTS and is_program(name):
        command = one_line(name.removeprefix(PROGRAM))
        AGENTS[name] = Entry(label_of(command), f"is another program: {command}", "c4.agents.program:Program")
    elif name not in AGENTS and is_script(name):
        path = Path(one_line(name))
        AGENTS[name] = Entry(path.stem, f"plays by your code in {path.name}", "c4.agents.user:UserAgent")
    return name


def label_of(command: str) -> str:
    """The label of another program: the name of the script in its command, or of the program."""
    words = command.split()
    if not words:
        return command
    scripts = [word for word in words if is_script(word)]
    return Path(scripts[0] if scripts else words[0]).name


def is_user_agent(name: str) -> bool:
    """Whether a name is that of a Python file or of another program."""
    return is_script(name) or is_program(name)


def check_name(name: str, where: str = "") -> str:
    """The name, if there is such an agent.  Raises C4Error otherwise."""
    if name in AGENTS:
        return name
    if is_user_agent(name):
        raise C4Error(f"{name}{where} is code, and runs only when you name it yourself")
    if name.endswith(MODEL_ENDINGS):
        raise C4Error(f"there is no model file {name!r}: `c4 train` lists the learners that write one")
    names = ", ".join(AGENTS)
    raise C4Error(f"unknown agent {name!r}{where}: choose {names}, a Python file of your own (.py), or program:COMMAND")
