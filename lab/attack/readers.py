"""Attacks on every reader of files and text: it takes changed and invented inputs, or refuses them in a sentence.

Real files of every format are made by the program itself, then changed: bytes, pieces, numbers, what is inside
archives, and fields of JSON.  Trees and books then get the checksum that fits them.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from c4 import agents, cli, evaluators, models
from c4.agents import AGENTS
from c4.agents.limits import Limits
from c4.agents.program import Conversation, Program
from c4.agents.specification import parse_agent
from c4.archives import Archive, encode_arrays
from c4.arena.games import GamesFile
from c4.arena.match import Pair, play_pair, read_openings
from c4.arena.suites import Suite, path_of
from c4.errors import C4Error
from c4.evaluators import network, ntuple, tdlambda
from c4.evaluators.sarsa import read_table
from c4.exact import book, labels
from c4.exact.book import Book
from c4.exact.labels import Labels
from c4.game.columns import parse_order
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.learning import LEARNERS, actionq, load, pattern_memory
from c4.library.gamefile import read_games
from c4.library.gametext import parse_game
from c4.library.library import Library
from c4.library.movetext import parse_moves
from c4.library.reader import read_file, read_pasted
from c4.practice import exercise_trees, puzzles
from c4.practice.exercises import Exercise
from c4.practice.puzzle_progress import Progress
from c4.practice.puzzles import Attempt
from c4.search.fixed_depth import search
from c4.session.records import game_of
from c4.session.settings import Settings
from c4.strategy import diagram, strategies
from c4.tree import explain, query, table, treefile
from c4.tree.searchtree import ROW
from c4.tree.verify import verify
from lab.__main__ import cli as lab
from lab.make import labels as labelmaking
from lab.make import strategies as making
from lab.make import suites as labelling
from lab.make.files import counts, write_labels, write_suite
from lab.make.label_chunks import codes_of_stones
from lab.measure.sweep.plan import read as read_sweep
from lab.measure.sweep.report import text as sweep_text
from lab.measure.sweep.results import Point, SweepFolder, Training
from visualizer.state.preferences import Preferences, PreferencesFile
from visualizer.state.unfinished_games import read_unfinished, text_of

ROUNDS_BETWEEN_SLOW_READERS = {"sweep": 10, "labels to add to": 10, "tree": 2, "openings": 2}
"""By reader whose file takes long to read: it gets an input only every so many rounds."""

# -- changing them ----------------------------------------------------------------------------------------------------

TOKENS = [
    b"0",
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b"\\ud800",
    b"\x00",
    b"\xff\xfe",
    b"\r\n",
    b"9" * 30,
    b"9" * 5000,
    b"-9223372036854775809",
    b"18446744073709551616",
    b"[" * 2000,
    b"0.0",
    b"\xed\xa0\x80",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>&b;",
    b"'",
    b'"',
    b",",
    b"(",
    b"{",
    b"PK\x03\x04",
    b"\x1f\x8b",
]
"""Bytes that readers of text may stumble over."""

NUMBERS: list[Any] = [0, -1, 1, 7, 64, 2**31, 2**63, 2**64, -(2**63), 1e308, 0.5, -0.0, float("inf")]
VALUES: list[Any] = [None, True, *NUMBERS, "", "4", "a" * 300, "\ud800", [], {}, [[]], [0], {"a": 1}, [None] * 9]
"""Values that readers of JSON may stumble over."""


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Bytes with one to four changes."""
    with suppress(Exception):  # it was damaged before
        if data[:2] == b"PK" and dice.random() < 0.8 and (again := within_zip(data, dice)):
            return again
        if data[:2] == b"\x1f\x8b" and dice.random() < 0.8:
            return gzip.compress(mutated(gzip.decompress(data), dice), 1)
        if dice.random() < 0.5 and (again := well_formed(data, dice)):
            return again
    changed = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        dice.choice(CHANGES)(changed, dice)
    return bytes(changed)


def a_place(data: bytearray, dice: random.Random) -> int:
    """Where a change begins, the end included."""
    return dice.randrange(len(data) + 1)


def a_length(dice: random.Random) -> int:
    """How many bytes a change concerns."""
    return dice.choice((1, 1, 2, 4, 8, 100))


def replace_a_byte(data: bytearray, dice: random.Random) -> None:
    at = a_place(data, dice)
    data[at : at + 1] = bytes([dice.randrange(256)])


def flip_a_bit(data: bytearray, dice: random.Random) -> None:
    if data:
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def drop_a_part(data: bytearray, dice: random.Random) -> None:
    at = a_place(data, dice)
    del data[at : at + a_length(dice)]


def repeat_a_part(data: bytearray, dice: random.Random) -> None:
    at = a_place(data, dice)
    data[at:at] = data[at : at + a_length(dice)] * dice.choice((1, 2, 50))


def put_in_a_token(data: bytearray, dice: random.Random) -> None:
    """Before a part, or in its place."""
    at = a_place(data, dice)
    replaced = a_length(dice) if dice.random() < 0.5 else 0
    data[at : at + replaced] = dice.choice(TOKENS)


def cut_off(data: bytearray, dice: random.Random) -> None:
    del data[a_place(data, dice) :]


def copy_another_part(data: bytearray, dice: random.Random) -> None:
    at = a_place(data, dice)
    length = a_length(dice)
    other = a_place(data, dice)
    data[at : at + length] = data[other : other + length]


CHANGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    replace_a_byte,
    flip_a_bit,
    drop_a_part,
    repeat_a_part,
    put_in_a_token,
    cut_off,
    copy_another_part,
)


def well_formed(data: bytes, dice: random.Random) -> bytes | None:
    """Changed JSON; text with some of its words in places of others; other data with one of the last bytes changed."""
    if data[:1] in (b"{", b"[") and dice.random() < 0.7:
        return within_json(data, dice)
    if not data.isascii():
        at = len(data) - dice.randint(1, min(len(data), 80))
        return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
    parts = re.findall(rb"\w+|\W", data)
    for _ in range(dice.randint(1, 3)):
        parts[dice.randrange(len(parts))] = dice.choice(parts)
    return b"".join(parts)


Entry = tuple[str, bytes]
"""Of an archive: a name and what the file of this name contains."""


def within_zip(data: bytes, dice: random.Random) -> bytes:
    """An archive with one entry changed, left out, doubled or renamed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    change = dice.choice(ENTRY_CHANGES)
    change(entries, dice.randrange(len(entries)), dice)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", dice.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for name, content in entries:
            if name not in archive.namelist():
                archive.writestr(name, content)
    return file.getvalue()


def leave_out(entries: list[Entry], place: int, dice: random.Random) -> None:
    del entries[place]


def rename(entries: list[Entry], place: int, dice: random.Random) -> None:
    name, content = entries[place]
    entries[place] = (dice.choice(["../x.npy", "a", name[:-4], name.upper()]), content)


def take_another_content(entries: list[Entry], place: int, dice: random.Random) -> None:
    name, _ = entries[place]
    _, content = entries[dice.randrange(len(entries))]
    entries[place] = (name, content)


def change_content(entries: list[Entry], place: int, dice: random.Random) -> None:
    name, content = entries[place]
    entries[place] = (name, mutated(content, dice))


def change_header(entries: list[Entry], place: int, dice: random.Random) -> None:
    """Of an array: the header alone."""
    name, content = entries[place]
    length = length_of_header(content)
    entries[place] = (name, mutated(content[:length], dice) + content[length:])


def change_json(entries: list[Entry], place: int, dice: random.Random) -> None:
    """Of an array that holds text: a value, if the text is JSON."""
    name, content = entries[place]
    length = length_of_header(content)
    text = content[length:]
    changed = within_json(text, dice)
    if changed is None:
        changed = mutated(text, dice)
    entries[place] = (name, content[:length] + changed)


def length_of_header(content: bytes) -> int:
    """How many bytes come before the numbers of an array in the format of numpy; 0 for other content."""
    if content[:1] != b"\x93":
        return 0
    return 10 + int.from_bytes(content[8:10], "little")


ENTRY_CHANGES: tuple[Callable[[list[Entry], int, random.Random], None], ...] = (
    leave_out,
    rename,
    take_another_content,
    change_header,
    change_json,
    *(3 * [change_content]),
)
"""Each as likely as the others; any change of the content is likelier."""


def within_json(data: bytes, dice: random.Random) -> bytes | None:
    """JSON, or one line of it, with one value changed, left out or doubled; None if it is neither."""
    content = parsed(data)
    if content is not None:
        return json_with_a_change(content, dice)
    lines = data.split(b"\n")
    place = dice.randrange(len(lines))
    content = parsed(lines[place])
    if content is None:
        return None
    changed = json_with_a_change(content, dice)
    if changed is None:
        return None
    lines[place] = changed
    return b"\n".join(lines)


def parsed(text: bytes) -> Any:
    """The content of JSON; None for other text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def json_with_a_change(content: Any, dice: random.Random) -> bytes | None:
    """The JSON of a content in which one value is changed, left out or doubled; None if no value can be."""
    if not can_be_entered(content):
        return None
    holder, key = a_value(content, dice)
    if dice.random() < 0.2:
        del holder[key]
    elif isinstance(holder, list) and dice.random() < 0.3:
        holder.insert(key, holder[key])
    else:
        holder[key] = dice.choice(VALUES)
    return json.dumps(content).encode()


def a_value(content: Any, dice: random.Random) -> tuple[Any, Any]:
    """Where a value is, at any depth: the list or dictionary that holds it, and its index or key there."""
    holder = content
    while True:
        key = dice.choice(list(holder)) if isinstance(holder, dict) else dice.randrange(len(holder))
        if not can_be_entered(holder[key]) or dice.random() < 0.4:
            return holder, key
        holder = holder[key]


def can_be_entered(content: Any) -> bool:
    """Whether it is a list or a dictionary that holds something."""
    return isinstance(content, dict | list) and len(content) > 0


def sealed(data: bytes) -> bytes:
    """A changed tree or book with the checksum that fits it: what lies behind the checksum is reached; others unchanged."""
    with suppress(Exception):  # it is refused for another reason
        return sealed_book(data) if data[:1] == b"{" else sealed_tree(data)
    return data


def sealed_book(data: bytes) -> bytes:
    """A book with its checksum: the header, padded to its length, and what follows it."""
    header, _, body = data.partition(b"\n")
    about = json.loads(header)
    about["checksum"] = book.checksum(about, body)
    return json.dumps(about).encode().ljust(book.HEADER - 1) + b"\n" + body


def sealed_tree(data: bytes) -> bytes:
    """A tree with its checksum.  It is over what the reader derives from the file, so the reader computes it first."""
    with patch.object(treefile, "checksum_of", Mock(side_effect=treefile.checksum_of)) as check, suppress(C4Error):
        treefile.decode(data)
    checksum = treefile.checksum_of(*check.call_args.args)
    with Archive(data, "a tree", treefile.MOST_BYTES) as file:
        tables = {name: file.array(name, str(ROW[name]), (None,)) for name in table.SAVED}
        return encode_arrays({**file.header, "checksum": checksum}, tables, compressed=True)


# -- the part ---------------------------------------------------------------------------------------------------------


def tried(read: Callable[[Any], object], given_: object) -> tuple[bool, str]:
    """Whether a reader accepts an input, and what is wrong with how it takes it, or ""."""
    started = time.process_time()
    accepted = True
    try:
        read(given_)
    except C4Error as error:
        accepted = False
        if "\n" in str(error):
            return False, f"more than a line: {error}"
    except Exception:
        return False, traceback.format_exc()
    seconds = time.process_time() - started
    return accepted, f"{seconds:.1f} s" if seconds > 2 else ""


class Fuzz:
    """Changed files and texts, one after another; `faults` holds one input for each place that fails.

    `asked` and `accepted` count the changed inputs of each reader, and those that it accepted.
    """

    def __init__(self, folder: Path, number: int) -> None:
        self.dice = random.Random(number)
        self.folder = folder
        files = make_files(folder)
        self.real = {name: [path.read_bytes() for path in paths] for name, paths in files.items()}
        inputs: Iterable[tuple[str, Callable[[Any], object], Iterable[Any]]] = [
            *((name, FILES[name], paths) for name, paths in files.items()),
            *((name, *how) for name, how in TEXTS.items()),
        ]
        for name, read, examples in inputs:  # which also compiles what the first of them needs
            for example in examples:
                accepted, wrong = tried(read, example)
                if not accepted:
                    raise RuntimeError(f"the reader of {name} refuses {example}: {wrong}")
        self.names = [*FILES, *TEXTS]
        self.faults: dict[str, tuple[str, bytes]] = {}
        self.asked = Counter[str]()
        self.accepted = Counter[str]()

    def round(self) -> None:
        """One input for every reader."""
        for name in self.names:
            if self.dice.randrange(ROUNDS_BETWEEN_SLOW_READERS.get(name, 1)):
                continue
            if name in FILES:
                self._try_file(name)
            else:
                self._try_text(name)

    def _try_file(self, name: str) -> None:
        """A file for this reader with up to five changes; at times one that another reader reads."""
        kind = name
        if self.dice.random() < 0.02:
            kind = self.dice.choice(list(FILES))
        real = self.dice.choice(self.real[kind])
        data = real
        for _ in range(self.dice.choice((0, 1, 1, 1, 1, 2, 5))):
            data = mutated(data, self.dice) if data else b""
        if name in ("tree", "book") and data != real:
            data = sealed(data)
        path = self.folder / "input"
        path.write_bytes(data)
        self._note(name, FILES[name], path, data, is_changed=data != real)

    def _try_text(self, name: str) -> None:
        """A text for this reader, mostly changed."""
        read, examples = TEXTS[name]
        real = self.dice.choice(examples).encode()
        data = mutated(real, self.dice) if self.dice.random() < 0.9 else real
        text = data.decode(errors=self.dice.choice(["surrogateescape", "replace"]))
        self._note(name, read, text, data, is_changed=data != real)

    def _note(self, name: str, read: Callable[[Any], object], given_: object, data: bytes, is_changed: bool) -> None:
        """Lets a reader read, counts, and keeps the first input of each place that fails."""
        accepted, wrong = tried(read, given_)
        if is_changed:
            self.asked[name] += 1
            self.accepted[name] += accepted
        if wrong:
            where = "\n".join(line for line in wrong.splitlines() if line.lstrip().startswith("File "))
            self.faults.setdefault(f"{name} {where or wrong}", (wrong, data))


def lists_and_dictionaries(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Of values that are drawn from `inner`."""
    return st.lists(inner) | st.dictionaries(st.text(), inner)


def as_json(content: Any) -> bytes:
    """The bytes of a JSON file."""
    return json.dumps(content).encode()


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lists_and_dictionaries)
OF_FILES = st.binary() | JSON.map(as_json)


def invented(folder: Path, number: int, each: int) -> tuple[int, dict[str, str]]:
    """(inputs, faults): what hypothesis invents: bytes and JSON for files, text for the others."""
    path = folder / "invented"
    faults: dict[str, str] = {}

    def try_file(read: Reader, data: bytes) -> str:
        path.write_bytes(data)
        return tried(read, path)[1]

    def try_text(read: Callable[[str], object], text: str) -> str:
        return tried(read, text)[1]

    for name, reader in FILES.items():
        invent(name, OF_FILES, partial(try_file, reader), number, each, faults)
    for name, (read_text, _) in TEXTS.items():
        invent(name, st.text(), partial(try_text, read_text), number, each, faults)
    return each * (len(FILES) + len(TEXTS)), faults


def invent(
    name: str,
    inputs: st.SearchStrategy[Any],
    wrong_with: Callable[[Any], str],
    number: int,
    each: int,
    faults: dict[str, str],
) -> None:
    """Invents inputs for one reader; adds the first one of each fault to `faults`."""

    @seed(number)
    @settings(
        max_examples=each,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def attempt(data: bytes | str) -> None:
        wrong = wrong_with(data)
        if wrong:
            faults.setdefault(f"{name} {wrong.splitlines()[-1]}", f"{wrong}\n{data!r}")

    attempt()


Reader = Callable[[Path], object]


def read_library(path: Path) -> None:
    """Reads every game of a library, and what puzzles were solved."""
    with Library(path) as library:
        list(library.export())
        library.explore(Position())
        progress = Progress(library, puzzles.shipped()[:20])
        progress.standing()
        progress.next()


def read_book(path: Path) -> None:
    """Opens a book, and asks for scores of positions of its board."""
    opened_book = Book.open(path)
    for position in (Position(rules=opened_book.rules), Position((1, 0), 1, opened_book.rules, None)):
        opened_book.columns(position)


def read_tree(path: Path) -> None:
    """Loads a tree, explains its first rows, and derives everything in it a second time."""
    tree = treefile.load(path)
    for row in range(min(len(tree), 20)):
        explain.describe(tree, row)
    verify(tree)


def try_puzzles(path: Path) -> None:
    """Reads puzzles, and tries every column and square of each, with hints."""
    for puzzle in puzzles.read(path):
        answers = [partial(Attempt.play, column=column) for column in range(7)]
        for answer in (*answers, partial(Attempt.choose, row=2, column=2)):
            attempt = Attempt(puzzle)
            with suppress(C4Error):  # it asks for something else, or the column is full
                answer(attempt)
            if not attempt.done:
                attempt.again()
                attempt.hint()
        str((puzzle.task, puzzle.explanation))


def read_strategy(path: Path) -> None:
    """Reads a strategy, and goes through all its positions."""
    strategy = strategies.read(path)
    for stones in strategy.walk():
        if stones in strategy.leaves:
            diagram.decide_stones(*stones, strategy.diagram(stones))


def read_diagram(text: str) -> None:
    """Plays by a diagram."""
    marks = diagram.parse(text.split("/"))
    for moves in ("", "4453", "444444"):
        diagram.decide(Position.from_moves(moves), marks.mirror())


def play_openings(path: Path) -> None:
    """Reads openings, and plays a game from each."""
    for opening in read_openings(str(path)):
        play_pair(Pair("random", "greedy", opening, 1), (True, False))


def continue_training(learner: str) -> Reader:
    """Reads a model and the state of its training."""

    def read(path: Path) -> None:
        load(learner).from_file(path)

    return read


def search_with(name: str) -> Reader:
    """Searches with an evaluator's model, on its board, and shows a page of its weights."""

    def play(path: Path) -> None:
        evaluator = evaluators.load(name, path)
        start = Position()
        try:
            search(start, 2, evaluator)
        except C4Error:
            start = Position(rules=Rules(4, 4))
            search(start, 2, evaluator)
        evaluator.page(evaluator.page_names()[0], start)
        if name in AGENTS:
            agents.load(name).choose(start, Limits(model=str(path)))

    return play


def find_rows(text: str) -> None:
    """Finds rows of a tree."""
    query.parse(text).rows(TREE)


def fill_exercise(text: str) -> None:
    """Fills in every value and window of an exercise."""
    for entry in EXERCISE.entries:
        EXERCISE.check(entry, text, attempts=1)


def read_results(path: Path) -> None:
    """Reads the table of a sweep."""
    plan = read_sweep(path.with_name("sweep.toml"))
    results = SweepFolder(path.parent)
    results.path = path
    results.learner()
    results.write_csv()
    sweep_text(plan, results)


def add_labels(path: Path) -> None:
    """Reads labels as who adds to them does."""
    made = labelmaking.make(path, LATE, 0, np.zeros(0, dtype=np.uint64), run_nothing)
    counts(made)


def read_parts(path: Path) -> None:
    """Reads the parts of a suite that was stopped, and what they hold of it."""
    parts = labelling.PartsFile(path, SUITE)
    selection = labelling.Selection(SUITE, set())
    with suppress(PartMissing):
        labelling.fill(selection, 0, parts, refuse_tasks)


def run_nothing(job: Callable[..., object], tasks: Iterable[object]) -> Iterable[Any]:
    """In place of `c4.jobs.run`: no results."""
    return ()


class PartMissing(Exception):
    """A part that is missing would be made now."""


def refuse_tasks(job: Callable[..., object], tasks: list[object]) -> Iterable[Any]:
    """In place of `c4.jobs.run`, where everything should be known."""
    if tasks:
        raise PartMissing
    return ()


def read_answer(answer: str) -> None:
    """Reads what another program answers to a position and to each of its columns."""
    player = Program("program:other")
    player._conversation = Conversation("other")

    def ask(line: str, *limits: object) -> str:
        return answer.replace("LINE", line).strip()

    player._conversation.process = SimpleNamespace(ask=ask, close=int)
    player.choose(Position.from_moves("4453"), Limits())


SWEEP = """
learner = "windows"
episodes = 40
points = 2
by = "mistakes"
[settings]
temperature = [0.0, 0.2]
[choose]
seeds = [1, 2]
every = 300
against = ["random", "minimax 2"]
games = 5
[report]
seeds = [11]
suite = "d-held-back"
"""

MODELS = {
    "windows": ["model.json"],
    "td-lambda": ["t.json"],
    "sarsa": ["table.npz"],
    "ntuple": ["ntuple.npz"],
    "network": ["network.npz", "taught.npz"],
    "patterns": ["memory.db"],
}
"""Files of every learner."""

IN_SEARCHES = ("windows", "td-lambda", "sarsa", "ntuple", "network")
"""Evaluators with models."""

TREE = search(Position.from_moves("4453"), 3, evaluators.load("v2")).tree
EXERCISE = Exercise(exercise_trees.from_position(Position.from_moves("4453"), evaluators.load("v2")), discs=4)
SUITE = labelling.SuitePlan("d", 1, 4, labelling.plan_of("d").stages[-1:])
LATE = labelmaking.LabelsPlan(first=30, last=33)

READERS: dict[str, tuple[str, Reader]] = {
    "model": ("model.json", lambda path: models.read(path, "windows", 9)),
    "table": ("table.npz", read_table),
    "ntuple": ("ntuple.npz", ntuple.read_model),
    "network": ("network.npz taught.npz", network.read_model),
    "weights": ("weights.npy", tdlambda.read_npy),
    "published": ("published.json", partial(evaluators.load, "windows")),
    "ActionQ": ("ActionQ.json", actionq.read),
    "patterns": ("patterns.xml", pattern_memory.read_xml),
    "memory": ("memory.db", pattern_memory.read),
    "tree": ("tree.npz", read_tree),
    "suite": ("suite.npz", Suite.read),
    "book": ("b.c4book", read_book),
    "games": ("games.c4game games.json games.csv games.txt", lambda path: list(read_games(path))),
    "played": ("played.jsonl", lambda path: list(GamesFile(path).read())),
    "openings": ("openings", play_openings),
    "positions": ("openings", lambda path: list(read_file(path))),
    "puzzles": ("puzzles.jsonl", try_puzzles),
    "strategy": ("strategy", read_strategy),
    "preferences": ("window.json", lambda path: PreferencesFile(path).read()),
    "running game": ("running.json", read_unfinished),
    "library": ("library.sqlite", read_library),
    "labels": ("labels.npz", labels.read),
    "labels to add to": ("labels.npz", add_labels),
    "plan of a sweep": ("sweep.toml", read_sweep),
    "sweep": ("results.sqlite", read_results),
    "parts of a suite": ("suite.npz.parts", read_parts),
}
"""Files that a person names, or that an earlier start has left, as `make_files` calls them, and what reads them."""

FILES: dict[str, Reader] = {
    **{name: reader for name, (_, reader) in READERS.items()},
    **{f"training of {name}": continue_training(name) for name in LEARNERS},
    **{f"search with {name}": search_with(name) for name in IN_SEARCHES},
}

TEXTS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "position": (
        parse_position,
        (
            "4453",
            "empty",
            "packed:10378549747928563776",
            "https://connect4.gamesolver.org/?pos=4453",
            "/".join([*["......."] * 4, "XO.....", "XXO...."]),
        ),
    ),
    "pasted": (
        read_pasted,
        (
            "44 53",
            '[First "a"]\n\n4 4 5 3\n',
            '{"moves": "4453"}',
            "\n".join([*["⚪" * 7] * 5, "🔴🟡" + "⚪" * 5]),
            str([*[[0] * 7] * 5, [0, 0, 0, 1, 2, 0, 0]]),
        ),
    ),
    "agent": (
        parse_agent,
        ("engine:depth=8,evaluator=ntuple", "alphabeta:depth=2,order=4352617", "random:seed=3", "perfect"),
    ),
    "order": (lambda text: parse_order(text, STANDARD), ("4352617", "1234567")),
    "moves": (parse_moves, ("4 4 (3 2 {a note}) 5 3!", "4 4! 5 (6? 3)", "4453")),
    "game": (parse_game, ('[First "a"]\n[Second "b"]\n\n4 4 5 3\n',)),
    "search of nodes": (find_rows, ("cut value >= 5 ply <= 3", "pv or not leaf", "under 44 beta = W5", "alpha > -inf")),
    "answer in an exercise": (fill_exercise, ("-3", "−∞", "W1", "<= 2")),
    "tree by hand": (exercise_trees.parse_tree, ("((3 5) (2 9) (0 1))", "(3 (4 5))")),
    "another program's answer": (read_answer, ("4", "LINE -2 1 0 3 1 0 -2")),
    "diagram": (
        read_diagram,
        ("......./......./...=.../..-.+../.o!.@../XOXOXOX", "......./......./......./......./......./......."),
    ),
}
"""What reads text that a person types or pastes, with examples."""


# -- real files -------------------------------------------------------------------------------------------------------


def run(*words: object) -> None:
    """A command that must work."""
    group = lab if words[0] == "make" else cli.cli
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            cli.run(group, "c4", [str(word) for word in words])
        except SystemExit as end:
            raise RuntimeError(f"c4 {words}") from end


def make_files(folder: Path) -> dict[str, list[Path]]:
    """Small files of every format, made by the program, by the name of the reader."""
    shipped = models.SAVED_MODELS
    board = ("--rows", 4, "--columns", 4)
    run("train", "sarsa", "--episodes", 30, *board, "--model", folder / "table.npz")
    run("train", "ntuple", "--episodes", 20, "--tuples", 2, "--length", 2, *board, "--model", folder / "ntuple.npz")
    run("train", "network", "--episodes", 20, "--units", 2, *board, "--model", folder / "network.npz")
    run("train", "td-lambda", "--episodes", 5, "--model", folder / "t.json", "--export", folder / "weights.npy")
    run("train", "sarsa", "--episodes", 5, "--model", folder / "s.npz", "--export", folder / "ActionQ.json")
    run("train", "patterns", "--episodes", 3, "--model", folder / "memory.db", "--export", folder / "patterns.xml")
    run("search", "445", "--depth", 3, "--out", folder / "tree.npz")
    run("make", "book", *board, "--plies", 2, "--out", folder / "b.c4book")
    run("match", "random", "greedy", "--games", 4, "--out", folder / "played.jsonl")
    for name, lines in (("4.txt", ["4453", "44444"]), ("openings", ["44", "12  # twelve", "empty"])):
        (folder / name).write_text("\n".join(lines) + "\n")
    library = folder / "library.sqlite"
    run("library", "import", folder / "played.jsonl", folder / "4.txt", "--library", library)
    for file in READERS["games"][0].split():
        run("library", "export", folder / file, "--library", library)
    (folder / "model.json").write_bytes((shipped / "windows.json").read_bytes())
    (folder / "published.json").write_text(json.dumps({"weights": [0.5] * 9}))
    (folder / "puzzles.jsonl").write_text("".join(puzzles.default_path().read_text().splitlines(True)[:3]))
    making.make(Position.from_moves("44444432213355"), folder / "strategy", processes=1, work=1000)
    complete = Suite.read(path_of("d"))
    few = {name: value[:4] if hasattr(value, "shape") else value for name, value in vars(complete).items()}
    write_suite(folder / "suite.npz", Suite(**few))
    PreferencesFile(folder / "window.json").write(Settings(), Preferences())
    game = game_of(parse_game('[First "Ann"]\n\n44 5? {why} (3 2) 3 1'))
    (folder / "running.json").write_text(text_of(game, Settings()))
    make_results(folder)
    teacher = ("--teacher", "exact", "--labels", folder / "labels.npz")
    run("train", "network", "--episodes", 20, "--units", 2, *teacher, "--model", folder / "taught.npz")
    return {
        **{name: [folder / file for file in files.split()] for name, (files, _) in READERS.items()},
        **{f"training of {name}": [folder / file for file in files] for name, files in MODELS.items()},
        **{f"search with {name}": [folder / file for file in MODELS[name]] for name in IN_SEARCHES},
    }


def make_results(folder: Path) -> None:
    """What long work leaves: labels, the table of a sweep, the parts of a suite."""
    suite = Suite.read(path_of("d"))
    stage = SUITE.stages[0]
    chosen = [place for place, stratum in enumerate(suite.stratum) if suite.strata[stratum] in stage.strata]
    strata = [suite.strata[stratum] for stratum in suite.stratum]
    entries = list(zip(suite.mine.tolist(), suite.theirs.tolist(), strata, suite.scores.tolist()))
    rows = [[place, *entries[place]] for place in chosen[:40]]
    part = {"suite": "d", "seed": 1, "stage": 0, "size": labelling.CANDIDATES_A_JOB, "wanted": list(stage.strata)}
    parts = [
        json.dumps({**part, "chunk": chunk, "rows": rows[chunk :: labelling.JOBS_AT_A_TIME]})
        for chunk in range(labelling.JOBS_AT_A_TIME)
    ]
    (folder / "suite.npz.parts").write_text("\n".join(parts) + "\n")
    code = codes_of_stones(np.array([row[1:3] for row in rows], dtype=np.uint64))
    about = {"made_by": labelmaking.header_of(LATE), "chunks": [0]}
    made = Labels(code, np.resize(np.array((1, 0, -1), dtype=np.int8), len(code)), about)
    write_labels(folder / "labels.npz", made)
    (folder / "sweep.toml").write_text(SWEEP)
    plan = read_sweep(folder / "sweep.toml")
    results = SweepFolder(folder)
    for trial in (plan.choose, plan.report):
        for setting, number in product(plan.settings, trial.seeds):
            points = tuple(Point(mark, 0.1, dict.fromkeys(trial.figures, 0.5)) for mark in plan.marks)
            results.store(
                plan, Training(trial.part, setting, number, points, (folder / "model.json").read_bytes()), trial
            )
