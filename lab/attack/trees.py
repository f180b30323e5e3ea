"""Crafted trees: files that no search writes, checksum and all, and a hand that opens each in the window.

python -m lab attack trees                  # needs a display
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tkinter import filedialog
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from c4 import agents
from c4.agents.limits import Limits
from c4.archives import write_arrays
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.tree import table, treefile
from c4.tree.searchtree import INTERIOR, NO_MOVE, PRUNED, ROW, TERMINAL, SearchTree
from visualizer.app.window import Window
from visualizer.testing import Hand

FILLED = "444444333333222222111111555555666666777777"
"""Moves that fill the board, column after column."""

LARGE = 2**31 - 1

TREE_MENUS = ("Tree", "Playback")
"""The menus whose commands are run over each tree."""

LEFT_OUT = ("open tree", "export", "export all", "strategy", "puzzles", "practice", "play on")
"""Commands that ask for something, or open what has nothing to do with a tree."""

Change = Callable[[SearchTree, np.ndarray, random.Random], object]


def searched(position: Position, depth: int = 3) -> SearchTree:
    """The tree of a search."""
    tree = agents.load("alphabeta").choose(position, Limits(depth=depth)).tree
    assert tree is not None
    return tree


def filed(tree: SearchTree, rows: np.ndarray, path: Path, **header: Any) -> None:
    """Writes rows under the header of a tree, with the counters and the checksum that fit them, if any can."""
    columns = {name: rows[name] for name in table.SAVED}
    try:
        complete = table.rows_of(columns)
    except (C4Error, ValueError, IndexError):
        complete = rows
    left = rows["left_out"].astype(object) + (rows["left_out_high"].astype(object) << 32)
    recorded = int((complete["kind"] != PRUNED).sum())
    made = SearchTree(
        root=tree.root,
        maximizer=tree.maximizer,
        depth=tree.depth,
        algorithm=tree.algorithm,
        evaluator=tree.evaluator,
        move_order=tree.move_order,
        nodes=0,
        pruned=tree.pruned,
        rows=complete,
    )
    try:
        about, tables = treefile.parts_of(made)
    except (C4Error, IndexError):  # no states: it is refused before its checksum is looked at
        vars(made)["state"] = np.zeros(len(complete), np.uint64)
        about, tables = treefile.parts_of(made)
    about |= {"nodes": recorded + int(sum(left)), "scale": tree.scale, **header}
    about.pop("checksum")
    about["checksum"] = treefile.checksum_of(about, made)
    write_arrays(path, about, tables)


def set_to(**values: Any) -> Change:
    """Fields of every row but the root's."""

    def change(tree: SearchTree, rows: np.ndarray, dice: random.Random) -> None:
        for name, value in values.items():
            rows[name][1:] = value

    return change


def any_of(*names: str) -> Change:
    """Anything at all in these fields."""

    def change(tree: SearchTree, rows: np.ndarray, dice: random.Random) -> None:
        for name in names:
            kind = np.iinfo(ROW[name])
            most = table.LIMITS.get(name, kind.max)
            rows[name] = [dice.choice((kind.min, most, dice.randint(kind.min, most))) for _ in rows]

    return change


def chain(length: int) -> Change:
    """One row below the other."""

    def change(tree: SearchTree, rows: np.ndarray, dice: random.Random) -> np.ndarray:
        made = np.zeros(length + 1, dtype=ROW)
        made["ply"] = range(length + 1)
        made["move"] = [NO_MOVE, *(int(column) - 1 for column in FILLED[:length])]
        made["kind"] = INTERIOR
        return made

    return change


def cut(number: int) -> Change:
    """The first rows alone."""
    return lambda tree, rows, dice: rows[:number].copy()


def pruned(tree: SearchTree, rows: np.ndarray, dice: random.Random) -> np.ndarray:
    """Nothing below the plies 0 and 1 was searched, and all of it is said to be cut off."""
    made = rows[rows["ply"] <= 2].copy()
    made["kind"][made["ply"] == 2] = PRUNED
    made["value"] = 0
    made["alpha"] = 0
    made["beta"] = 0
    return made


CHANGES: dict[str, Change] = {
    "values": set_to(value=LARGE, alpha=-LARGE - 1, beta=LARGE),
    "values below": set_to(value=-LARGE - 1, alpha=LARGE, beta=-LARGE - 1),
    "any values": any_of("value", "alpha", "beta"),
    "left out": set_to(left_out=2**32 - 1, left_out_high=2**16 - 1),
    "any left out": any_of("left_out", "left_out_high"),
    "all pruned": pruned,
    "any kinds": any_of("kind", "bound", "note"),
    "any order": any_of("order"),
    "kinds that cannot be": set_to(kind=4, bound=3, note=7),
    "all terminal": set_to(kind=TERMINAL),
    "one row": cut(1),
    "two rows": cut(2),
    "no rows": cut(0),
    "a chain": chain(42),
    "a shorter chain": chain(9),
    "no moves": set_to(move=NO_MOVE),
    "one column": set_to(move=0),
    "plies that are no tree": any_of("ply"),
    "a second root": set_to(ply=0),
    "everything": any_of("value", "alpha", "beta", "kind", "bound", "order", "note", "left_out"),
}
"""What is done to the rows of a search's tree."""

HEADERS: dict[str, dict[str, Any]] = {
    "names": {"algorithm": "\u202e" + "W" * 59, "evaluator": "a\nb\t\x00{0}%s<b>&"},
    "no names": {"algorithm": "", "evaluator": ""},
    "scale": {"scale": 1 << 30},
    "depth": {"depth": 255, "pruned": 1 << 62},
    "nodes": {"nodes": 1 << 62},
    "a floating disc": {"root": {"grid": "X......\n" + ".......\n" * 5, "moves": None, "to_move": 0}},
    "nine of one side": {"root": {"grid": ".......\n" * 4 + "XXX....\nXXX.XXX", "moves": None, "to_move": 1}},
    "another board": {"rules": {"rows": 5, "columns": 4}},
    "order": {"order": [1, 1, 1, 1, 1, 1, 1]},
    "not a number": {"scale": 1e308, "depth": 2.5},
}
"""What is said in the header instead."""

BOARDS = (Rules(), Rules(3, 3, 3), Rules(1, 8, 4), Rules(8, 1, 4), Rules(7, 8, 5), Rules(6, 7, 4, COUNT_LINES))


def changed(tree: SearchTree, names: Iterable[str], dice: random.Random) -> np.ndarray:
    """A copy of a tree's rows with these changes, one after the other."""
    rows = tree.rows.copy()
    for name in names:
        made = CHANGES[name](tree, rows, dice)
        rows = made if isinstance(made, np.ndarray) else rows
    return rows


CHAINS = {"a chain": Rules(6, 7, 4, COUNT_LINES), "a shorter chain": Rules()}
"""The boards of the changes that make one row below the other: on the first games go on to the last disc."""

KINDS_OF_VALUES = {"numbers with a point": "f8", "complex numbers": "c16", "texts": "U4", "dates": "M8[s]"}
"""Types of an array of values that no tree has."""


class Craft(NamedTuple):
    """A file to make: what it is, the tree that it begins with, the names of the changes to its rows, and what its header
    says instead.
    """

    name: str
    tree: SearchTree
    changes: tuple[str, ...] = ()
    header: Mapping[str, Any] = MappingProxyType({})


def crafts(seed: int, more: int) -> Iterator[Craft]:
    """Every kind once, and so many with several kinds of changes at once."""
    dice = random.Random(seed)
    of_board = {rules: searched(Position(rules=rules), 3) for rules in BOARDS}
    usual = searched(Position.from_moves("4453526"), 5)
    trees = [*of_board.values(), usual]
    for number, tree in enumerate(trees):
        yield Craft(f"board {number}", tree)
    for name in CHANGES:
        yield Craft(name, of_board[CHAINS[name]] if name in CHAINS else usual, (name,))
    for name, header in HEADERS.items():
        yield Craft(name, usual, header=header)
    for _ in range(more):
        names = tuple(dice.sample(list(CHANGES), 3))
        first = names[0]
        tree = of_board[CHAINS[first]] if first in CHAINS else dice.choice(trees)
        yield Craft(" and ".join(names), tree, names)


def crafted(folder: Path, seed: int, more: int = 0) -> Iterator[tuple[str, Path]]:
    """(what it is, file) of every kind once, and so many with several kinds of changes at once."""
    dice = random.Random(f"{seed} changes")
    path = folder / "tree.npz"
    for craft in crafts(seed, more):
        rows = changed(craft.tree, craft.changes, dice)
        filed(craft.tree, rows, path, **craft.header)
        yield craft.name, path
    tree = searched(Position(), 3)
    about, tables = treefile.parts_of(tree)
    for name, kind in KINDS_OF_VALUES.items():
        value = "NaT" if kind.startswith("M") else 1
        write_arrays(path, about, {**tables, "value": np.full(len(tree), value).astype(kind)})
        yield name, path


class Opener(Hand):
    """Opens files in a window by its own command; `faults` are callbacks that failed, and what came to nothing."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.opened_files = 0
        self.refused = 0
        self.faults: list[str] = []
        self.messages: list[str] = []
        """What the window has said since the last file; on a busy machine a message may be over before a turn is."""
        self._draw = self.app.on_change
        self.app.on_change = self._changed

    def _changed(self) -> None:
        """Notes a message, and has the window drawn."""
        message = self.app.state.message.text
        if message and message not in self.messages:
            self.messages.append(message)
        self._draw()

    def open_file(self, name: str, path: Path, commands: bool = True) -> None:
        """Opens a file, and works the tree that it brings; `name` says what is odd about it."""
        self.turn()
        self.app.say("")
        self.messages.clear()
        filedialog.askopenfilename = lambda **options: str(path)
        self.window.do("open tree")
        self.until(lambda: self.messages, what=name)
        message = self.messages[0]
        if not message.startswith("Opened"):
            self.refused += 1
            if "\n" in message or "Error" in message:
                self.faults.append(f"{name}: {message!r}")
        else:
            self.opened_files += 1
            if commands:
                self._run_commands()
            self.close_beside()
        for _ in range(3):
            self.turn()
        self.faults += [f"{name}: {error}" for error in self.window.errors]
        self.window.errors.clear()

    def _run_commands(self) -> None:
        """Runs every command of a tree."""
        for command in self.window.commands:
            if command.menu in TREE_MENUS and command.name not in LEFT_OUT:
                self.window.do(command.name)
                self.turn()
