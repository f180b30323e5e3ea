"""`python -m lab`: makes the files that ship with the program, measures it, attacks it, and writes reports."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable

from c4.__main__ import flush, listen

if __name__ == "__main__":  # before the imports, which take a second: Ctrl-C ends them quietly, too
    listen()
    atexit.register(flush)

from c4.cli import TableGroup, run, status_of
from c4.cli.table import Entry


def say_machine() -> None:
    """Prints on which machine a benchmark runs."""
    from lab import machine  # loads numba's metadata, which the other commands do without

    machine.say()


def group(about: str, table: dict[str, tuple[str, str]], before: Callable[[], None] | None = None) -> TableGroup:
    """A group of commands that says what it is `about`; `table` has where each command is, "module:name", and its line in
    the list.

    `before` is called before a command of the group runs.
    """
    entries = {name: Entry(line, place=place) for name, (place, line) in table.items()}
    return TableGroup({"Commands": entries}, help=about, callback=before)


MAKE = group(
    "Makes books, labels, suites, puzzles and strategies.",
    {
        "book": ("lab.make.books:make_command", "solve all positions of the first plies"),
        "labels": ("lab.make.labels:make_command", "draw positions and solve them, to learn from"),
        "join-labels": ("lab.make.labels:join_command", "put files of labels together"),
        "taught": ("lab.make.taught:command", "make a model of the evaluator taught from labels"),
        "suite": ("lab.make.suites:make_command", "draw positions and solve every column of each"),
        "puzzles": ("lab.make.puzzles:command", "make puzzles from exact values"),
        "strategy": ("lab.make.strategies:command", "make a strategy for a position"),
        "lesson": ("lab.make.lesson:command", "make the lesson of the first player's win"),
        "published-labels": ("lab.make.published_book:labels_command", "labels of 9 to 12 plies from that package"),
        "published-book": ("lab.make.published_book:make_command", "derive the book that ships from a public package"),
        "levels": ("lab.make.levels:command", "measure the strength of the levels"),
        "smaller-strategy": ("lab.make.smaller:command", "make a strategy smaller"),
    },
)

MEASURE = group(
    "Measures speed and strength.",
    {
        "bench": ("lab.measure.engine:bench_command", "count the engine's nodes, with a signature"),
        "ablate": ("lab.measure.engine:ablate_command", "what each ingredient of the engine gains"),
        "perft": ("lab.measure.engine:perft_command", "count move sequences from the empty board"),
        "book": ("lab.make.books:check_command", "solve entries of a book again"),
        "strength": ("lab.measure.strength:command", "agents against perfect play and on solved positions"),
        "arena": ("lab.measure.arena:command", "evaluators on the positions of the ARENA course"),
        "seeds": ("lab.measure.seeds:main", "a learner before and after training, over several seeds"),
        "sweep": ("lab.measure.sweep.command:command", "train many models: settings times seeds"),
        "interpreter": ("lab.measure.interpreter:command", "play strategy files by the printed legend alone"),
        "boards": ("lab.measure.boards:command", "who wins on every small board"),
        "beginner": ("lab.measure.beginner:command", "how often a beginner beats the weaker levels"),
        "advice": ("lab.measure.advice:command", "whether a hint ever changes the result of a game"),
        "reasons": ("lab.measure.reasons:command", "whether what is said about wins is true"),
    },
)

BENCHMARKS = group(
    "Compares speed and strength with targets and other programs.",
    {
        "speed": ("lab.benchmarks.speed:main", "the search: recording, evaluators, user evaluators"),
        "solver": ("lab.benchmarks.solver:main", "the solver and its peers, by sets of positions"),
        "solve-lines": ("lab.benchmarks.solve_lines:main", "`c4 solve -` and its peers, from input to output"),
        "peers": ("lab.benchmarks.peers:main", "the program and what you would use instead"),
        "engine": ("lab.benchmarks.engine:main", "how strong the engine plays"),
        "strategy": ("lab.benchmarks.strategy:main", "diagrams and strategies"),
        "library": ("lab.benchmarks.library:main", "a library of many games"),
        "tree": ("lab.benchmarks.tree:main", "the tree pane"),
        "window": ("lab.benchmarks.window.command:main", "how the window feels"),
        "first": ("lab.benchmarks.first:main", "the first minute of the window"),
    },
    before=say_machine,
)

REPORT = group(
    "Describes files and writes the figures of the documentation.",
    {
        "book": ("lab.make.books:info_command", "describe a book"),
        "labels": ("lab.make.labels:info_command", "describe a file of labels"),
        "learning": ("lab.measure.seeds:report", "how strong models of several seeds are, and the rank of one"),
        "models": ("lab.report.models:command", "how strong the learned models are that ship"),
        "suite": ("lab.make.suites:info_command", "describe a suite of solved positions"),
        "screenshot": ("lab.report.screenshot:main", "make the pictures of the window in docs"),
        "lessons": ("lab.report.lessons:main", "write the lessons into docs/lessons, with their pictures"),
        "stories": ("lab.report.stories:main", "draw the pictures of the guides"),
        "curves": ("lab.report.curves:main", "draw how a learner gets better with games"),
        "commands": ("lab.report.commands:main", "write the list of commands in docs/commands.md"),
        "notebooks": ("lab.report.notebooks:main", "run the notebooks"),
        "strings": ("lab.report.strings:main", "print every text that users can meet"),
    },
)

LAYOUT = """Makes the files that ship with the program, measures it, attacks it and writes reports.

The folders of lab/ are those of the commands; one that reads what another makes is in the same file.

\b
make/        what ships: books, labels, models, puzzles, strategies, a lesson, levels
measure/     one property at a time: node counts, strength, trainings, the truth of sentences
benchmarks/  speed and strength beside targets and other programs (benchmark)
report/      what the documentation shows: figures, pictures, lists, lessons
attack/      random attacks on the program, which report every fault
proof/       the theorem for the proof assistant, and what was proved last (prove)
positions/   sets of solved positions that measure/ and benchmarks/ read
NOTES.md     what was tried and did not pay
"""

cli = group(
    LAYOUT,
    {
        "make": ("lab.__main__:MAKE", "make books, labels, suites, puzzles and strategies"),
        "measure": ("lab.__main__:MEASURE", "measure speed and strength"),
        "benchmark": ("lab.__main__:BENCHMARKS", "speed and strength against targets and other programs"),
        "report": ("lab.__main__:REPORT", "describe files and write the figures of the documentation"),
        "prove": ("lab.proof.prove:command", "let a proof assistant check that the first player wins"),
        "attack": ("lab.attack.run:cli", "attack the program and report every fault"),
        "click": ("lab.click_path:command", "print the files that run when you click a column"),
        "screens": ("lab.report.screens:command", "make contact sheets of the window: every state, size and theme"),
    },
)

IN_MAIN_THREAD = {"attack", "click", "screens", "screenshot", "window", "tree"}
"""Commands that open windows, which only the thread that opened them may free, or handle signals."""

if __name__ == "__main__":
    if IN_MAIN_THREAD.intersection(sys.argv[1:3]):
        sys.exit(status_of(cli, "python -m lab"))
    run(cli, "python -m lab")
