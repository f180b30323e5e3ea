"""What reads files and text that come from people, and real files of every format, made by the program itself."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from c4 import cli, models
from c4.agents import Limits
from c4.agents.program import Program, Talk
from c4.agents.specification import parse_agent
from c4.arena import labelling, sweep, sweep_plan
from c4.arena.games import GamesFile
from c4.arena.match import read_openings
from c4.arena.suites import Suite, path_of
from c4.arena.sweep import Point, Results, Training
from c4.evaluators import network, ntuple, tdlambda
from c4.evaluators.sarsa import read_table
from c4.game.columns import parse_order
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.learning import LEARNERS, actionq, load, pattern_memory, pattern_xml
from c4.learning.windows import read_published
from c4.library.gamefile import read_games
from c4.library.library import Library
from c4.library.movetext import parse_moves
from c4.library.record import parse_game
from c4.library.store import Store
from c4.practice import madeup, puzzles, sets
from c4.practice.rating import Progress
from c4.practice.set_page import handout, solutions_page
from c4.session.clock import parse_control
from c4.strategy import diagram, graph
from c4.tree import query, treefile
from c4.truth import labelmaking, labels
from c4.truth.book import Book
from c4.truth.labels import Labels
from visualizer.shell.preferences import Preferences

Reader = Callable[[Path], object]


def opened(path: Path) -> None:
    """Reads every game of a library, and what puzzles were solved."""
    with Library(path) as library:
        list(library.export())
        library.explore(Position())
    store = Store(path)
    try:
        progress = Progress(store, puzzles.shipped()[:20])
        progress.standing()
        progress.next()
    finally:
        store.close()


def gone_on(learner: str) -> Reader:
    """Reads a model and the state of its training."""
    return lambda path: load(learner).resume(path)


def swept(path: Path) -> None:
    """Reads the table of a sweep for all that is told from it."""
    plan, results = sweep_plan.read(path.with_name("sweep.toml")), Results(path.parent)
    results.path = path
    results.learner()
    results.write_csv()
    sweep.text(plan, results)


def added_to(path: Path) -> None:
    """Reads labels as who adds to them does."""
    made = labelmaking.make(path, LATE, 0, np.zeros(0, dtype=np.uint64), lambda job, tasks: iter(()))
    made.counts()


def gathered(path: Path) -> None:
    """Reads the parts of a suite that was stopped, and what they hold of it."""
    parts = labelling.Parts(path, SUITE)
    with suppress(StopIteration):  # a part that is missing would be made now
        labelling.fill(SUITE, 0, SUITE.stages[0], set(), parts, lambda job, tasks: next(iter(())), lambda done: None)


def told(answer: str) -> None:
    """Reads what another program answers to a position and to each of its columns."""
    player = Program("program:other")
    player._talk = Talk("other")
    player._talk.process = SimpleNamespace(ask=lambda line, *_: answer.replace("LINE", line).strip(), close=int)
    player.choose(Position.from_moves("4453"), Limits())


def scored(path: Path) -> None:
    """Reads a student's answers, and scores them."""
    sets.score(sets.read_set(path.with_name("set.json")), sets.read_answers(path))


def printed(path: Path) -> None:
    """Reads a set of exercises, and prints it."""
    handout(found := sets.read_set(path))
    solutions_page(found)


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
[search]
alpha = { from = 0.001, to = 0.1, log = true }
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

SUITE = labelling.Plan("d", 1, 4, labelling.plan_of("d").stages[-1:])
LATE = labelmaking.Plan(first=30, last=33)

FILES: dict[str, Reader] = {
    "model": lambda path: models.read(path, "windows", 9),
    "table": read_table,
    "ntuple": ntuple.read_model,
    "network": network.read_model,
    "weights": tdlambda.read_npy,
    "published": read_published,
    "ActionQ": actionq.read,
    "patterns": pattern_xml.read,
    "memory": pattern_memory.read,
    "tree": treefile.load,
    "suite": Suite.read,
    "book": Book.open,
    "games": lambda path: list(read_games(path)),
    "played": lambda path: list(GamesFile(path).read()),
    "openings": lambda path: read_openings(str(path)),
    "puzzles": puzzles.read,
    "strategy": graph.read,
    "preferences": Preferences.read,
    "library": opened,
    "labels": labels.read,
    "labels to add to": added_to,
    "plan of a sweep": sweep_plan.read,
    "sweep": swept,
    "parts of a suite": gathered,
    "set": printed,
    "answers": scored,
    **{f"training of {name}": gone_on(name) for name in LEARNERS},
}
"""What reads a file that a person names, or that an earlier start has left."""

TEXTS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "position": (
        parse_position,
        ("4453", "empty", "packed:10378549747928563776", "https://connect4.gamesolver.org/?pos=4453", ".../XO./XXO"),
    ),
    "agent": (parse_agent, ("engine:depth=8,evaluator=ntuple", "alphabeta:time=50", "random:seed=3", "perfect")),
    "order": (lambda text: parse_order(text, STANDARD), ("4352617", "1,2,3,4,5,6,7")),
    "moves": (parse_moves, ("4 4 (3 2 {a note}) 5 3!", "1. 4 4 2. 5 ?", "4453")),
    "game": (parse_game, ('[First "a"]\n[Second "b"]\n\n4 4 5 3 *\n',)),
    "search of nodes": (query.parse, ("cut value >= 5 ply <= 3", "pv kind = terminal", "moves 44*")),
    "clock": (parse_control, ("5+3", "1:30", "10m")),
    "tree by hand": (madeup.parse, ("((3 5) (2 9) (0 1))", "(3 (4 5))")),
    "another program's answer": (told, ("4", "LINE 3", "LINE -2 1 0 3 1 0 -2", "error: no")),
    "diagram": (lambda text: diagram.parse(text.split("/")), ("......./......./.......", "-=.X.O.")),
}
"""What reads text that a person types or pastes, with examples."""


# -- real files -------------------------------------------------------------------------------------------------------


def run(*words: object) -> None:
    """A command that must work."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            cli.main([str(word) for word in words])
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
    run("search", "445", "--depth", 3, "--tree", folder / "tree.npz", "--save", folder / "tree.json")
    run("book", "build", *board, "--plies", 2, "--output", folder / "b.c4book")
    run("match", "random", "greedy", "--games", 4, "--games-file", folder / "played.jsonl")
    for name, lines in (("4.txt", ["4453", "44444"]), ("openings", ["44", "12  # twelve", "empty"])):
        (folder / name).write_text("\n".join(lines) + "\n")
    library = folder / "library.sqlite"
    run("library", "import", folder / "played.jsonl", folder / "4.txt", "--library", library)
    games = [folder / f"games.{ending}" for ending in ("c4game", "json", "csv", "txt")]
    for path in games:
        run("library", "export", path, "--library", library)
    (folder / "model.json").write_bytes((shipped / "windows.json").read_bytes())
    (folder / "published.json").write_text(json.dumps({"weights": [0.5] * 9}))
    (folder / "puzzles.jsonl").write_text("".join(puzzles.default_path().read_text().splitlines(True)[:12]))
    (folder / "strategy").write_bytes(graph.default_path().read_bytes())
    whole = Suite.read(path_of("d"))
    few = {name: value[:4] if hasattr(value, "shape") else value for name, value in vars(whole).items()}
    Suite(**few).write(folder / "suite.npz")
    Preferences().write(folder / "window.json")
    make_results(folder)
    teacher = ("--teacher", "exact", "--labels", folder / "labels.npz")
    run("train", "network", "--episodes", 20, "--units", 2, *teacher, "--model", folder / "taught.npz")
    run("exercises", "make", folder / "set.json", "--trees", 2, "--puzzles", 2)
    answers = {"answers": 1, "student": "a", "title": sets.read_set(folder / "set.json").title}
    (folder / "answers.json").write_text(
        json.dumps({**answers, "given": {"1": {"root value": "3"}, "3": {"column": "4"}}})
    )
    return {
        "model": [folder / "model.json"],
        "table": [folder / "table.npz"],
        "ntuple": [folder / "ntuple.npz"],
        "network": [folder / "network.npz", folder / "taught.npz"],
        "weights": [folder / "weights.npy"],
        "published": [folder / "published.json"],
        "ActionQ": [folder / "ActionQ.json"],
        "patterns": [folder / "patterns.xml"],
        "memory": [folder / "memory.db"],
        "tree": [folder / "tree.npz", folder / "tree.json"],
        "suite": [folder / "suite.npz"],
        "book": [folder / "b.c4book"],
        "games": games,
        "played": [folder / "played.jsonl"],
        "openings": [folder / "openings"],
        "puzzles": [folder / "puzzles.jsonl"],
        "strategy": [folder / "strategy"],
        "preferences": [folder / "window.json"],
        "library": [library],
        "labels": [folder / "labels.npz"],
        "labels to add to": [folder / "labels.npz"],
        "plan of a sweep": [folder / "sweep.toml"],
        "sweep": [folder / "results.sqlite"],
        "parts of a suite": [folder / "suite.npz.parts"],
        "set": [folder / "set.json"],
        "answers": [folder / "answers.json"],
        **{f"training of {name}": [folder / file for file in files] for name, files in MODELS.items()},
    }


def make_results(folder: Path) -> None:
    """What long work leaves: labels, the table of a sweep, the parts of a suite."""
    suite, stage = Suite.read(path_of("d")), SUITE.stages[0]
    chosen = [place for place, stratum in enumerate(suite.stratum) if suite.strata[stratum] in stage.strata]
    rows = [
        [
            place,
            int(suite.mine[place]),
            int(suite.theirs[place]),
            suite.strata[suite.stratum[place]],
            suite.scores[place].tolist(),
        ]
        for place in chosen[:40]
    ]
    part = {"suite": "d", "seed": 1, "stage": 0, "size": labelling.CHUNK, "wanted": list(stage.strata)}
    parts = [
        json.dumps({**part, "chunk": chunk, "rows": rows[chunk :: labelling.ROUND]}) for chunk in range(labelling.ROUND)
    ]
    (folder / "suite.npz.parts").write_text("\n".join(parts) + "\n")
    first, second = labelmaking.as_began(np.array([row[1:3] for row in rows], dtype=np.uint64))
    code = np.unique(labels.smallest_codes(first, second))
    asked = {name: value for name, value in LATE._asdict().items() if name not in ("even", "openings")}
    about = {**asked, "mix": labelmaking.mix(), "player": labelmaking.digest(labelmaking.player())}
    made = Labels(code, np.resize(np.array((1, 0, -1), dtype=np.int8), len(code)), {"made_by": about, "chunks": [0]})
    made.write(folder / "labels.npz")
    (folder / "sweep.toml").write_text(SWEEP)
    plan, results = sweep_plan.read(folder / "sweep.toml"), Results(folder)
    for trial in (plan.choose, plan.report):
        for setting, seed in product(plan.settings, trial.seeds):
            points = tuple(Point(mark, 0.1, dict.fromkeys(trial.figures, 0.5)) for mark in plan.marks)
            results.keep(plan, Training(trial.part, setting, seed, points, (folder / "model.json").read_bytes()), trial)
