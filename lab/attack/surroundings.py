"""Attacks from around the program: folders, files, processes and users that it meets.

    traps       a current folder with a file for every module that a process of ours could import
    code        evaluators that raise anything anywhere, and values with fractions, in both forms
    endings     TERM, HUP and KILL at some moment: whatever the process has started ends within two seconds
    schemas     libraries with more in them than there should be
    planted     links, pipes and files of other users where a lock or the log should be

Each returns what was wrong, "" if nothing was.  Linux only.
"""

from __future__ import annotations

import builtins
import json
import os
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from importlib.metadata import packages_distributions
from pathlib import Path

from c4 import errors, locks
from c4.errors import C4Error
from c4.evaluators import user
from c4.evaluators.user import UserEvaluator
from c4.game.position import Position
from c4.library.library import Library
from c4.library.record import Record
from c4.search import textbook
from c4.search.fixed_depth import search

ROOT = Path(__file__).resolve().parents[2]

SECONDS = 2.0
"""How long after its parent a process may live."""

NOBODY = 65534
"""The number of the user who owns nothing."""

MARK = "C4_ATTACK"
"""An environment variable by which all processes that one attack has started are found."""

Attack = Callable[[Path, random.Random], str]
"""Called with an empty folder; returns what was wrong."""


# -- folders ----------------------------------------------------------------------------------------------------------

TRAP = """
import os
from pathlib import Path
Path(os.environ["TRAPS"], __name__).touch()
raise ImportError(__name__)
"""

STARTED = (
    "match random greedy --games 2 --jobs 2",
    "search 4453 --depth 3",
    "solve 333557752147212",
    "puzzles list",
    "play --first random --second greedy",
    "strategy list",
    "serve random",
)
"""Commands that do something for a moment, and start processes if they ever do."""


def traps(folder: Path, dice: random.Random) -> str:
    """Starts a command in a folder in which every module has a file."""
    here = folder / "archive"
    sprung = folder / "sprung"
    for path in (here, sprung):
        path.mkdir()
    names = sorted({*sys.stdlib_module_names, *packages_distributions(), "c4", "visualizer", "usercustomize"})
    for name in names:
        if name.isidentifier():
            (here / f"{name}.py").write_text(TRAP)
    words = shlex.split(dice.choice(STARTED))
    script = folder / "c4"
    script.write_text("from c4.__main__ import main\nmain()\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TRAPS": str(sprung)}
    environment.pop("PYTHONSAFEPATH", None)
    done = subprocess.run(
        [sys.executable, script, *words],
        cwd=here,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if run := sorted(path.name for path in sprung.iterdir()):
        return f"{words}: the current folder's {', '.join(run[:5])} was run"
    return "" if done.returncode == 0 else f"{words}: status {done.returncode}, {done.stderr[-500:]}"


# -- user code --------------------------------------------------------------------------------------------------------

STRANGE = """
class Silent(BaseException):
    def __str__(self):
        raise self
class Named(type):
    @property
    def __name__(cls):
        raise Silent
class Nameless(BaseException, metaclass=Named):
    def __repr__(self):
        raise self
class Placed(SyntaxError):
    @property
    def msg(self):
        raise ZeroDivisionError
    filename = msg
    lineno = msg
"""

RAISED = (
    *sorted(name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)),
    *(
        "Silent",
        "Nameless",
        "Placed",
        "Silent()",
        "Nameless('a', 1)",
        "ExceptionGroup('a', [ValueError()])",
        "None",
        "7",
    ),
)
"""What a file may raise; some of it cannot even be raised."""

WRONG = (
    "1 // 0",
    "1 / 0.0",
    "[][1]",
    "{}[0]",
    "evaluate(position, side)",
    "'a'",
    "None",
    "float('nan')",
    "10 ** 400",
    "2e9",
)
"""Values that are no values."""

WRONG_BITS = ("1 // (number - number)", "1 / (number - number)", "FEW[number + 5]", "helper(number + 5)", "1e300")
"""The same for the compiled form."""


def code(folder: Path, dice: random.Random) -> str:
    """Searches with an evaluator that goes wrong at the horizon, or with one that does not."""
    position = Position()
    while position.ply < dice.randrange(4, 12):
        position = position.play(dice.choice(position.legal_columns()))
        if position.outcome() is not None:
            return ""
    depth = dice.randrange(1, 4)
    horizon = position.ply + depth
    path = folder / "evaluator.py"
    attack = dice.choice((right, wrong_plain, wrong_bits))
    if attack is right:
        return right(path, dice, position, depth)
    text = attack(dice, max(9, horizon))  # the samples have fewer discs
    path.write_text(text)
    if horizon < 9:
        return ""
    try:
        evaluator = user.load(path)
        search(position, depth, evaluator, "minimax")
    except C4Error as error:
        sentence = str(error)
        return "" if str(path) in sentence and "\n" not in sentence else f"{text}\nsays {sentence}"
    except BaseException as error:
        return f"{text}\nraises {type(error)} in a search of {position!r} to depth {depth}"
    if any(node.ply == horizon for node in textbook.minimax(position, depth, plain(path))):
        return f"{text}\nraises nothing in a search of {position!r} to depth {depth}"
    return ""


def plain(path: Path) -> UserEvaluator:
    """An evaluator that does not go wrong, to see where the horizon is."""
    other = path.with_name("zero.py")
    other.write_text("def evaluate(position, side):\n    return 0\n")
    return user.load(other)


def wrong_plain(dice: random.Random, ply: int) -> str:
    """A file whose `evaluate` goes wrong from `ply` discs on."""
    error = f"raise {dice.choice(RAISED)}" if dice.random() < 0.6 else f"return {dice.choice(WRONG)}"
    return f"{STRANGE}\ndef evaluate(position, side):\n    if position.ply >= {ply}:\n        {error}\n    return 1\n"


def wrong_bits(dice: random.Random, ply: int) -> str:
    """A file whose `evaluate_bits` does."""
    error = f"return 1.0 * ({dice.choice(WRONG_BITS)})"
    if dice.random() < 0.3:
        error = f"raise {dice.choice(('ValueError', 'KeyError', 'StopIteration', 'OverflowError'))}"
    return f"""
import numba
import numpy as np
FEW = np.arange(5)
@numba.njit
def helper(number):
    return FEW[number]
def evaluate_bits(own, other):
    number = (own | other).bit_count()
    if number >= {ply}:
        {error}
    return 1.0
"""


def right(path: Path, dice: random.Random, position: Position, depth: int) -> str:
    """Compares values with fractions, as the file has them, as a search has them, and in both forms."""
    masks = [dice.getrandbits(49) & position.rules.board for _ in range(3)]
    weights = [round(dice.uniform(-3, 3), 3) for _ in masks]
    own = weighted_counts("own", masks, weights)
    other = weighted_counts("other", masks, weights)
    forms = f"""
def evaluate(position, side):
    own = position.stones[side]
    other = position.stones[1 - side]
    return {own} - ({other})
"""
    if dice.random() < 0.5:
        forms += f"\ndef evaluate_bits(own, other):\n    return {own} - ({other})\n"
    path.write_text(forms)
    evaluator = user.load(path)
    for side in (0, 1):
        value = evaluator.value(position, side)
        searched = evaluator.value_in_search(position, side)
        if abs(value - searched) > 0.0006:
            return f"{forms}\n{position!r}, side {side}: {value} in the file, {searched} in a search"
    decision = search(position, depth, evaluator)
    nodes = textbook.alphabeta(position, depth, evaluator)
    if decision.value is not None and decision.value.points != nodes[0].value:
        return f"{forms}\n{position!r}, depth {depth}: {decision.value.points} and in the textbook {nodes[0].value}"
    return ""


def weighted_counts(side: str, masks: list[int], weights: list[float]) -> str:
    """An expression: how many discs of a side are in each mask, times its weight."""
    terms = (f"{weight} * ({side} & {mask}).bit_count()" for mask, weight in zip(masks, weights, strict=True))
    return " + ".join(terms)


# -- processes --------------------------------------------------------------------------------------------------------

PLAYER = """
import subprocess, sys
if sys.argv[1:] == ["parent"]:
    subprocess.Popen([sys.executable, __file__])
for line in sys.stdin:
    while True: pass
"""
"""A program that never answers, at full load, perhaps with a child."""


def endings(folder: Path, dice: random.Random) -> str:
    """Ends a command at some moment, and looks for what it has left behind."""
    player = folder / "player.py"
    player.write_text(PLAYER)
    program = f"program:{shlex.quote(sys.executable)} {shlex.quote(str(player))} {dice.choice(('', 'parent'))}".strip()
    words = dice.choice(
        (
            ["match", "random", program, "--games", "4", "--jobs", str(dice.choice((1, 2, 3)))],
            ["play", "--first", program, "--second", "random"],
            ["match", "minimax:depth=9", "alphabeta:depth=9", "--games", "9", "--jobs", "2"],
        )
    )
    value = f"{dice.getrandbits(64):x}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), MARK: value}
    way = dice.choice((signal.SIGTERM, signal.SIGHUP, signal.SIGKILL))
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "c4", *words], env=environment, stdin=quiet, stdout=quiet, stderr=quiet
    )
    with suppress(subprocess.TimeoutExpired):
        process.wait(dice.uniform(0.2, 15))
    process.send_signal(way)
    process.wait()
    left = outliving(value, environment)
    for number in left:
        with suppress(OSError):
            os.kill(number, signal.SIGKILL)
    return f"{words} after {way.name}: {len(left)} processes live on" if left else ""


def outliving(value: str, environment: dict[str, str]) -> list[int]:
    """The processes of an attack that live on longer than they may.

    A worker that was being started ends once it has started.  So they get the time in which one more process starts,
    which is long on a busy computer.
    """
    end = time.monotonic() + SECONDS
    while marked(value) and time.monotonic() < end:
        time.sleep(0.02)
    if not marked(value):
        return []
    one_more = [sys.executable, "-P", "-m", "c4", "match", "--help"]
    subprocess.run(one_more, env=environment, stdout=subprocess.DEVNULL)
    return marked(value)


def marked(value: str) -> list[int]:
    """The processes in whose environment MARK has this value."""
    mark = f"{MARK}={value}"
    numbers = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and mark.encode() in (path / "environ").read_bytes().split(b"\0"):
                numbers.append(int(path.name))
    return numbers


# -- schemas ----------------------------------------------------------------------------------------------------------

BLANKS = ("\u00a0", "\u2003", "\u3000", "\x1f", " ", "\t", "\n", "--", "")
"""What looks like nothing in a name."""

EXTRA = (
    'CREATE TABLE "{name}" (id)',
    'CREATE VIEW "{name}" AS SELECT 1 id',
    'CREATE INDEX "{name}" ON game (plies)',
    'CREATE TRIGGER "{name}" AFTER INSERT ON game BEGIN DELETE FROM game; END',
    'CREATE TRIGGER "{name}" BEFORE INSERT ON position BEGIN SELECT RAISE(IGNORE); END',
    'ALTER TABLE game ADD COLUMN "{name}" AS (length(zeroblob(9)))',
)


def schemas(folder: Path, dice: random.Random) -> str:
    """Opens a library to which something was added, or in whose schema a character was changed."""
    path = folder / "library.sqlite"
    Library(path).close()
    statements = []
    if dice.random() < 0.5:
        for _ in range(dice.choice((0, 1, 40, 130))):
            statements.append(EXTRA[0].format(name=name_like_ours(dice)))
        statements.append(dice.choice(EXTRA).format(name=name_like_ours(dice)))
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            with suppress(sqlite3.Error):  # the name is taken
                connection.execute(statement)
        if not statements:
            change_schema(connection, dice)
        connection.commit()
    try:
        library = Library(path)
    except C4Error:
        return ""
    with library, suppress(C4Error):
        number = library.add(Record.from_moves("4453"))
        if len(library) == 1 and library.get(number).moves == "4453":
            return ""
    return f"a library is opened that cannot keep games: {json.dumps(statements)[:2000]}"


def name_like_ours(dice: random.Random) -> str:
    """A name that looks like one of ours."""
    name = dice.choice(("game", "position", "puzzle_try", "sqlite", "other"))
    return name + "".join(dice.choice(BLANKS) for _ in range(dice.randrange(1, 30)))


def change_schema(connection: sqlite3.Connection, dice: random.Random) -> None:
    """Changes a character of a statement in the schema."""
    connection.execute("PRAGMA writable_schema = ON")
    rows = connection.execute("SELECT rowid, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    number, sql = dice.choice(rows)
    at = dice.randrange(len(sql))
    changed = sql[:at] + dice.choice((*BLANKS, "(", ",", "x")) + sql[at + dice.randrange(2) :]
    connection.execute("UPDATE sqlite_master SET sql = ? WHERE rowid = ?", (changed, number))


# -- other users ------------------------------------------------------------------------------------------------------


def planted(folder: Path, dice: random.Random) -> str:
    """Puts something in the place of a lock file or of the log."""
    victim = folder / "victim"
    lock = dice.random() < 0.5
    victim.write_text("precious")
    name = ".m.json.lock" if lock else "c4.log"
    place = folder / name
    ways: list[Callable[[], object]] = [
        partial(place.symlink_to, victim),
        partial(place.symlink_to, folder / "nothing"),
        partial(os.link, victim, place),
        partial(os.mkfifo, place),
        partial(place.symlink_to, os.devnull),
    ]
    if os.geteuid() == 0:
        ways.append(partial(make_a_file_of_another_user, place))
    way = dice.randrange(len(ways))
    ways[way]()
    if lock:
        with suppress(C4Error), locks.locked(folder / "m.json", "trained"):
            return f"way {way}: work begins without a lock"
    else:
        with suppress(OSError):
            os.close(errors.open_own(place))
            return f"way {way}: the log is opened"
    changed = victim.read_text() != "precious" or (folder / "nothing").exists()
    return f"way {way}: the file behind a planted one has changed" if changed else ""


def make_a_file_of_another_user(path: Path) -> None:
    """Makes an empty file that belongs to nobody."""
    path.touch()
    os.chown(path, NOBODY, NOBODY)


ATTACKS: dict[str, tuple[Attack, int]] = {
    "traps": (traps, 1),
    "code": (code, 12),
    "endings": (endings, 2),
    "schemas": (schemas, 20),
    "planted": (planted, 20),
}
"""Each attack, and how often it is made in a round."""
